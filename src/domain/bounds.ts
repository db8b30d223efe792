import type { EntityManager } from '@mikro-orm/postgresql';
import type { Credential } from '../entities/credential.ts';
import type { Identity } from '../entities/identity.ts';
import { tenancyOf } from '../entities/owned.ts';
import { Failure } from '../failure.ts';
import { rangeHolds } from '../lib/address.ts';
import { callerBounds } from '../queries/caller-bounds.ts';
import type { Grantor } from './grants.ts';

/** How long something lasts, how often and how fast it works, and from where. */
export interface Bounds {
  /** Null when it does not end. */
  endsAt: Date | null;
  /** How often it can still be used; null where that is not limited. */
  usesLeft: number | null;
  /** Lists of address ranges, each of which must hold the address of a use. */
  addresses: readonly (readonly string[])[];
  /** Requests a minute; null where the limit of the service holds, 0 where this is not an API key. */
  perMinute: number | null;
}

/** What has no end, no cap and no addresses: signing secrets, client secrets, memberships. */
export const unbounded: Bounds = { endsAt: null, usesLeft: null, addresses: [], perMinute: 0 };

type BoundField = 'expiresAt' | 'maxUsageCount' | 'allowedIps' | 'rateLimitPerMinute';

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
  // Workloads obtain credentials without a limit of their own.
  perMinute: null,
});

/** What bounds a credential: its own fields and those of its identity. */
export const boundsOfCredential = (
  { expiresAt, maxUsageCount, usageCount, allowedIps, rateLimitPerMinute }: CredentialBounds,
  identity: Pick<Identity, 'expiresAt' | 'allowedIps'>,
): Bounds => ({
  endsAt: earlier(expiresAt, identity.expiresAt),
  usesLeft: maxUsageCount === null ? null : maxUsageCount - usageCount,
  addresses: listed(allowedIps, identity.allowedIps),
  perMinute: rateLimitPerMinute,
});

export type CredentialBounds = Pick<
  Credential,
  'expiresAt' | 'maxUsageCount' | 'usageCount' | 'allowedIps' | 'rateLimitPerMinute'
>;

/**
 * The bounds of `own` that `given` would go beyond.
 * @param usualPerMinute the limit of what has none of its own, in requests a minute; 0 where limits are off
 */
export function boundsExceeded(own: Bounds, given: Bounds, usualPerMinute: number): BoundField[] {
  const exceeded: BoundField[] = [];
  if (own.endsAt !== null && (given.endsAt === null || given.endsAt > own.endsAt)) exceeded.push('expiresAt');
  if (own.usesLeft !== null && (given.usesLeft === null || given.usesLeft > own.usesLeft))
    exceeded.push('maxUsageCount');
  const isWithin = (outer: readonly string[]): boolean =>
    given.addresses.some((inner) => inner.every((range) => outer.some((one) => rangeHolds(one, range))));
  if (!own.addresses.every(isWithin)) exceeded.push('allowedIps');
  // 0 switches the limit of the service off.
  const usual = usualPerMinute === 0 ? Number.POSITIVE_INFINITY : usualPerMinute;
  if (own.perMinute !== null && (given.perMinute ?? usual) > own.perMinute)
    exceeded.push('rateLimitPerMinute');
  return exceeded;
}

/** Reads the bounds of the key that calls. A directory, a user and the service itself are bounded elsewhere. */
async function boundsOfCaller(em: EntityManager, { actor }: Grantor): Promise<Bounds> {
  const none = { ...unbounded, perMinute: null };
  if (actor.type !== 'API_KEY' || actor.id === null) return none;
  const found = await callerBounds(em, tenancyOf(em).orgId, actor.id);
  if (!found) return none;
  const { endsAt, usesLeft, credentialIps, identityIps, perMinute } = found;
  return { endsAt, usesLeft, addresses: listed(credentialIps, identityIps), perMinute };
}

/**
 * Requires that what a key gives does not outlast the key (docs/decisions/0041): no later end, no more uses, no other
 * addresses, no more requests a minute. To be called before the change is flushed, or a key could lift its own bounds first.
 * @throws {Failure} BOUND_NOT_GRANTABLE
 */
export async function requireWithinOwnBounds(
  em: EntityManager,
  grantor: Grantor,
  given: Bounds,
): Promise<void> {
  const own = await boundsOfCaller(em, grantor);
  const bounds = boundsExceeded(own, given, grantor.usualPerMinute ?? 0);
  if (bounds.length === 0) return;
  throw new Failure('BOUND_NOT_GRANTABLE', {
    bounds,
    expiresAt: own.endsAt?.toISOString() ?? null,
    usesLeft: own.usesLeft,
    allowedIps: own.addresses.flat(),
    rateLimitPerMinute: own.perMinute,
  });
}

/**
 * The same for a change: only what makes it last longer, count more, work faster or be used from elsewhere is judged. A
 * limit of its own above that of the service makes it faster.
 */
export async function requireMayLoosen(
  em: EntityManager,
  grantor: Grantor,
  { before, after, gives = false }: { before: Bounds; after: Bounds; gives?: boolean },
): Promise<void> {
  const usual = grantor.usualPerMinute ?? 0;
  const sameRate = after.perMinute === before.perMinute;
  const present = { ...before, perMinute: sameRate ? null : (before.perMinute ?? usual) };
  if (gives || boundsExceeded(present, after, usual).length > 0)
    await requireWithinOwnBounds(em, grantor, after);
}
