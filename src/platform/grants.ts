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
  /** Notes what the rules below ask of the caller; absent if the response is not stored for a replay. */
  demands?: Demands;
}

/**
 * Demands of the rules of this file on a caller while a request ran. A replay of the response repeats the
 * demands.
 */
export interface Demands {
  /** The scopes that the caller gave or took over. */
  granted: string[];
  also: ManagementScope[];
  /** How old the proof of a user may be; null if that did not matter. */
  recentSeconds: number | null;
  /** The scopes of what the caller ended; absent in responses that nodes of the release before stored. */
  ended?: string[];
}

export const noDemands = (): Demands => ({ granted: [], also: [], recentSeconds: null });

/**
 * Asks a caller again for what its request was asked for, because rights end and proofs grow old.
 * @throws {Failure} SCOPE_NOT_GRANTABLE, INSUFFICIENT_SCOPE, REAUTHENTICATION_REQUIRED
 */
export function requireDemands(
  grantor: Grantor,
  { granted, also, recentSeconds, ended = [] }: Demands,
): void {
  requireGrantable(grantor, granted);
  requireMayEnd(grantor, ended);
  for (const scope of also) requireAlso(grantor, scope);
  if (recentSeconds !== null) requireRecentProof(grantor, recentSeconds);
}

export const systemActor: Actor = { type: 'SYSTEM', id: null, name: null };

/**
 * Applies the grant rule (decisions 6.13). A caller who obtains or changes a secret, or grants a right, must hold every
 * management scope that it carries. Otherwise a key that may only rotate could make itself owner.
 */
export function requireGrantable(grantor: Grantor, scopes: readonly string[]): void {
  const { demands } = grantor;
  if (demands) demands.granted = [...new Set([...demands.granted, ...scopes])];
  requireHeld(grantor, scopes);
  if (scopes.some(isManagementScope)) requireProofOfChange(grantor);
}

/**
 * Applies the grant rule to an act that ends or stops something: a caller who may not change what carries these scopes may not end it
 * either (docs/decisions/0094). It asks for no recent proof, because a leak must not wait.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export function requireMayEnd(grantor: Grantor, scopes: readonly string[]): void {
  const { demands } = grantor;
  if (demands) demands.ended = [...new Set([...(demands.ended ?? []), ...scopes])];
  requireHeld(grantor, scopes);
}

function requireHeld(grantor: Grantor, scopes: readonly string[]): void {
  const missing = ungrantable(grantor.scopes, scopes);
  if (missing.length > 0)
    throw new Failure('SCOPE_NOT_GRANTABLE', {
      scopes: missing,
      reason: 'you do not have these scopes',
    });
}

/** How long ago a user may have signed in who gives what lasts, moves something or loosens a rule. */
const recentProofSeconds = 300;

/**
 * Has a user sign in again whose sign-in is too long ago. A browser that was left open does no lasting harm.
 * @throws {Failure} REAUTHENTICATION_REQUIRED
 */
export function requireRecentProof(
  { proofAgeSeconds, demands }: Pick<Grantor, 'proofAgeSeconds' | 'demands'>,
  seconds: number,
): void {
  if (demands) demands.recentSeconds = Math.min(demands.recentSeconds ?? seconds, seconds);
  if (proofAgeSeconds !== undefined && proofAgeSeconds > seconds)
    throw new Failure('REAUTHENTICATION_REQUIRED', { maxAgeSeconds: seconds });
}

/**
 * Asks a user for a recent sign-in at a change that gives what lasts, vouches, moves or loosens (docs/decisions/0093). To be called where
 * the rule of a room knows that a change does so; operations that always do it say so in `openapi/effects.yaml`. Keys do not notice.
 * @throws {Failure} REAUTHENTICATION_REQUIRED
 */
export function requireProofOfChange(grantor: Pick<Grantor, 'proofAgeSeconds' | 'demands'>): void {
  requireRecentProof(grantor, recentProofSeconds);
}

/** A right that an operation needs besides its own permission. @throws {Failure} INSUFFICIENT_SCOPE */
export function requireAlso(
  { scopes, demands }: Pick<Grantor, 'scopes' | 'demands'>,
  scope: ManagementScope,
): void {
  if (demands) demands.also = [...new Set([...demands.also, scope])];
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
