import { isAddress, normalizeAddress } from '../lib/address.ts';
import { arrayLiteral } from '../lib/array-literal.ts';
import { covering } from '../lib/scope.ts';
import { formOfSecret, hashSecret } from '../lib/secret.ts';
import { isUnreadableAddress } from '../lib/unreadable-address.ts';
import { requireBoundedContext } from '../platform/fields.ts';

/** The body of a request to verify a secret. */
export interface VerificationRequest {
  credential: string;
  consume: boolean;
  scopes: readonly string[];
  ipAddress?: string | null;
  context?: Record<string, unknown>;
}

/**
 * A secret that was presented to another service, and the requirements for the secret. `presentedSecret()` computes its check digits and
 * its hash, and nothing computes them again.
 */
export interface PresentedSecret {
  /** The text; never to store or log. */
  secret: string;
  /** Undefined if the text is not that of a secret. Then no credential has it. */
  hash: Buffer | undefined;
  /** Whether the text looks like a secret, and its check digits are wrong. */
  isMistyped: boolean;
  /** Whether a valid secret is counted as used. */
  consume: boolean;
  /** Scopes it must carry, all of them. */
  scopes: readonly string[];
  /** For each scope, the scopes that cover it, as the text of an array. */
  coverings: readonly string[];
  /** Whether the covering scopes are too long for a statement, so that the process compares the scopes. */
  needsJudgement: boolean;
  ipAddress: string | null;
  /** The address as Postgres reads it; null if it is not an address. */
  inet: string | null;
  /** The application that the verifying service names; undefined if it names none. */
  application?: string;
}

/**
 * Reads what a request presents.
 * @param request a valid body
 * @throws {Failure} VALIDATION_ERROR if `context` is larger than 10 KB as JSON
 */
export function presentedSecret({
  credential: secret,
  consume,
  scopes,
  ipAddress = null,
  context,
}: VerificationRequest): PresentedSecret {
  if (context) requireBoundedContext(context);
  const form = formOfSecret(secret);
  const application = applicationOf(context);
  return {
    secret,
    hash: form === 'well-formed' ? hashSecret(secret) : undefined,
    isMistyped: form === 'mistyped',
    consume,
    scopes,
    ...coveringsOf(scopes),
    ipAddress,
    inet: inetOf(ipAddress),
    ...(application === undefined ? {} : { application }),
  };
}

const mostOfApplication = 248;

/** The application that the verifying service names, as conditional access knows it; texts that are too long name none. */
function applicationOf(context: Record<string, unknown> | undefined): string | undefined {
  const named = context?.['application'];
  return typeof named === 'string' && named.length <= mostOfApplication ? named : undefined;
}

/** An address as Postgres reads it. Text that Postgres refuses would end the statement of all others. */
function inetOf(text: string | null): string | null {
  const address = text === null ? '' : normalizeAddress(text);
  return isAddress(address) && !isUnreadableAddress(address) ? address : null;
}

/** The statement compares what covers the scopes of one demand up to this length. A longer list takes a judgement. */
const mostOfCoverings = 4_096;

/** Returns what covers each scope, as texts of arrays. */
function coveringsOf(scopes: readonly string[]): Pick<PresentedSecret, 'coverings' | 'needsJudgement'> {
  const coverings = scopes.map((scope) => arrayLiteral(covering(scope)));
  const length = coverings.reduce((sum, text) => sum + text.length, 0);
  return length > mostOfCoverings
    ? { coverings: [], needsJudgement: true }
    : { coverings, needsJudgement: false };
}
