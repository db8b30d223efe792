import { describe, expect } from 'vitest';
import { aCallerWith, anIdentity } from '../../support/builders.ts';
import { applied, exported, planned, type Sent, tryApply } from '../../support/configuration.ts';
import { test } from '../../support/service.ts';

const identity = (key: string, spec: Record<string, unknown> = {}): Sent => ({
  kind: 'identity',
  key,
  spec: { name: `Identity ${key}`, type: 'CI_CD', ...spec },
});
const google = (clientSecret: unknown): Sent => ({
  kind: 'socialProvider',
  key: 'google',
  spec: { provider: 'google', name: 'Google', clientId: 'one.apps.googleusercontent.com', clientSecret },
});

describe('planConfiguration', () => {
  test('shows changes in the order in which they can be made, and makes none', async ({ service }) => {
    const { ours } = await service.addPair();
    const objects = [
      {
        kind: 'policy',
        key: 'owners',
        spec: { name: 'Owners', type: 'OWNER_REQUIRED', selector: { identityIds: ['identity/deploy'] } },
      },
      identity('deploy', { tags: ['b', 'a'] }),
      { kind: 'branding', key: 'default', spec: { displayName: 'Example' } },
    ];
    const before = await exported(ours);
    const plan = await planned(ours, objects);
    expect(plan.changes.map(({ action, kind, key, refusal }) => [action, kind, key, refusal])).toEqual([
      ['CHANGE', 'branding', 'default', null],
      ['CREATE', 'identity', 'deploy', null],
      ['CREATE', 'policy', 'owners', null],
    ]);
    expect(await exported(ours)).toEqual(before);
    const { body: trail } = await ours.call('listAuditLogs', { query: { limit: 100 } });
    expect(trail.data.map(({ action }: { action: string }) => action)).not.toContain('identity.create');
    await applied(ours, objects);
    const { body: policies } = await ours.call('listPolicies');
    const { body: found } = await ours.call('listIdentities', { query: { search: 'Identity deploy' } });
    expect(policies.data[0].selector.identityIds).toEqual([found.data[0].id]);
  });

  test('names the place of each field that is wrong', async ({ service }) => {
    const { status, body } = await service.ours.call('planConfiguration', {
      body: {
        objects: [
          identity('good'),
          identity('wrong', { tags: ['not a tag'], nmae: 'Misspelt' }),
          {
            kind: 'policy',
            key: 'owners',
            spec: { name: 'Owners', type: 'OWNER_REQUIRED', selector: { identityIds: ['identity/absent'] } },
          },
          { kind: 'branding', key: 'mine', spec: {} },
          identity('good'),
        ],
      },
    });
    expect([status, body.code, body.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      {
        '/objects/1/spec/tags/0': expect.stringContaining('must be one tag'),
        '/objects/1/spec/nmae': expect.stringContaining('is not a field that can be sent here'),
        '/objects/2/spec/selector/identityIds/0': expect.stringContaining('such as identity/deploy-bot'),
        '/objects/3/key': 'must be default, because an organization has one branding',
        '/objects/4/key': 'must be unique among the objects of identity',
      },
    ]);
  });

  test('ends soon for a body with too many references, and names 50 faults at most', async ({ service }) => {
    const { ours } = service;
    const policy = (identityIds: string[]) => ({
      kind: 'policy',
      key: 'many',
      spec: { name: 'Many', type: 'OWNER_REQUIRED', selector: { identityIds } },
    });
    const many = Array.from({ length: 20_000 }, (_, n) => `identity/i${n}`);
    const crowded = await ours.call('planConfiguration', { body: { objects: [policy(many)] } });
    expect([crowded.status, crowded.body.details]).toEqual([
      400,
      { '/objects/0/spec': 'must refer to at most 1000 objects' },
    ]);
    const absent = await ours.call('planConfiguration', { body: { objects: [policy(many.slice(0, 400))] } });
    expect([absent.status, Object.keys(absent.body.details).length]).toEqual([400, 50]);
  });

  test('says of a change that the object it refers to is refused', async ({ service }) => {
    const { ours } = service;
    const { changes } = await planned(ours, [
      identity('late', { expiresAt: '2020-01-01T00:00:00Z' }),
      {
        kind: 'policy',
        key: 'late',
        spec: { name: 'Late', type: 'OWNER_REQUIRED', selector: { identityIds: ['identity/late'] } },
      },
    ]);
    expect(changes.map(({ refusal }) => [refusal?.code, refusal?.details])).toEqual([
      ['VALIDATION_ERROR', { '/objects/0/spec/expiresAt': expect.stringContaining('future') }],
      ['CONFIGURATION_DEPENDS', { on: 'identity/late' }],
    ]);
  });

  test('says that a fixed field cannot change', async ({ service }) => {
    const { ours } = await service.addPair();
    await applied(ours, [identity('one')]);
    const { changes } = await planned(ours, [identity('one', { type: 'AI_AGENT' })]);
    expect(changes).toMatchObject([
      {
        action: 'CHANGE',
        refusal: { code: 'CONFIGURATION_FIELD_FIXED', details: { fields: ['/objects/0/spec/type'] } },
      },
    ]);
    const { status } = await tryApply(ours, [identity('one', { type: 'AI_AGENT' })]);
    expect(status).toBe(409);
  });

  test('adopts an object that no apply manages by the key that follows from its name', async ({
    service,
  }) => {
    const { ours } = await service.addPair();
    const id = await anIdentity(ours, { name: 'Déploy Bot', type: 'CI_CD' });
    const objects = [identity('deploy-bot', { name: 'Déploy Bot' })];
    expect((await planned(ours, objects)).changes).toMatchObject([{ action: 'ADOPT', id, adopts: true }]);
    await applied(ours, objects);
    expect((await planned(ours, objects)).changes).toEqual([]);
    expect((await planned(ours, [], { prune: true })).changes).toMatchObject([{ action: 'DELETE', id }]);
  });

  test('writes each event by the transaction itself, also after a judgement was taken back', async ({
    service,
  }) => {
    const { ours } = await service.addPair();
    await anIdentity(ours, { name: 'First', type: 'CI_CD' });
    await applied(ours, [identity('first', { name: 'First' }), identity('second', { name: 'Second' })]);
    // The statement that locks the tenant runs before all steps. Listeners find an event by the number of its transaction.
    const [written] = await service.sql(
      `select bool_and(e.xmin = t.xmax) as is_whole, count(*)::int as events
         from events e join tenants t on t.id = e.org_id join identities i on i.org_id = t.id and i.name = 'Second'
        where e.org_id = $1 and e.type = 'identity.created' and e.data::text like '%' || i.id || '%'`,
      [ours.orgId],
    );
    expect(written).toEqual({ is_whole: true, events: 1 });
  });

  test('changes nothing for an export of the same organization', async ({ service }) => {
    const { ours } = await service.addPair();
    await anIdentity(ours, { name: 'Twin' });
    await anIdentity(ours, { name: 'Twin' });
    const objects = await exported(ours);
    expect(objects.filter(({ key }) => /^twin-[0-9a-z]{6}$/.test(key))).toHaveLength(2);
    const { changes } = await planned(ours, objects);
    expect(changes.filter(({ action }) => action !== 'ADOPT')).toEqual([]);
  });
});

