import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { test } from '../../support/service.ts';
import { anEmail, eventsOfUser } from '../../support/users.ts';

const actor = { type: 'API_KEY', id: expect.stringMatching(/^cred_/), name: expect.any(String) };
const passwordNo = (at: number): string => `correct horse ${at} Battery staple!`;

describe('updateUser', () => {
  test('changes the sent fields, keeps the rest, and reports old and new values', async ({ service }) => {
    const { ours, sql } = service;
    const userId = await aUser(ours, {
      firstName: 'Ada',
      title: 'Analyst',
      attributes: { keep: 1, drop: { a: 2 } },
    });
    const { status, body, headers } = await ours.call('updateUser', {
      path: { userId },
      body: { title: null, department: 'Engines', attributes: { drop: { a: null, b: 3 }, more: [1] } },
    });
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    const attributes = { keep: 1, drop: { b: 3 }, more: [1] };
    expect(body).toMatchObject({ firstName: 'Ada', title: null, department: 'Engines', attributes });
    expect((await ours.call('getUser', { path: { userId } })).body).toEqual(body);
    const changes = [
      { field: 'title', from: 'Analyst', to: null },
      { field: 'department', from: null, to: 'Engines' },
      { field: 'attributes', from: { keep: 1, drop: { a: 2 } }, to: attributes },
    ];
    const [, updated] = await eventsOfUser(service, userId);
    expect(updated).toEqual({
      type: 'user.updated',
      data: {
        userId,
        userName: expect.any(String),
        changes: expect.arrayContaining(changes),
        updatedBy: actor,
        environment: 'live',
      },
    });
    const [audit] = await sql<{ content: string }>(
      `select p.content from audit_logs a join audit_personal p on p.audit_id = a.id
        where a.target_id = $1 and a.action = 'user.update'`,
      [userId],
    );
    expect(JSON.parse(audit?.content ?? '{}').changes).toEqual(expect.arrayContaining(changes));
  });

  test('changes and emits nothing if the values are the same', async ({ service }) => {
    const userId = await aUser(service.ours, { firstName: 'Ada' });
    const { status, headers } = await service.ours.call('updateUser', {
      path: { userId },
      body: { firstName: 'Ada', attributes: {} },
    });
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(await eventsOfUser(service, userId)).toHaveLength(1);
  });

  test('honours If-Match', async ({ service: { ours } }) => {
    const userId = await aUser(ours);
    const patch = (etag: string) =>
      ours.call('updateUser', { path: { userId }, body: { title: etag }, headers: { 'if-match': etag } });
    expect((await patch('"1"')).status).toBe(200);
    const stale = await patch('"1"');
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
  });

  test('marks a new e-mail address as unverified', async ({ service: { ours, sql } }) => {
    const email = anEmail();
    const userId = await aUser(ours, { email });
    await sql('update users set email_verified = true where id = $1', [userId]);
    const patch = async (body: object) => (await ours.call('updateUser', { path: { userId }, body })).body;
    expect(await patch({ email, title: 'x' })).toMatchObject({ emailVerified: true });
    expect(await patch({ email: anEmail() })).toMatchObject({ emailVerified: false });
  });

  test('rejects fields that cannot change, and values out of range', async ({ service: { ours } }) => {
    const userId = await aUser(ours, { attributes: { a: 'x'.repeat(10_000) } });
    for (const [field, value] of [
      ['email', null],
      ['email', 'nobody'],
      ['username', null],
      ['status', 'SUSPENDED'],
      ['sendInvite', true],
      ['roles', []],
      ['attributes', { b: 'x'.repeat(10_000) }],
      ['attributes', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`n${at}`, 1]))],
      ['attributes', null],
      ['expiresAt', '2001-01-01T00:00:00Z'],
    ] as const) {
      const { status, body } = await ours.call('updateUser', { path: { userId }, body: { [field]: value } });
      expect([status, Object.keys(body.details)], field).toEqual([400, [field]]);
    }
  });

  test('rejects recently used passwords, and its event shows the change without the password', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const userId = await aUser(ours, { password: passwordNo(0) });
    const set = (at: number) =>
      ours.call('updateUser', { path: { userId }, body: { password: passwordNo(at) } });
    const again = await set(0);
    expect([again.status, again.body.code]).toEqual([400, 'PASSWORD_POLICY_VIOLATION']);
    for (const at of [1, 2, 3, 4, 5, 6]) expect((await set(at)).status).toBe(200);
    for (const at of [6, 5, 2])
      expect((await set(at)).body.code, String(at)).toBe('PASSWORD_POLICY_VIOLATION');
    const [row] = await sql<{ kept: number; fresh: boolean }>(
      `select cardinality(previous_password_hashes) as kept, password_changed_at = updated_at as fresh
         from users where id = $1`,
      [userId],
    );
    expect(row).toEqual({ kept: 5, fresh: true });
    const told = await eventsOfUser(service, userId);
    expect(told.at(-1)?.data['changes']).toEqual([{ field: 'password', from: null, to: null }]);
    expect(JSON.stringify(told)).not.toMatch(/argon2|Battery/);
  });

  test('lets one of two concurrent password changes win', async ({ service: { ours } }) => {
    const userId = await aUser(ours, { password: passwordNo(0) });
    const answers = await Promise.all(
      [1, 2].map((at) =>
        ours.call('updateUser', {
          path: { userId },
          body: { password: passwordNo(at) },
          headers: { 'if-match': '"1"' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.map(({ status }) => status).filter((status) => [409, 412].includes(status))).toHaveLength(
      1,
    );
  });
});

describe('ownerUserId', () => {
  const own = (ownerUserId: string) => ({ name: 'deploy-bot', type: 'CI_CD', ownerUserId });

  test('accepts only a user of the tenant who has not left', async ({
    service: { ours, theirs, oursTest },
  }) => {
    const userId = await aUser(ours);
    const { status, body } = await ours.call('createIdentity', { body: own(userId) });
    expect([status, body.ownerUserId]).toEqual([201, userId]);
    const gone = await aUser(ours);
    await ours.call('deprovisionUser', { path: { userId: gone } });
    for (const other of [gone, await aUser(theirs), await aUser(oursTest)]) {
      const made = await ours.call('createIdentity', { body: own(other) });
      const changed = await ours.call('updateIdentity', {
        path: { id: body.id },
        body: { ownerUserId: other },
      });
      expect([made, changed].map((answer) => [answer.status, answer.body.code])).toEqual([
        [404, 'USER_NOT_FOUND'],
        [404, 'USER_NOT_FOUND'],
      ]);
    }
  });

  test('stays when the owner is suspended or deprovisioned, and becomes null on deletion', async ({
    service: { ours, sql },
  }) => {
    const userId = await aUser(ours);
    const { id } = (await ours.call('createIdentity', { body: own(userId) })).body;
    const owner = async () => (await ours.call('getIdentity', { path: { id } })).body.ownerUserId;
    for (const operation of ['suspendUser', 'deprovisionUser'] as const) {
      await ours.call(operation, { path: { userId } });
      expect(await owner()).toBe(userId);
    }
    await ours.call('deleteUser', { path: { userId } });
    expect(await owner()).toBeNull();
    expect(
      await sql(
        `select data -> 'changes' as changes from events where type = 'identity.updated' and data ->> 'identityId' = $1`,
        [id],
      ),
    ).toEqual([{ changes: [{ field: 'ownerUserId', from: userId, to: null }] }]);
  });
});
