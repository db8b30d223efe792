import { describe, expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { aUser } from '../../support/builders.ts';
import { type TestService, test } from '../../support/service.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const actor = { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) };
const system = { type: 'SYSTEM', id: null, name: null };
const past = (id: string, { sql }: TestService) =>
  sql("update users set expires_at = now() - interval '1 s' where id = $1", [id]);

/** Brings a new person into a state. */
async function somebodyWhoIs(state: string, service: TestService): Promise<string> {
  const { ours } = service;
  const invited = state.includes('INVITED');
  const userId = await aUser(ours, { sendInvite: invited });
  if (state.startsWith('SUSPENDED')) await ours.call('suspendUser', { path: { userId } });
  if (state === 'DEPROVISIONED') await ours.call('deprovisionUser', { path: { userId } });
  if (state === 'over') await past(userId, service);
  return userId;
}

/** Every move there is, and every one there is not (decisions 6.8); `over` is past its expiry, not yet swept. */
const moves: [operation: OperationId, from: string, to: string, event: string | null][] = [
  ['suspendUser', 'INVITED', 'SUSPENDED', 'user.suspended'],
  ['suspendUser', 'ACTIVE', 'SUSPENDED', 'user.suspended'],
  ['suspendUser', 'SUSPENDED', 'SUSPENDED', null],
  ['suspendUser', 'DEPROVISIONED', 'refused', null],
  ['suspendUser', 'over', 'refused', null],
  ['reactivateUser', 'INVITED', 'INVITED', null],
  ['reactivateUser', 'ACTIVE', 'ACTIVE', null],
  ['reactivateUser', 'SUSPENDED', 'ACTIVE', 'user.reactivated'],
  ['reactivateUser', 'SUSPENDED while INVITED', 'INVITED', 'user.reactivated'],
  ['reactivateUser', 'DEPROVISIONED', 'refused', null],
  ['reactivateUser', 'over', 'refused', null],
  ['deprovisionUser', 'INVITED', 'DEPROVISIONED', 'user.deprovisioned'],
  ['deprovisionUser', 'ACTIVE', 'DEPROVISIONED', 'user.deprovisioned'],
  ['deprovisionUser', 'SUSPENDED', 'DEPROVISIONED', 'user.deprovisioned'],
  ['deprovisionUser', 'DEPROVISIONED', 'DEPROVISIONED', null],
  ['deprovisionUser', 'over', 'DEPROVISIONED', 'user.deprovisioned'],
  ['updateUser', 'INVITED', 'INVITED', 'user.updated'],
  ['updateUser', 'SUSPENDED', 'SUSPENDED', 'user.updated'],
  ['updateUser', 'DEPROVISIONED', 'refused', null],
  ['updateUser', 'over', 'refused', null],
];

for (const [operation, from, to, event] of moves) {
  describe(operation, () => {
    const what =
      to === 'refused'
        ? 'rejects a user'
        : from === to
          ? 'keeps the status of a user'
          : `sets ${to} for a user`;
    test(`${what} who is ${from}`, async ({ service }) => {
      const userId = await somebodyWhoIs(from, service);
      const before = await service.ours.call('getUser', { path: { userId } });
      const events = (await eventsOfUser(service, userId)).length;
      const { status, body, headers } = await service.ours.call(operation, {
        path: { userId },
        ...(operation === 'updateUser' ? { body: { title: 'changed' } } : {}),
      });
      const after = await service.ours.call('getUser', { path: { userId } });
      if (to === 'refused') {
        const details = { status: 'DEPROVISIONED' };
        expect([status, body.code, body.details]).toEqual([409, 'USER_STATE_CONFLICT', details]);
        expect(after.body).toEqual(before.body);
      } else {
        expect([status, body.status]).toEqual([200, to]);
        expect(body).toEqual(after.body);
        expect(headers.get('etag')).toBe(after.headers.get('etag'));
      }
      if (event === null) expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
      const newOnes = (await eventsOfUser(service, userId)).slice(events).map(({ type }) => type);
      expect(newOnes).toEqual(event === null ? [] : [event]);
    });
  });
}

describe('suspendUser', () => {
  test('keeps the reason in its event and in the audit log', async ({ service }) => {
    const userId = await aUser(service.ours, { displayName: 'Ada' });
    await service.ours.call('suspendUser', { path: { userId }, body: { reason: 'leave' } });
    expect((await eventsOfUser(service, userId))[1]).toEqual({
      type: 'user.suspended',
      data: { userId, userName: 'Ada', reason: 'leave', suspendedBy: actor, environment: 'live' },
    });
    expect(
      await service.sql(
        `select a.target_type, p.content::jsonb ->> 'reason' as reason
           from audit_logs a join audit_personal p on p.audit_id = a.id
          where a.target_id = $1 and a.action = 'user.suspend'`,
        [userId],
      ),
    ).toEqual([{ target_type: 'user', reason: 'leave' }]);
  });
});

describe('reactivateUser', () => {
  test('keeps the time of the first activation, and names the status in its event', async ({ service }) => {
    const userId = await aUser(service.ours, { displayName: 'Ada' });
    const { body: before } = await service.ours.call('suspendUser', { path: { userId } });
    const { body } = await service.ours.call('reactivateUser', {
      path: { userId },
      body: { reason: 'back' },
    });
    expect(body).toEqual({ ...before, status: 'ACTIVE', updatedAt: body.updatedAt });
    expect((await eventsOfUser(service, userId))[2]).toEqual({
      type: 'user.reactivated',
      data: { userId, userName: 'Ada', status: 'ACTIVE', reactivatedBy: actor, environment: 'live' },
    });
  });
});

describe('deprovisionUser', () => {
  test('removes the password and every membership, and emits an event for each membership', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const userId = await aUser(ours, { password: 'correct horse 7 Battery staple!' });
    const groups: string[] = [];
    for (const name of ['one', 'two']) {
      const { body } = await ours.call('createGroup', { body: { name: `${name} of the leaver` } });
      await ours.call('addGroupMembers', { path: { groupId: body.id }, body: { userId } });
      groups.push(body.id);
    }
    const { body } = await ours.call('deprovisionUser', { path: { userId } });
    expect(body).toMatchObject({ status: 'DEPROVISIONED', deprovisionedAt: body.updatedAt, groups: [] });
    expect(
      await sql('select password_hash, previous_password_hashes as previous from users where id = $1', [
        userId,
      ]),
    ).toEqual([{ password_hash: null, previous: [] }]);
    for (const groupId of groups) {
      expect((await ours.call('getGroup', { path: { groupId } })).body.memberCount).toBe(0);
    }
    expect(
      await sql(
        `select count(*)::int as told from events where type = 'group.member_removed' and data ->> 'userId' = $1`,
        [userId],
      ),
    ).toEqual([{ told: 2 }]);
  });
});

