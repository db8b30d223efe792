import type { Credential } from './entities/credential.ts';
import type { Identity } from './entities/identity.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { Failure } from '../failure.ts';
import { rangeHolds } from '../lib/address.ts';
import { pick } from '../lib/object.ts';
import { callerBounds } from './sql/credentials.ts';
import { type Grantor, requireProofOfChange } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';

/** How long something lasts, how often and how fast it works, and from where. */
export interface Bounds {
  /** Null when it does not end. */
  endsAt: Date | null;
  /** How often it can still be used; null where that is not limited. */
  usesLeft: number | null;
  /** Lists of address ranges. Each list must hold the address of a use. */
  addresses: readonly (readonly string[])[];
  /** Requests a minute; null where the limit of the service holds, 0 where this is not an API key. */
  perMinute: number | null;
}

/** Bounds without an end, a cap or addresses: those of signing secrets, client secrets and memberships. */
export const unbounded: Bounds = { endsAt: null, usesLeft: null, addresses: [], perMinute: 0 };

type BoundField = 'expiresAt' | 'maxUsageCount' | 'allowedIps' | 'rateLimitPerMinute';

/** The earlier of two ends. */
const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other;

const listed = (...lists: (readonly string[] | null)[]): (readonly string[])[] =>
  lists.filter((list) => list !== null);

/** Returns the bounds of everything that an identity holds or can obtain. */
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

/** Returns the bounds of a credential by itself, without those of its identity. */
const boundsOfCredential = ({
  expiresAt,
  maxUsageCount,
  usageCount,
  allowedIps,
  rateLimitPerMinute,
}: CredentialBounds): Bounds => ({
  endsAt: expiresAt,
  usesLeft: maxUsageCount === null ? null : maxUsageCount - usageCount,
  addresses: listed(allowedIps),
  perMinute: rateLimitPerMinute,
});

/** The fields that bound a credential. */
export const boundFields = [
  'expiresAt',
  'maxUsageCount',
  'usageCount',
  'allowedIps',
  'rateLimitPerMinute',
] as const;

export type CredentialBounds = Pick<Credential, (typeof boundFields)[number]>;

/**
 * The bounds of `own` that `given` would go beyond.
 * @param usualPerMinute the limit of what has none of its own, in requests a minute; 0 where limits are off
 */
