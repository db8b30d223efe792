import type { PresentedSecret } from './presented-secret.ts';
import type { KeyGrant } from './sql/authenticate-keys.ts';
import type { SecretFinding } from './sql/presented-secrets.ts';

/** A call with an API key. */
export interface KeyCall {
  hash: Buffer;
  address: string;
  userAgent: string | null;
  verifyBucket: boolean;
  /** Whether the call verifies a secret. */
  verifies: boolean;
  /** The permission that the call needs; empty if it needs none. */
  permission: string;
  /** A secret that the call presents to be verified, if its body was read before. */
  presented?: PresentedSecret | undefined;
}

/** The finding of a statement about a presented secret, and the use that it counted. */
export interface Answer {
  finding: SecretFinding;
  /**
   * The usage count with this use, `spent` if no use was left, `over` if none was left of the minute, undefined if nothing
   * was to be counted.
   */
  use: number | 'spent' | 'over' | undefined;
}

/** A call that failed with the second statement of its run, after others of the run were counted. */
export interface Failed {
  failure: unknown;
}

/** A call that was let in. */
export interface LetIn {
  grant: KeyGrant;
  /** The place among the calls that were counted together. */
  place: number;
  /**
   * The answer about the presented secret; `unknown` if no credential of the tenant has it, undefined if the statement did not verify
   * it.
   */
  answer: Answer | 'unknown' | undefined;
}
