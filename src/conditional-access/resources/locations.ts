import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { requireMayGiveLasting } from '../../credentials/bounds.ts';
import { Failure, invalid } from '../../failure.ts';
import { newId } from '../../lib/id.ts';
import { ifOn, type Loosens, loosensBy, never } from '../../lib/loosening.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import { assignChanges } from '../../platform/fields.ts';
import type { Grantor } from '../../platform/grants.ts';
import { lockForChange } from '../../platform/locked.ts';
import { type Quotas, requireRoom } from '../../platform/quotas.ts';
import { nameContains } from '../../platform/sql/spellings.ts';
import { lockTenant, type TenantLock } from '../../platform/sql/tenants.ts';
import type { IfMatch } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';
import { tellChange } from './change-events.ts';
import { checkedRanges } from './condition-input.ts';
import { NamedLocation } from './entities/named-location.ts';
import { type LockoutWays, requireNoAccessLockout } from './lockout.ts';
import { policiesNaming, renewAccessVersion } from './sql/access-version.ts';

export interface NewLocation {
  name: string;
  type: 'IP' | 'COUNTRY';
  ipRanges: string[];
  countries: string[];
  isTrusted: boolean;
  includeUnknown: boolean;
}

export type LocationPatch = Partial<Omit<NewLocation, 'type'>>;

/** @throws {Failure} LOCATION_NOT_FOUND */
export async function findLocation(tx: Tx, id: string): Promise<NamedLocation> {
  const location = await tx.findOne(NamedLocation, { id });
  if (!location) throw new Failure('LOCATION_NOT_FOUND');
  return location;
}

/** The locations of the tenant by name. */
export async function listLocations(
  tx: Tx,
  { search }: { search?: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ locations: NamedLocation[]; total: number }> {
  const orderBy = [{ name: 'asc' }, { id: 'asc' }] as const;
  const [locations, total] = await tx.findAndCount(NamedLocation, nameContains(search), {
    limit,
    offset,
    orderBy: [...orderBy],
  });
  return { locations, total };
}

/** The fields of a location fit its type. @throws {Failure} VALIDATION_ERROR */
function requireSense({
  type,
  ipRanges,
  countries,
  includeUnknown,
}: Omit<NewLocation, 'name' | 'isTrusted'>): void {
  if (type === 'IP') {
    if (ipRanges.length === 0) throw invalid('ipRanges', 'must have a range such as 203.0.113.0/24');
    if (countries.length > 0) throw invalid('countries', 'must be empty for a location of type IP');
    if (includeUnknown) throw invalid('includeUnknown', 'must be false for a location of type IP');
    return;
  }
  if (countries.length === 0 && !includeUnknown) throw invalid('countries', 'must have a country such as DE');
  if (ipRanges.length > 0) throw invalid('ipRanges', 'must be empty for a location of type COUNTRY');
}

/**
 * @throws {Failure} VALIDATION_ERROR, QUOTA_EXCEEDED, LOCATION_EXISTS; if it is trusted also REAUTHENTICATION_REQUIRED,
 * BOUND_NOT_GRANTABLE
 */
export async function createLocation(
  tx: Tx,
  input: NewLocation,
  grantor: Grantor,
  quotas: Quotas,
): Promise<NamedLocation> {
  requireSense(input);
  const ipRanges = checkedRanges('ipRanges', input.ipRanges);
  // From a trusted place, users set up factors without another one.
  if (input.isTrusted) await requireMayGiveLasting(tx, grantor);
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  await requireRoom(lock, 'named locations', () => tx.count(NamedLocation), quotas.maxNamedLocations);
  const location = tx.create(NamedLocation, {
    ...input,
    ipRanges,
    id: newId('loc'),
    createdBy: grantor.actor.id,
  });
  await takeEffect(tx, lock, location);
  await tellChange(tx, location, { change: 'CREATED', changedBy: grantor.actor });
  return location;
}

/**
 * @throws {Failure} LOCATION_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, LOCATION_EXISTS, LOCKOUT_RISK; if it opens another place
 * also REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function updateLocation(
  tx: Tx,
  id: string,
  patch: LocationPatch,
  grantor: Grantor,
  ways: LockoutWays & IfMatch,
): Promise<{ location: NamedLocation; changes: FieldChange[] }> {
  const { actor: changedBy } = grantor;
  const { lock, location } = await lockLocation(tx, id, ways);
  const { name, countries, isTrusted, includeUnknown, ipRanges: ranges, ...rest } = patch;
  rest satisfies Record<string, never>;
  const ipRanges = ranges && checkedRanges('ipRanges', ranges);
  const changes = assignChanges<NamedLocation>(location, {
    name,
    ipRanges,
    countries,
    isTrusted,
    includeUnknown,
  });
  requireSense(location);
  if (changes.length > 0) {
    if (await opens(tx, location, changes)) await requireMayGiveLasting(tx, grantor);
    await takeEffect(tx, lock, location);
    await requireNoAccessLockout(tx, ways);
    await tellChange(tx, location, { change: 'UPDATED', changes, changedBy });
  }
  return { location, changes };
}

const fields = { name: never, isTrusted: ifOn } satisfies Partial<Record<keyof NamedLocation, Loosens>>;

/**
 * Tells whether a change lets users in from elsewhere, or trusts another place. A policy may include a location or exclude it, and so
 * every other place loosens one of them. A location that is not trusted and that no policy names opens nothing.
 */
async function opens(
  tx: Tx,
  { id, orgId, isTrusted }: NamedLocation,
  changes: readonly FieldChange[],
): Promise<boolean> {
  if (!loosensBy(fields, changes)) return false;
  return isTrusted || (await policiesNaming(tx, orgId, id)).length > 0;
}

/** @throws {Failure} LOCATION_NOT_FOUND, PRECONDITION_FAILED, LOCATION_IN_USE */
export async function deleteLocation(
  tx: Tx,
  id: string,
  { actor: changedBy }: Grantor,
  condition: IfMatch,
): Promise<NamedLocation> {
  const { lock, location } = await lockLocation(tx, id, condition);
  const policies = await policiesNaming(tx, lock.orgId, id);
  if (policies.length > 0) throw new Failure('LOCATION_IN_USE', { policies });
  tx.remove(location);
  await tx.flush();
  await renewAccessVersion(tx, lock);
  await tellChange(tx, location, { change: 'DELETED', changedBy });
  return location;
}

/** The tenant is locked first, so that no policy can name the location meanwhile. */
async function lockLocation(tx: Tx, id: string, condition: IfMatch) {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  return { lock, location: await lockForChange(tx, NamedLocation, id, condition, 'LOCATION_NOT_FOUND') };
}

async function takeEffect(tx: Tx, lock: TenantLock, { name }: NamedLocation): Promise<void> {
  try {
    await tx.flush();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException)
      throw new Failure('LOCATION_EXISTS', { name }, error);
    throw error;
  }
  await renewAccessVersion(tx, lock);
}
