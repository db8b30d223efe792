import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit, type FieldChange } from '../../platform/events.ts';
import { assignChanges } from '../../platform/fields.ts';
import { type Locked, lockOne } from '../../platform/locked.ts';
import { User } from '../../users/directory/entities/user.ts';
import { deleteUser, endAccess, endUser } from '../../users/directory/user-states.ts';
import { nameOf } from '../../users/directory/users.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { removeConsents } from '../sql/consents.ts';
import { takeWaysIn } from '../sql/ways-in.ts';
import { operator, record, restorer } from '../subjects.ts';
import {
  applied,
  erasedOf,
  earlier,
  isErased,
  known,
  lastOf,
  lastTime,
  lastValue,
  type LostEntry,
  narrowed,
  reasonOf,
  type Replayed,
  type ReplayParts,
  unreplayed,
} from './replay.ts';
import { told } from './told.ts';

/** Fields that give no right, and those that are narrowed. Others are compared. */
export const plainFields = new Set(
  (
    'roles expiresAt password passkeys mfaMethods socialAccounts status active firstName middleName lastName displayName nickname title ' +
    'department division organization costCenter employeeNumber locale timezone picture birthdate gender website profileUrl address ' +
    'attributes name'
  ).split(' '),
);

/** Actions that changed a user without a field that says it. */
const endsTotp = new Set(['user.remove_totp', 'user.reset_factors', 'user.enroll_totp']);
const endsCodes = new Set(['user.use_recovery_code', 'user.renew_recovery_codes', ...endsTotp]);

/** Replays the end of a user, of roles, and of ways to sign in. */
export async function replayUser(
  tx: Tx,
  id: string,
  entries: readonly LostEntry[],
  { endings }: ReplayParts,
): Promise<Replayed[] | undefined> {
  const { orgId, now } = tenancyOf(tx);
  await lockTenant(tx, orgId);
  const user = await lockOne(tx, User, { id });
  if (!user) return undefined;
  const deleted = lastOf(entries, 'user.delete');
  if (deleted) {
    try {
      await deleteUser(tx, id, { ifMatch: undefined }, operator, endings);
      await record(tx, { action: 'user.delete', targetId: id, reason: reasonOf(deleted) });
      return [applied(deleted)];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
  const left = deleted ?? lastOf(entries, 'user.deprovision');
  if (left) {
    if (user.statusAt(now) === 'DEPROVISIONED') return [known(left, 'user.deprovision')];
    await endUser(tx, user, 'RESTORED', restorer, endings);
    await record(tx, { action: 'user.deprovision', targetId: id, reason: reasonOf(left) });
    // The last owner of the backup: another one came after it.
    const note =
      'it was the last owner of the backup, so it was deprovisioned; delete it when there is another owner';
    return [
      applied(left, 'user.deprovision'),
      ...(deleted ? [{ ...applied(deleted), outcome: 'LOOK' as const, note }] : []),
    ];
  }
  const done: Replayed[] = [];
  const stopped = erasedOf(entries, 'user.update') ?? stop(entries);
  if (stopped) {
    const changed = user.statusAt(now) !== 'DEPROVISIONED' && user.suspend(now);
    done.push(changed ? applied(stopped, 'user.suspend') : known(stopped, 'user.suspend'));
    if (changed) {
      await endAccess(tx, user, 'SUSPENDED', restorer, endings);
      await emit(tx, [
        { type: 'user.suspended', data: { ...nameOf(user), reason: 'RESTORED', suspendedBy: restorer } },
      ]);
      await record(tx, { action: 'user.suspend', targetId: id, reason: reasonOf(stopped) });
    }
  }
  return [...done, ...(await takeConsents(tx, user, entries)), ...(await narrow(tx, user, entries))];
}

/** Withdraws consents again: those of all clients, if the client was erased. */
async function takeConsents(tx: Tx, user: Locked<User>, entries: readonly LostEntry[]): Promise<Replayed[]> {
  const done: Replayed[] = [];
  for (const entry of entries.filter(({ action }) => action === 'oidc_consent.withdraw')) {
    // "Name (id)"
    const clientId = /\(([^()]+)\)$/u.exec(entry.reason ?? '')?.[1];
    const taken = await removeConsents(tx, user, clientId);
    done.push(taken ? await told(tx, entry) : known(entry));
  }
  return done;
}

/** The entry that suspended a user for good: by an action, or by a field, whichever came last. */
function stop(entries: readonly LostEntry[]): LostEntry | undefined {
  let stopped: LostEntry | undefined;
  for (const entry of entries) {
    if (entry.action === 'user.suspend') stopped = entry;
    if (entry.action === 'user.reactivate') stopped = undefined;
    for (const { field, to } of entry.changes) {
      if (field === 'active') stopped = to === true ? undefined : entry;
      if (field === 'status') stopped = to === 'ACTIVE' || to === 'INVITED' ? undefined : entry;
    }
  }
  return stopped;
}

async function narrow(tx: Tx, user: User, entries: readonly LostEntry[]): Promise<Replayed[]> {
  const { orgId } = tenancyOf(tx);
  const done: Replayed[] = [];
  const [roles, ends] = ['roles', 'expiresAt'].map((field) => lastValue(entries, field));
  const values = {
    // Every user has a role.
    ...(roles && { roles: narrowed(user.roles, [...(Array.isArray(roles.to) ? roles.to : []), 'MEMBER']) }),
    ...(ends && { expiresAt: earlier(user.expiresAt, ends.to) }),
  };
  if (values.roles?.length === 0) values.roles = ['MEMBER'];
  const changes: FieldChange[] = assignChanges<User>(
    user,
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(Reflect.get(user, name), value)),
    ),
  );
  const gone = (field: string) =>
    entries.flatMap((entry) =>
      entry.changes.filter((one) => one.field === field && one.to === null).map(({ from }) => idOf(from)),
    );
  const lastTimeOf = (isOne: (entry: LostEntry) => boolean) => lastTime(entries.filter(isOne)) || undefined;
  const ways = {
    password: lastTimeOf((entry) => entry.changes.some(({ field }) => field === 'password')),
    passkeys: isErased(entries, 'user.remove_passkey') ? ('all' as const) : gone('passkeys'),
    accounts: isErased(entries, 'user.unlink') ? ('all' as const) : gone('socialAccounts'),
    totp: lastTimeOf(({ action }) => endsTotp.has(action)),
    recoveryCodes: lastTimeOf(({ action }) => endsCodes.has(action)),
  };
  // The row changes below too, and its version with it.
  await tx.flush();
  const taken = await takeWaysIn(tx, orgId, user.id, ways);
  const last = entries.at(-1);
  const all = [...changes, ...taken.map((field) => ({ field, from: null, to: null }))];
  if (all.length > 0 && last) {
    await emit(tx, [{ type: 'user.updated', data: { ...nameOf(user), changes: all, updatedBy: restorer } }]);
    await record(tx, { action: 'user.update', targetId: user.id, reason: reasonOf(last), changes: all });
    done.push({ ...applied(last, 'user.update'), note: all.map(({ field }) => field).join(', ') });
  }
  return [...done, ...unreplayed(entries, 'user.update', plainFields)];
}

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : '';
