import { trusting } from '../../conditional-access/resources/devices.ts';
import { AccessDevice } from '../../conditional-access/resources/entities/access-device.ts';
import { AccessPolicy } from '../../conditional-access/resources/entities/access-policy.ts';
import { loosensPolicy } from '../../policies/resources/loosening.ts';
import { renewPoliciesVersion } from '../../policies/resources/sql/policies.ts';
import { ifBelow, loosensBy, never } from '../../lib/loosening.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { lockOne } from '../../platform/locked.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import { Policy } from '../../policies/judge/entities/policy.ts';
import { erasedAmong, known, lastOf, type Replay, toCompare } from './replay.ts';
import { type LoosensAny, settleFields } from './settling.ts';
import { told } from './told.ts';

/** Makes a policy as strict as it was. A policy that was deleted is stricter than none. */
export const replayPolicy: Replay = async (tx, id, entries) => {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  const policy = await lockOne(tx, Policy, { id });
  if (!policy) return undefined;
  if (lastOf(entries, 'policy.delete')) return [];
  const updates = entries.filter(({ action }) => action === 'policy.update');
  const loosens: LoosensAny = (changes) => loosensPolicy({ mode: 'ENFORCE' }, changes);
  const done = await settleFields(tx, policy, updates, loosens);
  await tx.flush();
  await renewPoliciesVersion(tx, lock);
  return [...done, ...erasedAmong(updates)];
};

/** A policy that blocks or requires is stricter than none. One that allows lets in more, so the operator compares it. */
export const replayAccessPolicy: Replay = async (tx, id, entries) => {
  const policy = await lockOne(tx, AccessPolicy, { id });
  if (!policy) return undefined;
  const deleted = lastOf(entries, 'access_policy.delete');
  if (!deleted) return [];
  const isLooser = policy.decision === 'ALLOW' && policy.status === 'ENABLED';
  return [isLooser ? toCompare(deleted, 'the policy allows again') : known(deleted)];
};

/** A device may be trusted less than in the backup, so the order of trust counts beside the rules of the room. */
const loosensDevice: LoosensAny = (changes) =>
  loosensBy({ ...trusting, platform: never, trust: ifBelow('compliant', 'managed', 'unmanaged') }, changes);

export const replayAccessDevice: Replay = async (tx, id, entries) => {
  const device = await lockOne(tx, AccessDevice, { id });
  if (!device) return undefined;
  const deleted = lastOf(entries, 'access_device.delete');
  if (deleted) {
    tx.remove(device);
    return [await told(tx, deleted)];
  }
  const puts = entries.filter(({ action }) => action === 'access_device.put');
  return [...(await settleFields(tx, device, puts, loosensDevice)), ...erasedAmong(puts)];
};
