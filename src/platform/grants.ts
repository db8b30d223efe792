import type { Actor } from './events.ts';
import { Failure } from '../failure.ts';
import { exceeding, holds, isManagementScope, type ManagementScope, ungrantable } from '../lib/scope.ts';

/** Who acts, and what it may give away. */
export interface Grantor {
  actor: Actor;
  scopes: readonly string[];
  /** Requests a minute of keys without a limit of their own; 0 where limits are off. API keys have it. */
  usualPerMinute?: number;
  /** How many seconds ago a user proved who it is; keys have none. */
  proofAgeSeconds?: number;
  /** When a user who calls leaves; null where nothing is planned. What the user gives does not last longer. */
  leavesAt?: Date | null;
  /** The request it acts by, for what is told of it. */
  requestId?: string;
}

export const systemActor: Actor = { type: 'SYSTEM', id: null, name: null };

/**
 * Applies the grant rule (decisions 6.13). A caller who obtains or changes a secret, or grants a right, must hold every
 * management scope that it carries. Otherwise a key that may only rotate could make itself owner.
 */
export function requireGrantable(grantor: Grantor, scopes: readonly string[]): void {
  const missing = ungrantable(grantor.scopes, scopes);
  if (missing.length > 0)
    throw new Failure('SCOPE_NOT_GRANTABLE', {
      scopes: missing,
      reason: 'you do not have these scopes',
    });
  if (scopes.some(isManagementScope)) requireRecentProof(grantor, recentSeconds);
}

/** How long ago a user may have signed in who gives a right over this service away, or takes over who has one. */
const recentSeconds = 300;

/**
 * Has a user sign in again whose sign-in is too long ago. A browser that was left open does no lasting harm.
 * @throws {Failure} REAUTHENTICATION_REQUIRED
 */
export function requireRecentProof(
  { proofAgeSeconds }: Pick<Grantor, 'proofAgeSeconds'>,
  seconds: number,
): void {
  if (proofAgeSeconds !== undefined && proofAgeSeconds > seconds)
    throw new Failure('REAUTHENTICATION_REQUIRED', { maxAgeSeconds: seconds });
}

/** A right that an operation needs besides its own permission. @throws {Failure} INSUFFICIENT_SCOPE */
export function requireAlso({ scopes }: Pick<Grantor, 'scopes'>, scope: ManagementScope): void {
  if (!holds(scopes, scope)) throw new Failure('INSUFFICIENT_SCOPE', { required: [scope] });
}

/** @param ceiling the allowedScopes of the identity; null means any */
export function requireWithin(ceiling: readonly string[] | null, scopes: readonly string[]): void {
  const beyond = exceeding(ceiling, scopes);
  if (beyond.length > 0) {
    throw new Failure('SCOPE_NOT_GRANTABLE', {
      scopes: beyond,
      reason: 'allowedScopes of the identity does not have these scopes',
    });
  }
}
