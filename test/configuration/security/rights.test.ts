import { describe, expect } from 'vitest';
import resources from '../../../generated/requests.json' with { type: 'json' };
import { operations } from '../../../generated/operations.ts';
import type { OperationId } from '../../../src/operation.ts';
import { aCallerWith, aCredential } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { applied, exported, planned, tryApply, withPlaceholders } from '../../support/configuration.ts';
import { kindExamples } from '../../support/configured-kinds.ts';
import { test } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';

type Operations = Partial<Record<'create' | 'read' | 'list' | 'update' | 'delete', OperationId>>;
const kinds = resources['x-resources'] as Record<string, { operations: Operations }>;
const examples = await kindExamples();

const permissionOf = (id: OperationId | undefined) => (id === undefined ? null : operations[id].permission);
const everyRead = [
  ...new Set(
    examples.flatMap(({ kind }) => {
      const { list, read } = kinds[kind]?.operations ?? {};
      return permissionOf(list ?? read) ?? [];
    }),
  ),
];
const webhook = (events: string[] = ['identity.created']) => ({
  kind: 'webhook',
  key: 'chat',
  spec: { name: 'Chat', url: 'https://hooks.example.com/chat', events },
});

describe.for(examples)('$kind', ({ kind, key, needs = [], spec }) => {
  const of = kinds[kind]?.operations ?? {};
  const objects = [...needs, { kind, key, spec }];

  test('is refused without the permission of its own operation, in the plan and in the apply', async ({
    service,
  }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, ['config.export', 'config.apply', ...everyRead]);
    const { changes } = await planned(caller, objects.map(withPlaceholders));
    const change = changes.find((one) => one.kind === kind && one.key === key);
    const required = permissionOf(of.create ?? of.update);
    expect(change?.refusal).toMatchObject({
      status: 403,
      code: 'INSUFFICIENT_SCOPE',
      details: { required: [required] },
    });
    const before = await exported(ours);
    const { status, body } = await tryApply(caller, objects);
    expect([status, body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await exported(ours)).toEqual(before);
  });

  test('is not shown without the permission to read it', async ({ service }) => {
    const permission = permissionOf(of.list ?? of.read);
    const { caller } = await aCallerWith(service, [
      'config.export',
      ...everyRead.filter((one) => one !== permission),
    ]);
    const { body } = await caller.call('exportConfiguration', { query: { kind } });
    expect(body).toMatchObject({ data: [], unreadable: expect.arrayContaining([kind]) });
    const { changes } = await planned(caller, objects.map(withPlaceholders));
    expect(changes.find((one) => one.kind === kind && one.key === key)).toMatchObject({
      fields: [],
      refusal: { status: 403, details: { required: [permission] } },
    });
  });
});

describe('an object that is not managed', () => {
  test.for(examples.filter(({ kind }) => kinds[kind]?.operations.delete))(
    '$kind is adopted and released with the rights to change and to delete it only',
    async ({ kind, key, needs = [], spec }, { service }) => {
      const { ours } = await service.addPair();
      const { secret } = await aCredential(ours, { scopes: ['config.export', 'config.apply', ...everyRead] });
      const reader = createClient(ours.origin, secret, ours.orgId);
      await applied(ours, [...needs, { kind, key, spec }]);
      await service.sql('delete from managed_objects where org_id = $1', [ours.orgId]);
      const objects = await exported(ours, { kind });
      const own = objects.filter((one) => kind !== 'identity' || one.key !== 'bootstrap');
      const { changes } = await planned(reader, own);
      expect(changes.map(({ refusal }) => refusal?.status)).toEqual(own.map(() => 403));
      const adopting = await tryApply(reader, own);
      expect(adopting.status).toBe(403);
      expect(await service.sql('select from managed_objects where org_id = $1', [ours.orgId])).toEqual([]);
    },
  );

  test('that exists once is released with the right to change it only', async ({ service }) => {
    const { ours } = await service.addPair();
    await applied(ours, [{ kind: 'branding', key: 'default', spec: { displayName: 'Example' } }]);
    const { secret } = await aCredential(ours, { scopes: ['config.export', 'config.apply', ...everyRead] });
    const reader = createClient(ours.origin, secret, ours.orgId);
    const { changes } = await planned(reader, [], { prune: true });
    expect(changes).toMatchObject([{ action: 'RELEASE', refusal: { code: 'INSUFFICIENT_SCOPE' } }]);
    expect((await tryApply(reader, [], { prune: true })).status).toBe(403);
  });
});

