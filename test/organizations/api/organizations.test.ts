import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { aScimToken } from '../../support/builders.ts';
import { createClient, type Client } from '../../support/client.ts';
import { directoryWith, scimPerson } from '../../support/directories.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

/** A client with a key of an operator, and the id of the key. */
async function anOperator({ sql, origin }: TestService): Promise<Client & { keyId: string }> {
  const { id, secret } = await anOperatorKey(sql);
  return { ...createClient(origin, secret), keyId: id };
}

const aName = (): string => `Acme ${randomUUID()}`;

const anOrganization = async (operator: Client, name = aName()) =>
  (await operator.call('createOrganization', { body: { name, ownerEmail: anEmail() } })).body;

const actsOn = ({ sql }: TestService, targetId: string) =>
  sql<{ action: string; result: string; code: string | null; operator_key_id: string; changes: unknown }>(
    'select action, result, code, operator_key_id, changes from operator_audit where target_id = $1 order by at, id',
    [targetId],
  );

describe('createOrganization', () => {
  test('makes both tenants and invites the first owner, and makes no key', async ({ service }) => {
    const operator = await anOperator(service);
    const [name, ownerEmail] = [aName(), anEmail()];
    const { status, body, headers } = await operator.call('createOrganization', {
      body: { name, ownerEmail },
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^org_\w{26}$/),
        testOrgId: expect.stringMatching(/^org_\w{26}$/),
        name,
        quotas: { maxUsers: null, maxIdentities: null, maxCredentials: null },
        status: 'ACTIVE',
        suspendedAt: null,
        eraseAt: null,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(headers.get('etag')).toBe('"1"');
    const { sql } = service;
    const pair = [body.id, body.testOrgId];
    expect(
      await sql(
        'select id, organization_id, name, environment from tenants where id = any ($1) order by environment',
        [pair],
      ),
    ).toEqual([
      { id: body.id, organization_id: body.id, name, environment: 'live' },
      { id: body.testOrgId, organization_id: body.id, name, environment: 'test' },
    ]);
    expect(
      await sql('select org_id, email, status, roles from users where org_id = any ($1)', [pair]),
    ).toEqual([{ org_id: body.id, email: ownerEmail, status: 'INVITED', roles: ['OWNER'] }]);
    for (const table of ['identities', 'credentials'])
      expect(await sql(`select id from ${table} where org_id = any ($1)`, [pair])).toEqual([]);
    const jobs = await sql('select org_id, task from tenant_jobs where org_id = any ($1)', [pair]);
    expect(jobs).toEqual([{ org_id: body.id, task: 'send-invitation' }]);
  });

  test('tells the audit of operators who did it, and the audit log of the tenant that the operator did', async ({
    service,
  }) => {
    const operator = await anOperator(service);
    const { id } = await anOrganization(operator);
    expect(await actsOn(service, id)).toEqual([
      {
        action: 'organization.create',
        result: 'SUCCESS',
        code: null,
        operator_key_id: operator.keyId,
        changes: [{ field: 'owner', from: null, to: expect.stringMatching(/^usr_\w{26}$/) }],
      },
    ]);
    expect(
      await service.sql('select action, actor_type, actor_id from audit_logs where org_id = $1', [id]),
    ).toEqual([{ action: 'user.create', actor_type: 'SYSTEM', actor_id: null }]);
  });

  test('makes one organization for one Idempotency-Key', async ({ service }) => {
    const operator = await anOperator(service);
    const name = aName();
    const send = (ownerEmail: string) =>
      operator.call('createOrganization', {
        body: { name, ownerEmail },
        headers: { 'idempotency-key': 'once' },
      });
    const ownerEmail = anEmail();
    const [first, second, other] = [await send(ownerEmail), await send(ownerEmail), await send(anEmail())];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect(await service.sql('select id from tenants where name = $1', [name])).toHaveLength(2);
  });

  test('rejects a name and an address by the rules that the contract names', async ({ service }) => {
    const operator = await anOperator(service);
    const wrong: [body: object, field: string][] = [
      [{ name: 'A', ownerEmail: anEmail() }, 'name'],
      [{ name: 'Acme\u202e', ownerEmail: anEmail() }, 'name'],
      [{ name: 'Acme', ownerEmail: 'ada' }, 'ownerEmail'],
      // An address that cannot be a user name.
      [{ name: 'Acme', ownerEmail: 'ada™@example.com' }, 'ownerEmail'],
      [{ name: 'Acme' }, 'ownerEmail'],
      [{ name: 'Acme', ownerEmail: anEmail(), roles: ['OWNER'] }, 'roles'],
    ];
    for (const [body, field] of wrong) {
      const { status, body: refused } = await operator.call('createOrganization', { body });
      expect([field, status, Object.keys(refused.details)]).toEqual([field, 400, [field]]);
    }
  });

  test('is refused while operators have made 60 within an hour, also where tenants may invite more', async () => {
    const service = await startTestService({ MAX_INVITATIONS_PER_HOUR: '1' });
    onTestFinished(() => service.stop());
    const { sql } = service;
    const earlier = (many: number, minutes: number, action: string, result: string) =>
      sql(
        `insert into operator_audit (id, at, action, result)
         select 'aud_' || gen_random_uuid(), now() - $2::int * interval '1 minute', $3, $4 from generate_series(1, $1::int)`,
        [many, minutes, action, result],
      );
    await earlier(58, 30, 'organization.create', 'SUCCESS');
    // None of these is an organization of the last hour.
    await earlier(60, 61, 'organization.create', 'SUCCESS');
    await earlier(60, 1, 'organization.update', 'SUCCESS');
    await earlier(60, 1, 'organization.create', 'FAILURE');
    const operator = await anOperator(service);
    const made = await Promise.all(
      [1, 2, 3, 4].map(() =>
        operator.call('createOrganization', { body: { name: aName(), ownerEmail: anEmail() } }),
      ),
    );
    expect(made.map(({ status }) => String(status)).toSorted()).toEqual(['201', '201', '429', '429']);
    const refused = made.find(({ status }) => status === 429);
    expect(refused?.body.error).toContain('60 organizations within an hour');
    // The oldest of the 60 is half an hour old.
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(1_700);
    expect(wait).toBeLessThanOrEqual(1_800);
  });

  test('makes nothing where no mail can be sent, and names the settings', async ({ service }) => {
    const node = await service.startNode({ SMTP_URL: '', DATABASE_URL: service.database });
    onTestFinished(() => node.stop());
    const { secret } = await anOperatorKey(service.sql);
    const name = aName();
    const { status, body } = await createClient(node.origin, secret).call('createOrganization', {
      body: { name, ownerEmail: anEmail() },
    });
    expect([status, body.code, body.details.mail]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      expect.stringContaining('SMTP_URL'),
    ]);
    expect(await service.sql('select id from tenants where name = $1', [name])).toEqual([]);
  });
});