function boundsExceeded(own: Bounds, given: Bounds, usualPerMinute: number): BoundField[] {
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

/** The bounds of the key that calls. */
interface Caller {
  identityId: string | undefined;
  /** By itself. */
  credential: Bounds;
  /** By itself and by its identity. */
  whole: Bounds;
  /** The bounds of every other gift than a credential. They lack its own end if its rule of federation says `mayGiveLasting`. */
  lasting: Bounds;
}

/** Reads the bounds of the caller. A user has an end only. A directory and the service itself are bounded elsewhere. */
async function boundsOfCaller(tx: Tx, { actor, leavesAt = null }: Grantor): Promise<Caller> {
  const none = { ...unbounded, perMinute: null, endsAt: leavesAt };
  const keyId = actor.type === 'API_KEY' ? actor.id : null;
  const found = keyId === null ? undefined : await callerBounds(tx, tenancyOf(tx).orgId, keyId);
  if (!found) return { identityId: undefined, credential: none, whole: none, lasting: none };
  const { identityId, credentialEndsAt, identityEndsAt, usesLeft, credentialIps, identityIps, perMinute } =
    found;
  const credential = { endsAt: credentialEndsAt, usesLeft, addresses: listed(credentialIps), perMinute };
  const whole = {
    ...credential,
    endsAt: earlier(credentialEndsAt, identityEndsAt),
    addresses: listed(credentialIps, identityIps),
  };
  const lasting = found.mayGiveLasting ? { ...whole, endsAt: identityEndsAt } : whole;
  return { identityId, credential, whole, lasting };
}

/**
 * Requires that what a key gives does not outlast the key (docs/decisions/0041): no later end, no more uses, no other
 * addresses, no more requests a minute. A user needs a recent sign-in. To be called before the change is flushed, or a key could lift its
 * own bounds first.
 * @throws {Failure} REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function requireWithinOwnBounds(tx: Tx, grantor: Grantor, given: Bounds): Promise<void> {
  requireProofOfChange(grantor);
  const { lasting } = await boundsOfCaller(tx, grantor);
  requireWithin(lasting, given, grantor);
}

/**
 * Requires that a key has no bound of any kind, also if its rule of federation says `mayGiveLasting`. A user needs a recent sign-in.
 * @throws {Failure} REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function requireWithoutBounds(tx: Tx, grantor: Grantor): Promise<void> {
  requireProofOfChange(grantor);
  const { whole } = await boundsOfCaller(tx, grantor);
  requireWithin(whole, unbounded, grantor);
}

/**
 * Asks what a change needs that gives what lasts, vouches, moves or loosens: a recent sign-in of a user, and a key without an end
 * (docs/decisions/0093). For changes that {@link requireWithinOwnBounds} does not compare.
 * @throws {Failure} REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function requireMayGiveLasting(tx: Tx, grantor: Grantor): Promise<void> {
  requireProofOfChange(grantor);
  await requireWithoutEnd(tx, grantor);
}

/**
 * Requires that the caller neither ends nor is capped. Its addresses do not count: what it changes stays within the reach of the network
 * that it is bound to (docs/decisions/0041).
 * @throws {EndingCaller} BOUND_NOT_GRANTABLE
 */
export async function requireWithoutEnd(tx: Tx, grantor: Grantor): Promise<void> {
  const { lasting } = await boundsOfCaller(tx, grantor);
  const { endsAt, usesLeft } = lasting;
  const bounds = [
    ...(endsAt === null ? [] : ['expiresAt' as const]),
    ...(usesLeft === null ? [] : ['maxUsageCount' as const]),
  ];
  if (bounds.length > 0) throw new EndingCaller(detailsOf(lasting, bounds));
}

/** The refusal of a caller that ends. For one release, the log names these callers. */
export class EndingCaller extends Failure {
  constructor(details: Record<string, unknown>) {
    super('BOUND_NOT_GRANTABLE', details);
  }
}

function requireWithin(own: Bounds, given: Bounds, { usualPerMinute = 0 }: Grantor): void {
  const bounds = boundsExceeded(own, given, usualPerMinute);
  if (bounds.length > 0) throw new Failure('BOUND_NOT_GRANTABLE', detailsOf(own, bounds));
}

const detailsOf = (own: Bounds, bounds: readonly BoundField[]): Record<string, unknown> => ({
  bounds,
  expiresAt: own.endsAt?.toISOString() ?? null,
  usesLeft: own.usesLeft,
  allowedIps: own.addresses.flat(),
  rateLimitPerMinute: own.perMinute,
});

/**
 * The same for a credential that is given. It is compared by its own fields: another caller may lift the bounds of its
 * identity later (docs/decisions/0054). Only the identity of the caller bounds both alike, so that it is left out. A user needs a recent
 * sign-in.
 * @throws {Failure} REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function requireMayGiveCredential(
  tx: Tx,
  grantor: Grantor,
  given: CredentialBounds & Pick<Credential, 'identityId'>,
): Promise<void> {
  requireProofOfChange(grantor);
  const { identityId, credential, whole } = await boundsOfCaller(tx, grantor);
  const own = given.identityId === identityId ? credential : whole;
  requireWithin(own, boundsOfCredential(given), grantor);
}

/**
 * The same for a change of a credential: only what makes it last longer, count more,
 * work faster or be used from elsewhere is judged.
 * @param change.gives whether it is judged in any case
 * @throws {Failure} BOUND_NOT_GRANTABLE
 */
export async function requireMayLoosenCredential(
  tx: Tx,
  grantor: Grantor,
  { before, after, gives }: { before: Credential; after: Partial<CredentialBounds>; gives: boolean },
): Promise<void> {
  const own = pick(before, ['identityId', ...boundFields]);
  const given = { ...own, ...after };
  if (gives || loosens(boundsOfCredential(own), boundsOfCredential(given), grantor))
    await requireMayGiveCredential(tx, grantor, given);
}

/** As {@link requireMayLoosenCredential}, for what has bounds of one kind. @throws {Failure} BOUND_NOT_GRANTABLE */
export async function requireMayLoosen(
  tx: Tx,
  grantor: Grantor,
  { before, after, gives }: { before: Bounds; after: Bounds; gives: boolean },
): Promise<void> {
  if (gives || loosens(before, after, grantor)) await requireWithinOwnBounds(tx, grantor, after);
}

/** Whether a change lifts a bound. A limit of its own above that of the service makes a credential faster. */
function loosens(before: Bounds, after: Bounds, { usualPerMinute: usual = 0 }: Grantor): boolean {
  const sameRate = after.perMinute === before.perMinute;
  const present = { ...before, perMinute: sameRate ? null : (before.perMinute ?? usual) };
  return boundsExceeded(present, after, usual).length > 0;
}