describe('applyConfiguration', () => {
  test('refuses the fingerprint of other objects, of another state, and of another caller', async ({
    service,
  }) => {
    const { ours } = service;
    const refusal = async (client: typeof ours, objects: Sent[], fingerprint: string) => {
      const { status, body } = await client.call('applyConfiguration', {
        body: { objects, fingerprint },
      });
      return [status, body.code];
    };
    const moved = [409, 'CONFIGURATION_MOVED'];
    await applied(ours, [identity('moved')]);
    const changed = [identity('moved', { description: 'Mine' })];
    const { fingerprint, changes } = await planned(ours, changed);
    expect(await refusal(ours, [identity('moved', { description: 'Other' })], fingerprint)).toEqual(moved);
    const { caller } = await aCallerWith(service, ['*']);
    expect(await refusal(caller, changed, fingerprint)).toEqual(moved);
    await ours.call('updateIdentity', {
      path: { id: changes[0]?.id ?? '' },
      body: { description: 'Theirs' },
    });
    expect(await refusal(ours, changed, fingerprint)).toEqual(moved);
  });

  test('that was repeated after its response was lost has nothing to do', async ({ service }) => {
    const { ours } = service;
    const objects = [identity('repeated')];
    const { fingerprint } = await planned(ours, objects);
    const send = () => ours.call('applyConfiguration', { body: { objects, fingerprint } });
    expect((await send()).body.counts).toMatchObject({ create: 1 });
    const again = await send();
    expect([again.status, again.body.changes]).toEqual([200, []]);
  });

  test('refuses references to secrets, and the placeholder of a plan', async ({ service }) => {
    const { ours } = service;
    for (const value of ['env:KEYWARD_SECRET_GOOGLE', 'file:secrets/google']) {
      const plan = await ours.call('planConfiguration', { body: { objects: [google(value)] } });
      expect([plan.status, plan.body.details]).toEqual([
        400,
        { '/objects/0/spec/clientSecret': expect.stringContaining('resolves neither env: nor file:') },
      ]);
    }
    const { fingerprint } = await planned(ours, [google({ secret: true })]);
    const { status, body } = await ours.call('applyConfiguration', {
      body: { objects: [google({ secret: true })], fingerprint },
    });
    expect([status, body.details]).toEqual([
      400,
      { '/objects/0/spec/clientSecret': expect.stringContaining('must be the secret itself') },
    ]);
  });

  test('sends a secret again only if it is another one, and shows none', async ({ service }) => {
    const { ours } = await service.addPair();
    await applied(ours, [google('a first secret')]);
    expect((await applied(ours, [google('a first secret')])).changes).toEqual([]);
    const { changes } = await applied(ours, [google('a second secret')]);
    expect(changes).toMatchObject([{ action: 'CHANGE', fields: [{ field: 'clientSecret', secret: true }] }]);
    const seen = JSON.stringify([
      await exported(ours),
      changes,
      (await ours.call('listAuditLogs', { query: { limit: 100 } })).body,
      await service.sql('select marks, secrets from managed_objects'),
    ]);
    expect(seen).not.toContain('a second secret');
  });

  test('prunes the kinds that it names, and only what it manages', async ({ service }) => {
    const { ours } = await service.addPair();
    await anIdentity(ours, { name: 'Unmanaged' });
    await applied(ours, [identity('one'), { kind: 'group', key: 'people', spec: { name: 'People' } }]);
    const { changes } = await applied(ours, [], { prune: true, kinds: ['group'] });
    expect(changes.map(({ action, kind, key }) => [action, kind, key])).toEqual([
      ['DELETE', 'group', 'people'],
    ]);
    const left = (await exported(ours, { kind: 'identity' })).map(({ key }) => key);
    expect(left).toEqual(['bootstrap', 'one', 'unmanaged']);
  });

  test('refuses the fingerprint of a plan whose reference means another object now', async ({ service }) => {
    const { ours } = await service.addPair();
    const first = await anIdentity(ours, { name: 'Target' });
    const objects = [
      {
        kind: 'policy',
        key: 'owners',
        spec: { name: 'Owners', type: 'OWNER_REQUIRED', selector: { identityIds: ['identity/target'] } },
      },
    ];
    const { fingerprint } = await planned(ours, objects);
    await ours.call('deleteIdentity', { path: { id: first } });
    await anIdentity(ours, { name: 'Target' });
    const { status, body } = await ours.call('applyConfiguration', { body: { objects, fingerprint } });
    expect([status, body.code]).toEqual([409, 'CONFIGURATION_MOVED']);
  });

  test('makes an object again that another caller deleted', async ({ service }) => {
    const { ours } = await service.addPair();
    await applied(ours, [identity('one')]);
    const { body } = await ours.call('listIdentities', { query: { search: 'Identity one' } });
    await ours.call('deleteIdentity', { path: { id: body.data[0].id } });
    expect((await planned(ours, [identity('one')])).changes).toMatchObject([{ action: 'CREATE' }]);
    await applied(ours, [identity('one')]);
    expect((await planned(ours, [identity('one')])).changes).toEqual([]);
  });
});

