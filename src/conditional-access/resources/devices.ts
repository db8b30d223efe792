import { requireMayGiveLasting } from '../../credentials/bounds.ts';
import { Failure, invalid } from '../../failure.ts';
import { ifGains, ifHigher, type Loosens, loosensBy } from '../../lib/loosening.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import { assignChanges, timeOf } from '../../platform/fields.ts';
import type { Grantor } from '../../platform/grants.ts';
import { lockOne, lockForChange } from '../../platform/locked.ts';
import { type Quotas, requireRoom } from '../../platform/quotas.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import { type IfMatch, requireVersion } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';
import { findUser } from '../../users/directory/users.ts';
import { AccessDevice } from './entities/access-device.ts';
import { type LockoutWays, requireNoAccessLockout } from './lockout.ts';
import { judgesDevices, thumbprintsOfOthers } from './sql/access-devices.ts';

/** A device, as an MDM writes it. */
export interface DeviceInput {
  userId: string;
  platform: AccessDevice['platform'];
  trust: AccessDevice['trust'];
  trustExpiresAt: string | null;
  certificateThumbprints: string[];
}

/** The fields of a trusted device, and which changes trust more. */
export const trusting = {
  trustExpiresAt: ifHigher,
  certificateThumbprints: ifGains,
} satisfies Partial<Record<keyof AccessDevice, Loosens>>;

const isTrusted = ({ trust }: Pick<AccessDevice, 'trust'>): boolean =>
  trust === 'compliant' || trust === 'managed';

/** Ids are part of a path. */
const idForm = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** @throws {Failure} DEVICE_NOT_FOUND */
export async function findDevice(tx: Tx, id: string): Promise<AccessDevice> {
  const device = await tx.findOne(AccessDevice, { id });
  if (!device) throw new Failure('DEVICE_NOT_FOUND');
  return device;
}

/**
 * Creates the device with this id, or makes it what the MDM says. The same request twice changes nothing. The lock of the tenant
 * keeps two devices from getting one certificate, and the user from being deleted.
 * @throws {Failure} VALIDATION_ERROR, USER_NOT_FOUND, PRECONDITION_FAILED, QUOTA_EXCEEDED, DEVICE_CERTIFICATE_TAKEN, LOCKOUT_RISK; if it
 * gives trust also REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function putDevice(
  tx: Tx,
  id: string,
  input: DeviceInput,
  grantor: Grantor,
  { ifMatch, quotas, ...ways }: LockoutWays & IfMatch & { quotas: Quotas },
): Promise<{ device: AccessDevice; changes: FieldChange[] }> {
  if (!idForm.test(id))
    throw invalid(
      'deviceId',
      'must be 1 to 128 letters, digits, dots, colons, underscores and hyphens such as C02XK1',
    );
  const { orgId } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const known = await lockOne(tx, AccessDevice, { id });
  if (!known && ifMatch !== undefined) throw new Failure('PRECONDITION_FAILED');
  if (known) requireVersion(known, ifMatch);
  await findUser(tx, input.userId);
  const fields = checkedFields(input);
  const { certificateThumbprints: thumbprints } = fields;
  const [taken] = await thumbprintsOfOthers(tx, orgId, { id, thumbprints });
  if (taken !== undefined) throw new Failure('DEVICE_CERTIFICATE_TAKEN', { thumbprint: taken });
  if (!known) {
    if (isTrusted(fields)) await requireMayGiveLasting(tx, grantor);
    await requireRoom(lock, 'devices', () => tx.count(AccessDevice), quotas.maxAccessDevices);
    const device = tx.create(AccessDevice, { ...fields, id, createdBy: grantor.actor.id });
    await tx.flush();
    await requireNoDeviceLockout(tx, ways);
    return { device, changes: [] };
  }
  const changes = assignChanges<AccessDevice>(known, fields);
  if (isTrusted(fields) && loosensBy(trusting, changes)) await requireMayGiveLasting(tx, grantor);
  if (changes.length > 0) {
    await tx.flush();
    await requireNoDeviceLockout(tx, ways);
  }
  return { device: known, changes };
}

/** @throws {Failure} DEVICE_NOT_FOUND, PRECONDITION_FAILED, LOCKOUT_RISK */
export async function deleteDevice(
  tx: Tx,
  id: string,
  { ifMatch, ...ways }: LockoutWays & IfMatch,
): Promise<AccessDevice> {
  await lockTenant(tx, tenancyOf(tx).orgId);
  const device = await lockForChange(tx, AccessDevice, id, { ifMatch }, 'DEVICE_NOT_FOUND');
  tx.remove(device);
  await tx.flush();
  await requireNoDeviceLockout(tx, ways);
  return device;
}

/** In the one form that they are stored in. @throws {Failure} VALIDATION_ERROR */
function checkedFields({ trustExpiresAt, certificateThumbprints, ...rest }: DeviceInput) {
  const thumbprints = [...new Set(certificateThumbprints.map((one) => one.toLowerCase()))].sort();
  const expires = trustExpiresAt === null ? null : timeOf('trustExpiresAt', trustExpiresAt);
  return { ...rest, trustExpiresAt: expires, certificateThumbprints: thumbprints };
}

/** A change of a device matters to decisions only if an enabled policy asks for devices. @throws {Failure} LOCKOUT_RISK */
async function requireNoDeviceLockout(tx: Tx, ways: LockoutWays): Promise<void> {
  if (await judgesDevices(tx, tenancyOf(tx).orgId)) await requireNoAccessLockout(tx, ways);
}
