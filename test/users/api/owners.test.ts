import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { otherOwner, type OwnersLock } from '../../../src/users/directory/sql/users.ts';
import { aUser } from '../../support/builders.ts';
import type { Answer } from '../../support/client.ts';
import { somePeople } from '../../support/groups.ts';
import { test as base, type TestService } from '../../support/service.ts';
import { numbered, type Sql } from '../../../src/lib/sql.ts';
import type { Tx } from '../../../src/platform/tx.ts';

const far = '2031-01-01T00:00:00Z';

/** Each test has a tenant without owners, and then one. */
const test = base.extend<{ owner: string }>({
  async owner({ service }, use) {
    await service.sql("update users set roles = '{MEMBER}', expires_at = null where 'OWNER' = any (roles)");
    await use(await anOwner(service));
  },
});

const anOwner = ({ ours }: TestService, fields: Record<string, unknown> = {}): Promise<string> =>
  aUser(ours, { roles: ['OWNER', 'AUDITOR'], ...fields });

function expectLockout({ status, body }: Answer): void {
  expect([status, body.code, Object.keys(body.details)]).toEqual([409, 'LOCKOUT_RISK', ['owner']]);
}

/** Everything that takes an owner away. */
const endings: [operation: OperationId, body?: Record<string, unknown>][] = [
  ['suspendUser'],
  ['deprovisionUser'],
  ['deleteUser'],
  ['updateUser', { roles: ['MEMBER'] }],
  ['updateUser', { expiresAt: far }],
];

for (const [operation, body] of endings) {
  const how = body ? ` by ${JSON.stringify(body)}` : '';
  const parts = (userId: string) => ({ path: { userId }, ...(body ? { body } : {}) });

  describe(operation, () => {
    test(`takes no last owner away${how}`, async ({ service, owner }) => {
      const { ours, sql } = service;
      const before = await ours.call('getUser', { path: { userId: owner } });
      expectLockout(await ours.call(operation, parts(owner)));
      expect((await ours.call('getUser', { path: { userId: owner } })).body).toEqual(before.body);
      // None of these could take the owner's place.
      const suspended = await anOwner(service);
      await sql("update users set status = 'SUSPENDED' where id = $1", [suspended]);
      await anOwner(service, { sendInvite: true });
      await anOwner(service, { expiresAt: far });
      await aUser(service.theirs, { roles: ['OWNER'] });
      await aUser(service.oursTest, { roles: ['OWNER'] });
      expectLockout(await ours.call(operation, parts(owner)));

      const next = await anOwner(service);
      expect((await ours.call(operation, parts(owner))).status).toBe(200);
      expectLockout(await ours.call(operation, parts(next)));
    });

    test(`leaves one of two owners who are ended at once${how}`, async ({ service, owner }) => {
      const { ours, sql } = service;
      let one = owner;
      for (let round = 0; round < 5; round++) {
        const pair = [one, await anOwner(service)];
        const [other] = endings[round % endings.length] ?? ['suspendUser'];
        const answers = await Promise.all([
          ours.call(operation, parts(pair[round % 2] ?? '')),
          other === 'updateUser'
            ? ours.call(operation, parts(pair[1 - (round % 2)] ?? ''))
            : ours.call(other, { path: { userId: pair[1 - (round % 2)] ?? '' } }),
        ]);
        expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
        const left = await sql<{ id: string }>(
          `select id from users where id = any ($1) and status = 'ACTIVE' and 'OWNER' = any (roles)
              and expires_at is null`,
          [pair],
        );
        expect(left).toHaveLength(1);
        one = left[0]?.id ?? '';
      }
    });

    test(`takes other people, and owners who are not active, away${how}`, async ({ service, owner }) => {
      const admin = await aUser(service.ours, { roles: ['ADMIN'] });
      const invited = await anOwner(service, { sendInvite: true });
      for (const userId of [admin, invited])
        expect((await service.ours.call(operation, parts(userId))).status).toBe(200);
      expectLockout(await service.ours.call(operation, parts(owner)));
    });
  });
}

describe('updateUser', () => {
  test('changes everything else of the last owner', async ({ service, owner }) => {
    for (const body of [
      { title: 'Founder', displayName: 'Ada' },
      { roles: ['OWNER'] },
      { roles: ['SECURITY', 'OWNER'] },
      { email: `${randomUUID()}@example.com` },
      { expiresAt: null },
    ]) {
      const { status } = await service.ours.call('updateUser', { path: { userId: owner }, body });
      expect([body, status]).toEqual([body, 200]);
    }
  });
});

describe('the question for another owner', () => {
  test('looks at the owners alone, by their index', async ({ service, owner }) => {
    const { sql, organizations } = service;
    await somePeople(service, 3_000);
    await sql('analyze users');
    let plan = '';
    const explaining = {
      async has(statement: Sql) {
        const { text, values } = numbered(statement);
        const rows = await sql(`explain ${text}`, values);
        plan = JSON.stringify(rows);
        return false;
      },
    } as unknown as Tx;
    await otherOwner(explaining, { orgId: organizations.ours.live.orgId } as OwnersLock, owner);
    expect(plan).toContain('users_owners');
  });
});

describe('the sweeper', () => {
  test('ends an owner whose end was set when there was another one', async ({ service, owner }) => {
    const { ours, sql, runTask } = service;
    const leaver = await anOwner(service);
    const body = { expiresAt: far };
    expect((await ours.call('updateUser', { path: { userId: leaver }, body })).status).toBe(200);
    // An owner without an end cannot go while the only other owner has one.
    expectLockout(await ours.call('suspendUser', { path: { userId: owner } }));
    await sql("update users set expires_at = now() - interval '1 s' where id = $1", [leaver]);
    await runTask('offboard-users');
    expect((await ours.call('getUser', { path: { userId: leaver } })).body.status).toBe('DEPROVISIONED');
    expect((await ours.call('getUser', { path: { userId: owner } })).body.status).toBe('ACTIVE');
  });
});