describe('exportConfiguration', () => {
  test('gives each object a key of its own, also if names look like keys', async ({ service }) => {
    const { ours } = await service.addPair();
    const first = await anIdentity(ours, { name: 'Bot' });
    await anIdentity(ours, { name: 'Bot' });
    await anIdentity(ours, { name: `Bot ${first.slice(-6)}` });
    await anIdentity(ours, { name: `Bot ${first.replace('_', '-')}` });
    const keys = (await exported(ours, { kind: 'identity' })).map(({ key }) => key);
    expect(keys.filter((key) => key.startsWith('bot-'))).toHaveLength(4);
    expect(new Set(keys).size).toBe(5);
  });

  test('gives pages that have each object once', async ({ service }) => {
    const { ours } = await service.addPair();
    await applied(
      ours,
      Array.from({ length: 9 }, (_, n) => identity(`one-${n}`)),
    );
    const all = await exported(ours);
    expect(await exported(ours, { limit: 4 })).toEqual(all);
    expect(new Set(all.map(({ kind, key }) => `${kind}/${key}`)).size).toBe(all.length);
  });

  test('refuses the cursor of another export', async ({ service }) => {
    const { ours } = service;
    const { body } = await ours.call('exportConfiguration', { query: { limit: 1 } });
    const cursor = body.pagination.nextCursor;
    const foreign: Record<string, string>[] = [{ cursor, kind: 'identity' }, { cursor: 'x' }];
    for (const query of foreign) {
      const { status, body: refused } = await ours.call('exportConfiguration', { query: query });
      expect([status, Object.keys(refused.details)]).toEqual([400, ['cursor']]);
    }
  });
});
