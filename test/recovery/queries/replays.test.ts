import { describe, expect } from 'vitest';
import { aCredential, aUser } from '../../support/builders.ts';
import { aConnection } from '../../support/connections.ts';
import { anAlertRule } from '../../support/findings.ts';
import { changed, entriesOf, replaying } from '../../support/replaying.ts';
import { aSocialProvider } from '../../support/social.ts';
import { test } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';
import { createWebhook } from '../../support/webhooks.ts';

const withPassword = async (service: TestService): Promise<string> => {
  const userId = await aUser(service.ours, { roles: ['ADMIN'] });
  const body = { password: 'correct-horse-battery-9!' };
  expect((await service.ours.call('updateUser', { path: { userId }, body })).status).toBe(200);
  return userId;
};

const hasPassword = async (service: TestService, id: string): Promise<unknown> =>
  (await service.sql('select password_hash is not null as has from users where id = $1', [id]))[0]?.['has'];

describe('a replay of a user', () => {
  test('takes a password that was changed after an entry that the backup has', async ({
    service,
    database,
  }) => {
    const [replaced, kept] = [await withPassword(service), await withPassword(service)];
    const change = { action: 'user.update', changes: changed('password') };
    await replaying(service, database).run([
      ...entriesOf(replaced, [{ ...change, hours: -1 }, change]),
      ...entriesOf(kept, [
        { ...change, hours: -1 },
        { action: 'user.update', changes: changed('title') },
      ]),
    ]);
    expect(await hasPassword(service, replaced)).toBe(false);
    expect(await hasPassword(service, kept)).toBe(true);
  });

  test('takes roles and a password at once', async ({ service, database }) => {
    const id = await withPassword(service);
    const report = await replaying(service, database).run(
      entriesOf(id, [
        { action: 'user.update', changes: changed('roles', ['MEMBER'], ['ADMIN']) },
        { action: 'user.update', changes: changed('password') },
      ]),
    );
    expect(report).toMatchObject({ refused: 0, applied: { 'user.update': 1 } });
    expect(await hasPassword(service, id)).toBe(false);
    const { body } = await service.ours.call('getUser', { path: { userId: id } });
    expect(body).toMatchObject({ roles: ['MEMBER'] });
  });

  test('suspends by what came last, an action or a field', async ({ service, database }) => {
    const off = { action: 'user.update', changes: changed('active', false, true) };
    const on = { action: 'user.update', changes: changed('active', true, false) };
    const invited = { action: 'user.update', changes: changed('status', 'ACTIVE', 'INVITED') };
    const cases = [
      [[{ action: 'user.suspend' }, { action: 'user.reactivate' }, off], 'SUSPENDED'],
      [[off, { action: 'user.reactivate' }], 'ACTIVE'],
      [[{ action: 'user.suspend' }, on], 'ACTIVE'],
      [[invited, off], 'SUSPENDED'],
      [[{ action: 'user.update', erased: true }], 'SUSPENDED'],
    ] as const;
    const users = await Promise.all(
      cases.map(async ([entries, status]) => ({ id: await aUser(service.ours), entries, status })),
    );
    await replaying(service, database).run(users.flatMap(({ id, entries }) => entriesOf(id, [...entries])));
    for (const { id, status, entries } of users) {
      const { body } = await service.ours.call('getUser', { path: { userId: id } });
      expect(body.status, JSON.stringify(entries)).toBe(status);
    }
  });
});

