import type { PolicyAction, PolicyMode, PolicySeverity, PolicyType } from './entities/policy.ts';

/** The attempted operations, as the contract names them (PolicyOperation). */
export const policyOperations = [
  'createCredential',
  'createJitCredential',
  'exchangeToken',
  'updateCredential',
  'rotateCredential',
  'updateIdentity',
  'verifyCredential',
  'authenticate',
  'dailyPass',
] as const;
export type PolicyOperation = (typeof policyOperations)[number];

/** A policy as it is judged by; the id of a draft is null. */
export interface PolicySource {
  id: string | null;
  /** A draft has none. */
  version?: number;
  name: string;
  type: PolicyType;
  mode: PolicyMode;
  severity: PolicySeverity;
  identityTypes: readonly string[];
  tags: readonly string[];
  identityIds: readonly string[];
  parameters: object;
  actions: readonly PolicyAction[];
}

export interface JudgedIdentity {
  id: string;
  name: string;
  type: string;
  tags: readonly string[];
}

/** The credential that a change is about. */
export interface JudgedCredential {
  id: string;
  version: number;
  createdAt: Date;
  lastRotatedAt: Date | null;
}

/**
 * An attempt, as checks see it. A field that is undefined does not belong to the attempt. A change that leaves the
 * scopes alone is not refused for the present scopes.
 */
export interface Attempted {
  now: Date;
  identity: JudgedIdentity;
  hasOwner?: boolean;
  /** The scopes that the credential has, or would have. */
  scopes?: readonly string[];
  /** From its creation or last rotation to its end; null when it has none. */
  ttlSeconds?: number | null;
  /** Since the last rotation, or the creation. */
  ageSeconds?: number;
  /** Since the last use, rotation or creation, whichever came last. */
  idleSeconds?: number;
  /** Null when the caller did not give the address. */
  address?: string | null;
  /** Uses in the window, this one included. */
  windowUses?: number;
}

/** The fault that a check found. */
export interface Finding {
  /** For people: `it is older than 90 days`. */
  reason: string;
  details: Record<string, unknown>;
}

export type Check = (attempted: Attempted) => Finding | undefined;

/** The definition of a type of policy. */
export interface PolicyKind<Parameters extends object> {
  /** The name of the contract's schema of its parameters. */
  schema: string;
  /** Where it bites. */
  operations: readonly PolicyOperation[];
  /** The parameters in the one form they are stored in. @throws {Failure} VALIDATION_ERROR when they make no sense */
  normalize?: (parameters: Parameters) => Parameters;
  compile: (parameters: Parameters) => Check;
}

/** The identity that a violation is reported for, and the credential on which SUSPEND and REVOKE act. */
export interface Violator {
  identityId: string;
  identityName: string;
  credentialId: string | null;
  /** The configuration that was judged: what has changed since is left alone. */
  credentialVersion: number | null;
}