describe('listOrganizations', () => {
  test('lists organizations newest first, page by page', async ({ service }) => {
    const operator = await anOperator(service);
    const made = [
      await anOrganization(operator),
      await anOrganization(operator),
      await anOrganization(operator),
    ];
    const first = await operator.call('listOrganizations', { query: { limit: 2 } });
    expect(first.status).toBe(200);
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual([made[2].id, made[1].id]);
    const { total, hasMore, nextCursor } = first.body.pagination;
    const [{ count }] = (await service.sql<{ count: number }>(
      `select count(*)::int as count from tenants where environment = 'live'`,
    )) as [{ count: number }];
    expect([total, hasMore]).toEqual([count, true]);
    const next = await operator.call('listOrganizations', { query: { limit: 2, cursor: nextCursor } });
    expect(next.body.data[0]).toEqual(made[0]);
  });
});

describe('getOrganization', () => {
  test('shows an organization by the id of its live tenant, and by no other id', async ({ service }) => {
    const operator = await anOperator(service);
    const organization = await anOrganization(operator);
    const { status, body, headers } = await operator.call('getOrganization', {
      path: { id: organization.id },
    });
    expect([status, body, headers.get('etag')]).toEqual([200, organization, '"1"']);
    for (const id of [organization.testOrgId, newId('org'), 'operator', 'x', "' or 1=1 --"]) {
      const missing = await operator.call('getOrganization', { path: { id } });
      expect([id, missing.status, missing.body.code]).toEqual([id, 404, 'ORGANIZATION_NOT_FOUND']);
    }
  });

  test('shows the organizations of the first start and of make organization', async ({ service }) => {
    const operator = await anOperator(service);
    const { live, test: twin } = service.organizations.ours;
    const { body } = await operator.call('getOrganization', { path: { id: live.orgId } });
    expect(body).toMatchObject({ id: live.orgId, testOrgId: twin.orgId });
  });
});