describe('the rights of an apply', () => {
  test('are those of its caller: it grants no scope that the caller lacks', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['config.*', 'groups.read', 'groups.write']);
    const objects = [{ kind: 'group', key: 'admins', spec: { name: 'Admins', scopes: ['*'] } }];
    const { changes } = await planned(caller, objects);
    expect(changes).toMatchObject([{ action: 'CREATE', refusal: { code: 'SCOPE_NOT_GRANTABLE' } }]);
    const { status, body } = await tryApply(caller, objects);
    expect([status, body.code, body.details]).toEqual([
      403,
      'SCOPE_NOT_GRANTABLE',
      expect.objectContaining({ at: '/objects/0', object: 'group/admins' }),
    ]);
  });

  test('end with the caller: a key that ends makes no webhook', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['*'], {
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    });
    expect((await planned(caller, [webhook()])).changes).toMatchObject([
      { refusal: { code: 'BOUND_NOT_GRANTABLE' } },
    ]);
    expect((await tryApply(caller, [webhook()])).body.code).toBe('BOUND_NOT_GRANTABLE');
  });

  test('ask a user for a recent sign-in where the operation does', async ({ service }) => {
    const { client, userId } = await aUserCaller(service);
    await service.sql(
      "update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1",
      [userId],
    );
    const identity = { kind: 'identity', key: 'by-user', spec: { name: 'By a user', type: 'CI_CD' } };
    const { changes } = await planned(client, [identity, webhook()]);
    expect(changes.map(({ kind, refusal }) => [kind, refusal?.code])).toEqual([
      ['identity', undefined],
      ['webhook', 'REAUTHENTICATION_REQUIRED'],
    ]);
    const refused = await tryApply(client, [identity, webhook()]);
    expect([refused.status, refused.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    await applied(client, [identity]);
  });

  test('are noted as used, with those of its changes', async ({ service }) => {
    const { sql } = service;
    const { caller, id } = await aCallerWith(service, [
      'config.export',
      'config.apply',
      'identities.read',
      'identities.write',
      'groups.read',
    ]);
    await applied(caller, [{ kind: 'identity', key: 'noted', spec: { name: 'Noted', type: 'CI_CD' } }]);
    const used = async () =>
      (await sql<{ scope: string }>('select scope from scope_uses where credential_id = $1', [id])).map(
        ({ scope }) => scope,
      );
    await expect
      .poll(used, { timeout: 10_000 })
      .toEqual(
        expect.arrayContaining(['config.apply', 'config.export', 'identities.read', 'identities.write']),
      );
  });

  test('that a plan finds missing leave one row of audit for the plan, and a refused use of the key', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const { caller, id } = await aCallerWith(service, ['config.export', ...everyRead]);
    const objects = ['one', 'two', 'three'].map((key) => ({
      kind: 'group',
      key: `denied-${key}`,
      spec: { name: `Denied ${key}` },
    }));
    await planned(caller, objects);
    const { body } = await ours.call('listAuditLogs', { query: { actorId: id } });
    expect(body.data).toMatchObject([
      { action: 'config.plan', result: 'DENIED', code: 'INSUFFICIENT_SCOPE', actor: { id } },
    ]);
    expect(body.data[0].changes).toEqual([
      { field: 'create', from: 0, to: 3 },
      { field: 'refused', from: 0, to: 3 },
      { field: 'denied', from: 0, to: 3 },
    ]);
    const failures = () =>
      sql('select code, failures::int from failure_facts where credential_id = $1', [id]);
    await expect.poll(failures, { timeout: 10_000 }).toEqual([{ code: 'INSUFFICIENT_SCOPE', failures: 1 }]);
    // A plan without a denial changes nothing, and leaves no row.
    await planned(caller, []);
    const { body: after } = await ours.call('listAuditLogs', { query: { actorId: id } });
    expect(after.data).toHaveLength(1);
  });

  test('are asked for again by a replay of an apply', async ({ service }) => {
    const { ours } = service;
    const scopes = ['config.export', 'config.apply', 'identities.read', 'webhooks.read', 'webhooks.write'];
    const { caller, id } = await aCallerWith(service, scopes);
    const objects = [webhook()];
    const { fingerprint } = await planned(caller, objects);
    const send = () =>
      caller.call('applyConfiguration', {
        body: { objects, fingerprint },
        headers: { 'Idempotency-Key': 'an-apply' },
      });
    const first = await send();
    const again = await send();
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    for (const lost of ['webhooks.read', 'webhooks.write']) {
      const left = scopes.filter((scope) => scope !== lost);
      await ours.call('updateCredential', { path: { id }, body: { scopes: left } });
      const { status, body } = await send();
      expect([status, body.code, body.details]).toMatchObject([
        403,
        'INSUFFICIENT_SCOPE',
        { required: [lost] },
      ]);
    }
  });

  test('write one row of audit for each change, and one for the whole', async ({ service }) => {
    const { ours } = await service.addPair();
    await applied(ours, [webhook(), { kind: 'group', key: 'people', spec: { name: 'People' } }]);
    const { body } = await ours.call('listAuditLogs', { query: { limit: 100 } });
    const rows = body.data as { action: string; requestId: string }[];
    const wholes = rows.filter(({ action }) => action === 'config.apply');
    expect(wholes).toHaveLength(1);
    const together = rows.filter(({ requestId }) => requestId === wholes[0]?.requestId);
    expect(together.map(({ action }) => action).toSorted()).toEqual([
      'config.apply',
      'group.create',
      'webhook.create',
    ]);
  });
});
