import type { EntityManager } from '@mikro-orm/postgresql';
import type { Credential } from '../entities/credential.ts';
import type { Identity } from '../entities/identity.ts';
import { tenancyOf } from '../entities/owned.ts';
import { Failure } from '../failure.ts';
import { rangeHolds } from '../lib/address.ts';
import { callerBounds } from '../queries/caller-bounds.ts';
import type { Grantor } from './grants.ts';

/** How long something lasts, how often it works, and from where. */
export interface Bounds {
  /** Null when it does not end. */
  endsAt: Date | null;
  /** How often it can still be used; null where that is not limited. */
  usesLeft: number | null;
  /** Lists of address ranges, each of which must hold the address of a use. */
  addresses: readonly (readonly string[])[];
}

/** What has no end, no cap and no addresses: signing secrets, client secrets, memberships. */
export const unbounded: Bounds = { endsAt: null, usesLeft: null, addresses: [] };

type BoundField = 'expiresAt' | 'maxUsageCount' | 'allowedIps';

/** The earlier of two ends. */
const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other;

const listed = (...lists: (readonly string[] | null)[]): (readonly string[])[] =>
  lists.filter((list) => list !== null);

/** What bounds everything that an identity holds or can obtain. */
export const boundsOfIdentity = ({
  expiresAt,
  allowedIps,
}: Pick<Identity, 'expiresAt' | 'allowedIps'>): Bounds => ({
  endsAt: expiresAt,
  usesLeft: null,
  addresses: listed(allowedIps),
});

/** What bounds a credential by itself, without its identity. */
const boundsOfCredential = ({
  expiresAt,
  maxUsageCount,
  usageCount,
  allowedIps,
}: CredentialBounds): Bounds => ({
  endsAt: expiresAt,
  usesLeft: maxUsageCount === null ? null : maxUsageCount - usageCount,
  addresses: listed(allowedIps),
});

export type CredentialBounds = Pick<Credential, 'expiresAt' | 'maxUsageCount' | 'usageCount' | 'allowedIps'>;

/** What holds where both hold. */
const both = (one: Bounds, other: Bounds): Bounds => ({
  endsAt: earlier(one.endsAt, other.endsAt),
  usesLeft: one.usesLeft ?? other.usesLeft,
  addresses: [...one.addresses, ...other.addresses],
});

/** The bounds of `own` that `given` would go beyond. */
export function boundsExceeded(own: Bounds, given: Bounds): BoundField[] {
  const exceeded: BoundField[] = [];
  if (own.endsAt !== null && (given.endsAt === null || given.endsAt > own.endsAt)) exceeded.push('expiresAt');
  if (own.usesLeft !== null && (given.usesLeft === null || given.usesLeft > own.usesLeft))
    exceeded.push('maxUsageCount');
  const isWithin = (outer: readonly string[]): boolean =>
    given.addresses.some((inner) => inner.every((range) => outer.some((one) => rangeHolds(one, range))));
  if (!own.addresses.every(isWithin)) exceeded.push('allowedIps');
  return exceeded;
}

/** What bounds the key that calls, by itself and by its identity. */
interface Caller {
  identityId: string | undefined;
  credential: Bounds;
  identity: Bounds;
}

/** Reads the bounds of the key that calls. A directory, a user and the service itself are bounded elsewhere. */
async function boundsOfCaller(em: EntityManager, { actor }: Grantor): Promise<Caller> {
  const keyId = actor.type === 'API_KEY' ? actor.id : null;
  const found = keyId === null ? undefined : await callerBounds(em, tenancyOf(em).orgId, keyId);
  if (!found) return { identityId: undefined, credential: unbounded, identity: unbounded };
  const { identityId, credentialEndsAt, identityEndsAt, usesLeft, credentialIps, identityIps } = found;
  return {
    identityId,
    credential: { endsAt: credentialEndsAt, usesLeft, addresses: listed(credentialIps) },
    identity: { endsAt: identityEndsAt, usesLeft: null, addresses: listed(identityIps) },
  };
}

/**
 * Requires that what a key gives does not outlast the key (docs/decisions/0041): no later end, no more uses, no other
 * addresses. To be called before the change is flushed, or a key could lift its own bounds first.
 * @throws {Failure} BOUND_NOT_GRANTABLE
 */
export async function requireWithinOwnBounds(
  em: EntityManager,
  grantor: Grantor,
  given: Bounds,
): Promise<void> {
  const { credential, identity } = await boundsOfCaller(em, grantor);
  requireWithin(both(credential, identity), given);
}

function requireWithin(own: Bounds, given: Bounds): void {
  const bounds = boundsExceeded(own, given);
  if (bounds.length === 0) return;
  throw new Failure('BOUND_NOT_GRANTABLE', {
    bounds,
    expiresAt: own.endsAt?.toISOString() ?? null,
    usesLeft: own.usesLeft,
    allowedIps: own.addresses.flat(),
  });
}

/**
 * The same for a credential that is given. It is compared by its own fields: another caller may lift the bounds of its
 * identity later (docs/decisions/0054). Only the identity of the caller bounds both alike, so that it is left out.
 * @throws {Failure} BOUND_NOT_GRANTABLE
 */
export async function requireMayGiveCredential(
  em: EntityManager,
  grantor: Grantor,
  given: CredentialBounds & Pick<Credential, 'identityId'>,
): Promise<void> {
  const { identityId, credential, identity } = await boundsOfCaller(em, grantor);
  const own = given.identityId === identityId ? credential : both(credential, identity);
  requireWithin(own, boundsOfCredential(given));
}

/**
 * The same for a change of a credential: only what makes it last longer, count more or be used from elsewhere is judged.
 * @param change.gives whether it is judged in any case
 * @throws {Failure} BOUND_NOT_GRANTABLE
 */
export async function requireMayLoosenCredential(
  em: EntityManager,
  grantor: Grantor,
  { before, after, gives }: { before: Credential; after: Partial<CredentialBounds>; gives: boolean },
): Promise<void> {
  const { identityId, expiresAt, maxUsageCount, usageCount, allowedIps } = before;
  const given = { identityId, expiresAt, maxUsageCount, usageCount, allowedIps, ...after };
  const loosens = boundsExceeded(boundsOfCredential(before), boundsOfCredential(given)).length > 0;
  if (gives || loosens) await requireMayGiveCredential(em, grantor, given);
}

/** As {@link requireMayLoosenCredential}, for what has bounds of one kind. @throws {Failure} BOUND_NOT_GRANTABLE */
export async function requireMayLoosen(
  em: EntityManager,
  grantor: Grantor,
  { before, after, gives = false }: { before: Bounds; after: Bounds; gives?: boolean },
): Promise<void> {
  if (gives || boundsExceeded(before, after).length > 0) await requireWithinOwnBounds(em, grantor, after);
}