describe('a replay of what the audit log does not name', () => {
  for (const [name, entry] of [
    ['a list that was too long', { action: 'group.update', changes: changed('members', [], 'too long') }],
    ['an erased removal', { action: 'group.remove_member', erased: true }],
  ] as const)
    test(`removes every member of a group after ${name}`, async ({ service, database }) => {
      const userIds = [await aUser(service.ours), await aUser(service.ours)];
      const group = await service.ours.call('createGroup', { body: { name: `After ${name}` } });
      const groupId: string = group.body.id;
      await service.ours.call('addGroupMembers', { path: { groupId }, body: { userIds } });
      await replaying(service, database).run(entriesOf(groupId, [{ ...entry }]));
      const { body } = await service.ours.call('getGroup', { path: { groupId } });
      expect(body).toMatchObject({ memberCount: 0 });
    });

  test('suspends a credential, and lists new policies', async ({ service, database }) => {
    const { id } = await aCredential(service.ours);
    const report = await replaying(service, database).run([
      ...entriesOf(id, [{ action: 'credential.update', erased: true }]),
      ...entriesOf('pol_1', [{ action: 'policy.create' }]),
      ...entriesOf('usr_new', [{ action: 'user.create' }]),
    ]);
    expect(report.applied).toEqual({ 'credential.suspend': 1 });
    expect(report.look.map(({ action }) => action)).toContain('policy.create');
    expect(report.look.map(({ action }) => action)).not.toContain('user.create');
  });
});

describe('a replay of a webhook', () => {
  const events = (from: string[], to: string[]) => ({
    action: 'webhook.update',
    changes: changed('events', to, from),
  });

  test('keeps the events that were left after the backup', async ({ service, database }) => {
    const { ours } = service;
    const { id } = await createWebhook(ours, { url: 'https://example.com/hook', events: ['*'] });
    const report = await replaying(service, database).run(entriesOf(id, [events(['*'], ['user.created'])]));
    expect(report).toMatchObject({ applied: { 'webhook.update': 1 }, look: [] });
    const { body } = await ours.call('getWebhook', { path: { id } });
    expect(body).toMatchObject({ events: ['user.created'] });
  });

  test('leaves events to the operator that have nothing in common with those of the backup', async ({
    service,
    database,
  }) => {
    const { ours } = service;
    const made = { url: 'https://example.com/hook', events: ['user.created'] };
    const { id } = await createWebhook(ours, made);
    const report = await replaying(service, database).run(
      entriesOf(id, [events(['user.created'], ['group.created'])]),
    );
    expect(report).toMatchObject({ applied: {}, look: [{ action: 'webhook.update', targetId: id }] });
    expect((await ours.call('getWebhook', { path: { id } })).body).toMatchObject(made);
  });
});

test('SUSPEND closes what could make new users, pauses webhooks, and disables alert rules with channels', async ({
  service,
  database,
}) => {
  const { orgId } = service.organizations.ours.live;
  const { ours, sql } = service;
  const webhook = await ours.call('createWebhook', {
    body: { name: 'One', url: 'https://example.com/hook', events: ['user.created'] },
  });
  expect(webhook.status).toBe(201);
  const registration = await ours.call('updateRegistrationConfig', { body: { enabled: true } });
  expect(registration.status).toBe(200);
  await aConnection(ours);
  await aSocialProvider(ours);
  const sending = await anAlertRule(ours, {
    channels: [{ type: 'SLACK', url: 'https://hooks.slack.com/services/T0/B0/x' }],
  });
  const silent = await anAlertRule(ours);
  await replaying(service, database).suspend();
  const [row] = await sql(
    `select (select count(*) from webhooks where org_id = $1 and status = 'ACTIVE')::int as webhooks,
            (select count(*) from users where org_id = $1 and status in ('ACTIVE', 'INVITED'))::int as users,
            (select count(*) from social_providers where org_id = $1 and enabled)::int as providers,
            (select count(*) from federation_connections where org_id = $1 and status = 'ACTIVE')::int as connections,
            (select count(*) from auth_configs where org_id = $1 and name = 'registration'
                and settings -> 'enabled' = 'true')::int as registrations`,
    [orgId],
  );
  expect(row).toEqual({ webhooks: 0, users: 0, connections: 0, providers: 0, registrations: 0 });
  expect(
    await sql('select id, enabled from alert_rules where id = any ($1) order by enabled', [
      [sending, silent],
    ]),
  ).toEqual([
    { id: sending, enabled: false },
    { id: silent, enabled: true },
  ]);
  expect(
    await sql(`select target_id as id from audit_logs where action = 'alert_rule.update' and org_id = $1`, [
      orgId,
    ]),
  ).toEqual([{ id: sending }]);
});