describe('deleteUser', () => {
  test('erases the row and the personal data in the audit log, and keeps the id', async ({ service }) => {
    const { ours, sql } = service;
    const email = anEmail();
    const userId = await aUser(ours, { email });
    await ours.call('updateUser', { path: { userId }, body: { firstName: 'Ada' } });
    const groupId = (await ours.call('createGroup', { body: { name: 'of the deleted' } })).body.id;
    await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });

    const { status, body } = await ours.call('deleteUser', { path: { userId } });
    expect([status, body]).toEqual([200, { message: expect.any(String), id: userId }]);
    for (const operation of ['getUser', 'deleteUser', 'suspendUser', 'deprovisionUser'] as const) {
      const again = await ours.call(operation, { path: { userId } });
      expect([again.status, again.body.code]).toEqual([404, 'USER_NOT_FOUND']);
    }
    expect(await sql('select 1 from users where id = $1', [userId])).toEqual([]);
    expect((await ours.call('getGroup', { path: { groupId } })).body.memberCount).toBe(0);
    const trail = await sql(
      `select a.action, p.content from audit_logs a left join audit_personal p on p.audit_id = a.id
        where a.target_id = $1 and a.result = 'SUCCESS' order by a.created_at, a.id`,
      [userId],
    );
    expect(trail).toEqual([
      { action: 'user.create', content: null },
      { action: 'user.update', content: null },
      { action: 'user.delete', content: expect.any(String) },
    ]);
    expect(JSON.stringify(trail)).not.toContain(email);
    expect((await eventsOfUser(service, userId)).at(-1)).toMatchObject({
      type: 'user.deleted',
      data: { userId, deletedBy: actor },
    });
  });

  test('deletes a deprovisioned user, too', async ({ service }) => {
    const userId = await somebodyWhoIs('DEPROVISIONED', service);
    expect((await service.ours.call('deleteUser', { path: { userId } })).status).toBe(200);
  });
});

describe('expiresAt', () => {
  test('shows DEPROVISIONED from the expiry on, and the sweeper writes it once', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const userId = await aUser(ours);
    await past(userId, service);
    const { body: shown } = await ours.call('getUser', { path: { userId } });
    expect(shown).toMatchObject({ status: 'DEPROVISIONED', deprovisionedAt: shown.expiresAt });
    const { body: list } = await ours.call('listUsers', { query: { search: shown.email } });
    expect(list.data).toEqual([expect.objectContaining({ status: 'DEPROVISIONED' })]);
    await runTask('offboard-users');
    await runTask('offboard-users');
    const { body: swept } = await ours.call('getUser', { path: { userId } });
    expect(swept).toEqual({ ...shown, updatedAt: swept.updatedAt });
    expect(await sql('select status from users where id = $1', [userId])).toEqual([
      { status: 'DEPROVISIONED' },
    ]);
    expect((await eventsOfUser(service, userId)).slice(1)).toEqual([
      {
        type: 'user.deprovisioned',
        data: expect.objectContaining({ reason: 'EXPIRED', deprovisionedBy: system }),
      },
    ]);
    expect(
      await sql("select actor_type from audit_logs where target_id = $1 and action = 'user.deprovision'", [
        userId,
      ]),
    ).toEqual([{ actor_type: 'SYSTEM' }]);
  });

  test('ends only expired users, in every tenant', async ({ service }) => {
    const { ours, theirs, runTask } = service;
    const [gone, stays] = [await aUser(theirs), await aUser(ours, { expiresAt: '2031-01-01T00:00:00Z' })];
    await past(gone, service);
    await runTask('offboard-users');
    expect((await theirs.call('getUser', { path: { userId: gone } })).body.status).toBe('DEPROVISIONED');
    expect((await ours.call('getUser', { path: { userId: stays } })).body.status).toBe('ACTIVE');
    const { body } = await ours.call('updateUser', { path: { userId: stays }, body: { expiresAt: null } });
    expect(body.expiresAt).toBeNull();
  });
});
