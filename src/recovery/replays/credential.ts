import { randomBytes } from 'node:crypto';
import { Credential } from '../../credentials/entities/credential.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit } from '../../platform/events.ts';
import { assignChanges } from '../../platform/fields.ts';
import { lockOne } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { emitSuspended, record, restorer, subjectOf } from '../subjects.ts';
import {
  applied,
  earlier,
  erasedOf,
  known,
  lastOf,
  lastValue,
  type LostEntry,
  narrowed,
  narrowedOrNull,
  reasonOf,
  type Replayed,
  unreplayed,
} from './replay.ts';

const narrowedFields = new Set(['scopes', 'allowedIps', 'expiresAt']);
/** Fields that give no right, and those that are narrowed. Others are compared. */
export const plainFields = new Set([...narrowedFields, 'name', 'metadata', 'status', 'statusReason']);

/** Replays the ends of a credential and of its secrets. */
export async function replayCredential(
  tx: Tx,
  id: string,
  entries: readonly LostEntry[],
): Promise<Replayed[] | undefined> {
  const { now } = tenancyOf(tx);
  const credential = await lockOne(tx, Credential, { id });
  if (!credential) return undefined;
  const done: Replayed[] = [];
  const ended = lastOf(entries, 'credential.revoke', 'credential.delete', 'credential.clean_up');
  const erased = erasedOf(entries, 'credential.update', 'identity.right_size');
  const stopped = erased ?? lastOf(entries, 'credential.suspend', 'credential.leak', 'credential.reactivate');
  const rotated = lastOf(entries, 'credential.rotate');
  if (rotated) done.push(await killSecret(tx, credential, rotated));
  if (ended) done.push(await revoke(tx, credential, ended));
  else if (stopped && stopped.action !== 'credential.reactivate')
    done.push(await suspend(tx, credential, stopped, now));
  if (!ended) done.push(...(await narrow(tx, credential, entries)));
  if (ended?.action === 'credential.delete') credential.deletedAt = now;
  return done;
}

async function revoke(tx: Tx, credential: Credential, entry: LostEntry): Promise<Replayed> {
  if (!credential.revoke('RESTORED')) return known(entry, 'credential.revoke');
  await emitRevoked(tx, credential, 'MANUAL');
  await record(tx, { action: 'credential.revoke', targetId: credential.id, reason: reasonOf(entry) });
  return applied(entry, 'credential.revoke');
}

/** Emits that a credential, or the secrets that it had, ended. */
async function emitRevoked(tx: Tx, credential: Credential, reason: 'MANUAL' | 'ROTATED'): Promise<void> {
  const revokedAt = tenancyOf(tx).now.toISOString();
  const data = { ...(await subjectOf(tx, credential)), reason, revokedBy: restorer, revokedAt };
  await emit(tx, [{ type: 'credential.revoked', data }]);
}

async function suspend(tx: Tx, credential: Credential, entry: LostEntry, now: Date): Promise<Replayed> {
  const isLive = credential.statusAt(now) === 'ACTIVE';
  if (!isLive || !credential.suspend('RESTORED', now)) return known(entry, 'credential.suspend');
  await emitSuspended(tx, credential);
  await record(tx, { action: 'credential.suspend', targetId: credential.id, reason: reasonOf(entry) });
  return applied(entry, 'credential.suspend');
}

/** Both secrets of the backup end. The secret of the rotation is not known, so the owner rotates again. */
async function killSecret(tx: Tx, credential: Credential, entry: LostEntry): Promise<Replayed> {
  if (credential.lastRotatedAt !== null && credential.lastRotatedAt >= new Date(entry.timestamp))
    return known(entry);
  const { now } = tenancyOf(tx);
  // No text has this hash.
  credential.secretHash = randomBytes(32);
  credential.previousSecretHash = null;
  credential.previousExpiresAt = null;
  credential.lastRotatedAt = now;
  await emitRevoked(tx, credential, 'ROTATED');
  await record(tx, { action: 'credential.rotate', targetId: credential.id, reason: reasonOf(entry) });
  return applied(entry);
}

async function narrow(tx: Tx, credential: Credential, entries: readonly LostEntry[]): Promise<Replayed[]> {
  const updates = entries.filter(
    ({ action }) => action === 'credential.update' || action === 'identity.right_size',
  );
  const last = updates.at(-1);
  if (!last) return [];
  const [scopes, ips, ends] = ['scopes', 'allowedIps', 'expiresAt'].map((field) => lastValue(updates, field));
  const values = {
    ...(scopes && { scopes: narrowed(credential.scopes, scopes.to) }),
    ...(ips && { allowedIps: narrowedOrNull(credential.allowedIps, ips.to) }),
    ...(ends && { expiresAt: earlier(credential.expiresAt, ends.to) }),
  };
  const changes = assignChanges<Credential>(credential, values);
  const look = unreplayed(updates, 'credential.update', plainFields);
  if (changes.length === 0) return look;
  await record(tx, { action: 'credential.update', targetId: credential.id, reason: reasonOf(last), changes });
  return [applied(last, 'credential.update'), ...look];
}