describe('updateOrganization', () => {
  test('changes the name in both tenants, and says so in the audit of operators', async ({ service }) => {
    const operator = await anOperator(service);
    const { id, testOrgId, name } = await anOrganization(operator);
    const { status, body, headers } = await operator.call('updateOrganization', {
      path: { id },
      body: { name: `${name} Europe` },
    });
    expect([status, body.name, headers.get('etag')]).toEqual([200, `${name} Europe`, '"2"']);
    expect(
      await service.sql('select distinct name from tenants where id = any ($1)', [[id, testOrgId]]),
    ).toEqual([{ name: `${name} Europe` }]);
    expect((await actsOn(service, id)).at(-1)).toMatchObject({
      action: 'organization.update',
      changes: [{ field: 'name', from: name, to: `${name} Europe` }],
    });
  });

  test('tells the audit log of each tenant, and of no other organization', async ({ service }) => {
    const operator = await anOperator(service);
    const { ours, oursTest, organizations } = await service.addPair();
    const { orgId: id } = organizations.ours.live;
    const name = aName();
    const before = await service.sql(`select id from audit_logs where action = 'organization.update'`);
    expect(
      (await operator.call('updateOrganization', { path: { id }, body: { name, quotas: { maxUsers: 9 } } }))
        .status,
    ).toBe(200);
    for (const client of [ours, oursTest]) {
      const { body } = await client.call('listAuditLogs', { query: { action: 'organization.update' } });
      expect(body.data).toMatchObject([
        {
          actor: { type: 'SYSTEM', id: null },
          result: 'SUCCESS',
          reason: 'by the operator of the service',
          changes: [
            { field: 'name', to: name },
            { field: 'quotas.maxUsers', from: null, to: 9 },
          ],
        },
      ]);
      // An audit log of a tenant knows neither the key nor the address of an operator.
      expect(JSON.stringify(body)).not.toMatch(/opk_|127\.0\.0\.1/);
    }
    // A change of nothing sends no event.
    await operator.call('updateOrganization', { path: { id }, body: { name } });
    const after = await service.sql(`select id from audit_logs where action = 'organization.update'`);
    expect(after).toHaveLength(before.length + 2);
  });

  test('changes single quotas in both tenants, and null gives back the quota of the server', async ({
    service,
  }) => {
    const operator = await anOperator(service);
    const { body: made } = await operator.call('createOrganization', {
      body: { name: aName(), ownerEmail: anEmail(), quotas: { maxUsers: 7 } },
    });
    expect(made.quotas).toEqual({ maxUsers: 7, maxIdentities: null, maxCredentials: null });
    const change = async (quotas: object) =>
      (await operator.call('updateOrganization', { path: { id: made.id }, body: { quotas } })).body.quotas;
    expect(await change({ maxIdentities: 3 })).toEqual({
      maxUsers: 7,
      maxIdentities: 3,
      maxCredentials: null,
    });
    expect(await change({ maxUsers: null })).toEqual({
      maxUsers: null,
      maxIdentities: 3,
      maxCredentials: null,
    });
    expect(
      await service.sql('select max_users, max_identities from tenants where organization_id = $1', [
        made.id,
      ]),
    ).toEqual([
      { max_users: null, max_identities: 3 },
      { max_users: null, max_identities: 3 },
    ]);
    expect((await actsOn(service, made.id)).map(({ changes }) => changes)).toEqual([
      [
        { field: 'quotas.maxUsers', from: null, to: 7 },
        { field: 'owner', from: null, to: expect.stringMatching(/^usr_/) },
      ],
      [{ field: 'quotas.maxIdentities', from: null, to: 3 }],
      [{ field: 'quotas.maxUsers', from: 7, to: null }],
    ]);
    for (const quotas of [{ maxUsers: 0 }, { maxUsers: 10_000_001 }, { maxUsers: 1.5 }, { maxGroups: 1 }]) {
      const { status } = await operator.call('updateOrganization', {
        path: { id: made.id },
        body: { quotas },
      });
      expect([quotas, status]).toEqual([quotas, 400]);
    }
  });

  test('bounds the users, identities and credentials of each tenant, and of no other organization', async ({
    service,
  }) => {
    const operator = await anOperator(service);
    const { ours, theirs, oursTest, organizations } = await service.addPair();
    const id = organizations.ours.live.orgId;
    // The bootstrap identity and its key count.
    const quotas = { maxUsers: 1, maxIdentities: 2, maxCredentials: 2 };
    expect((await operator.call('updateOrganization', { path: { id }, body: { quotas } })).status).toBe(200);
    for (const client of [ours, oursTest]) {
      const user = () => client.call('createUser', { body: { email: anEmail(), sendInvite: false } });
      const identity = () => client.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } });
      expect([(await user()).status, (await identity()).status]).toEqual([201, 201]);
      const { body: mine } = await client.call('listIdentities');
      const credential = () =>
        client.call('createCredential', { body: { name: 'deploy key', identityId: mine.data[0].id } });
      expect((await credential()).status).toBe(201);
      for (const [refused, limit] of [
        [await user(), 1],
        [await identity(), 2],
        [await credential(), 2],
      ] as const) {
        const { status, body } = refused;
        expect([status, body.code, body.details.limit]).toEqual([409, 'QUOTA_EXCEEDED', limit]);
      }
      const { token } = await aScimToken(client);
      const directory = directoryWith(service, { orgId: String(client.orgId), token });
      expect((await directory.send('POST', '/Users', scimPerson(anEmail()))).status).toBe(409);
    }
    expect(
      (await theirs.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } })).status,
    ).toBe(201);
    expect(
      (await theirs.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } })).status,
    ).toBe(201);
  });

  test('honours If-Match, and records what it refused', async ({ service }) => {
    const operator = await anOperator(service);
    const { id, name } = await anOrganization(operator);
    const change = (ifMatch: string) =>
      operator.call('updateOrganization', {
        path: { id },
        body: { name: aName() },
        headers: { 'if-match': ifMatch },
      });
    const [stale, fresh] = [await change('"7"'), await change('"1"')];
    expect([stale.status, stale.body.code, fresh.status]).toEqual([412, 'PRECONDITION_FAILED', 200]);
    expect(fresh.body.name).not.toBe(name);
    expect(await actsOn(service, id)).toMatchObject([
      { action: 'organization.create' },
      { action: 'organization.update', result: 'FAILURE', code: 'PRECONDITION_FAILED' },
      { action: 'organization.update', result: 'SUCCESS' },
    ]);
  });

  test('answers the same organization to a change of nothing', async ({ service }) => {
    const operator = await anOperator(service);
    const organization = await anOrganization(operator);
    const { id, name } = organization;
    for (const body of [{}, { name }]) {
      const same = await operator.call('updateOrganization', { path: { id }, body });
      expect([same.status, same.body, same.headers.get('etag')]).toEqual([200, organization, '"1"']);
    }
  });
});
