import { type FederatedSubject, Identity } from '../../credentials/entities/identity.ts';
import { isSameRule } from '../../credentials/federation-rules.ts';
import { endIdentity } from '../../credentials/identities.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit } from '../../platform/events.ts';
import { assignChanges } from '../../platform/fields.ts';
import { lockOne } from '../../platform/locked.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { emitIdentitySuspended, record, restorer } from '../subjects.ts';
import {
  applied,
  earlier,
  erasedOf,
  known,
  lastOf,
  lastValue,
  type LostEntry,
  narrowedOrNull,
  reasonOf,
  type Replayed,
  unreplayed,
} from './replay.ts';

const narrowedFields = new Set(['allowedScopes', 'allowedIps', 'federatedSubjects', 'expiresAt']);
/** Fields that give no right, and those that are narrowed. Others are compared. */
export const plainFields = new Set([
  ...narrowedFields,
  'name',
  'description',
  'metadata',
  'ownerUserId',
  'status',
]);

/** Replays the end of an identity, and of what its credentials and tokens of other issuers may do. */
export async function replayIdentity(
  tx: Tx,
  id: string,
  entries: readonly LostEntry[],
): Promise<Replayed[] | undefined> {
  const { orgId, now } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const identity = await lockOne(tx, Identity, { id });
  if (!identity) return undefined;
  const ended = lastOf(entries, 'identity.revoke', 'identity.delete');
  if (ended) {
    const deleted = ended.action === 'identity.delete';
    if (identity.status === 'REVOKED' && !deleted) return [known(ended)];
    await endIdentity(tx, lock, identity, { reason: 'RESTORED', deleted }, restorer);
    if (deleted) identity.deletedAt = now;
    await record(tx, { action: ended.action, targetId: id, reason: reasonOf(ended) });
    return [applied(ended)];
  }
  const done: Replayed[] = [];
  const erased = erasedOf(entries, 'identity.update');
  const stopped = erased ?? lastOf(entries, 'identity.suspend', 'identity.reactivate');
  if (stopped && stopped.action !== 'identity.reactivate') {
    const changed = identity.statusAt(now) === 'ACTIVE' && identity.suspend(now);
    done.push(changed ? applied(stopped, 'identity.suspend') : known(stopped, 'identity.suspend'));
    if (changed) {
      await emitIdentitySuspended(tx, identity);
      await record(tx, { action: 'identity.suspend', targetId: id, reason: reasonOf(stopped) });
    }
  }
  return [...done, ...(await narrow(tx, identity, entries))];
}

async function narrow(tx: Tx, identity: Identity, entries: readonly LostEntry[]): Promise<Replayed[]> {
  const updates = entries.filter(({ action }) => action === 'identity.update');
  const last = updates.at(-1);
  if (!last) return [];
  const [scopes, ips, subjects, ends] = [...narrowedFields].map((field) => lastValue(updates, field));
  const trusted = Array.isArray(subjects?.to) ? (subjects.to as FederatedSubject[]) : [];
  const values = {
    ...(scopes && { allowedScopes: narrowedOrNull(identity.allowedScopes, scopes.to) }),
    ...(ips && { allowedIps: narrowedOrNull(identity.allowedIps, ips.to) }),
    ...(ends && { expiresAt: earlier(identity.expiresAt, ends.to) }),
    ...(subjects && {
      federatedSubjects: identity.federatedSubjects.filter((one) =>
        trusted.some((other) => isSameRule(one, other)),
      ),
    }),
  };
  const changes = assignChanges<Identity>(identity, values);
  const look = unreplayed(updates, 'identity.update', plainFields);
  if (changes.length === 0) return look;
  const subject = { identityId: identity.id, identityName: identity.name };
  await emit(tx, [{ type: 'identity.updated', data: { ...subject, changes, updatedBy: restorer } }]);
  await record(tx, { action: 'identity.update', targetId: identity.id, reason: reasonOf(last), changes });
  return [applied(last), ...look];
}
