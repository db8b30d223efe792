import { describe, expect, test } from 'vitest';
import { anAccessPolicy } from '../../support/access.ts';
import { aNode, type KilledNode } from '../../support/killed-node.ts';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const briefly = { decision: 'ALLOW', session: { persistent: false } };

/** Starts a node with a user who has typed the name, and who types the password next. */
async function waiting() {
  const node = await aNode();
  const email = anEmail();
  const { status, body } = await node.ours.call('createUser', {
    body: { email, password, sendInvite: false },
  });
  expect(status).toBe(201);
  const person = aPerson(node.origin);
  const page = await person.send(await person.open(`/login/${node.orgId}`), { username: email });
  return { node, userId: body.id as string, person, page };
}

const typePassword = (person: Person, page: Seen): Promise<Seen> => person.send(page, { password });

/** Counts the rows that a sign-in leaves. */
async function left({ sql }: KilledNode, userId: string) {
  const [row] = await sql<Record<string, number>>(
    `select (select count(*)::int from login_sessions where user_id = $1) as logins,
            (select count(*)::int from audit_logs where target_id = $1 and action like 'user.login%') as audited,
            (select count(*)::int from events where type like 'user.login%' and data ->> 'userId' = $1) as told,
            (select count(*)::int from access_decisions where user_id = $1) as decided,
            (select count(*)::int from sign_ins where completed_at is not null) as completed`,
    [userId],
  );
  return row;
}
const nothing = { logins: 0, audited: 0, told: 0, decided: 0, completed: 0 };

describe('after a kill -9', { timeout: 120_000 }, () => {
  test.for(['insert on login_sessions', 'insert on events'])(
    'before the %s of a sign-in that a policy allows, nothing of the sign-in is left, and it is made again',
    async (write) => {
      const { node, userId, person, page } = await waiting();
      await anAccessPolicy(node.ours, briefly);
      await node.cutOff(write, 'true', () => typePassword(person, page));
      expect(await left(node, userId)).toEqual(nothing);
      await node.start();
      await typePassword(person, page);
      expect(await left(node, userId)).toEqual({ logins: 1, audited: 1, told: 1, decided: 1, completed: 1 });
      const [login] = await node.sql(
        `select expires_at < now() + interval '31 minutes' as brief, * from login_sessions`,
      );
      expect(login).toMatchObject({ brief: true });
    },
  );

  test('before the audit row of a sign-in that a policy blocks, there is no login, and the next try is blocked', async () => {
    const { node, userId, person, page } = await waiting();
    await anAccessPolicy(node.ours, { conditions: { clientTypes: ['browser'] } });
    await node.cutOff('insert on audit_logs', `new.action = 'user.login_failed'`, () =>
      typePassword(person, page),
    );
    expect(await left(node, userId)).toEqual(nothing);
    await node.start();
    expect((await typePassword(person, page)).title).toBe('Sign-in blocked');
    expect(await left(node, userId)).toEqual({ ...nothing, audited: 1, told: 1, decided: 1 });
  });

  test('between a policy and its new version, there is neither, and the policy is created again', async () => {
    const { node, userId, person, page } = await waiting();
    const body = { name: 'Block everyone', priority: 7, decision: 'BLOCK', status: 'ENABLED' };
    const create = () => node.ours.call('createAccessPolicy', { body });
    await node.cutOff('update on tenants', 'new.access_version <> old.access_version', create);
    expect(await node.sql('select from access_policies')).toEqual([]);
    await node.start();
    expect((await node.ours.call('listAccessPolicies')).body.data).toEqual([]);
    expect((await create()).status).toBe(201);
    expect((await typePassword(person, page)).title).toBe('Sign-in blocked');
    expect(await left(node, userId)).toMatchObject({ logins: 0 });
  });
});
