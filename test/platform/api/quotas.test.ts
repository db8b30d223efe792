import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aCredential, anIdentity, verify } from '../../support/builders.ts';
import { type Answer, type Client, createClient } from '../../support/client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

// The bootstrap identity and its key count like all others.
const settings = {
  MAX_IDENTITIES: '4',
  MAX_CREDENTIALS: '6',
  MAX_CREDENTIALS_PER_IDENTITY: '3',
  MAX_SCIM_TOKENS: '2',
  MAX_USERS: '3',
  MAX_GROUPS: '2',
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(settings);
});
afterAll(() => service.stop());

const clients = (): { theirsTest: Client } => {
  const { key, orgId } = service.organizations.theirs.test;
  return { theirsTest: createClient(service.origin, key, orgId) };
};

function expectFull({ status, body }: Answer, limit: number): void {
  expect([status, body.code, body.details]).toEqual([
    409,
    'QUOTA_EXCEEDED',
    expect.objectContaining({ limit, current: limit }),
  ]);
}

describe('createIdentity', () => {
  test('stops at the limit, also for parallel calls, and continues after a deletion', async () => {
    const { theirs } = service;
    const create = () => theirs.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } });
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectFull(answer, 4);
    // A revoked identity is still there; a deleted one is not.
    const [first, second] = made.map(({ body }) => body.id);
    await theirs.call('revokeIdentity', { path: { id: first } });
    expectFull(await create(), 4);
    await theirs.call('deleteIdentity', { path: { id: second } });
    expect((await create()).status).toBe(201);
  });

  test('counts each tenant separately', async () => {
    expect(await anIdentity(service.ours)).toMatch(/^idn_/);
  });
});

describe('createCredential', () => {
  test('stops at the live credentials of one identity, then at those of the tenant', async () => {
    const { ours, sql } = service;
    const [a, b] = [await anIdentity(ours), await anIdentity(ours)];
    const create = (identityId: string, fields: Record<string, unknown> = {}) =>
      ours.call('createCredential', { body: { identityId, name: 'made', ...fields } });
    const jit = (identityId: string) =>
      ours.call('createJitCredential', { body: { identityId, duration: '1h' } });

    const parallel = await Promise.all(Array.from({ length: 6 }, () => create(a)));
    expect(parallel.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of parallel.filter(({ status }) => status !== 201)) expectFull(answer, 3);
    expectFull(await jit(a), 3);

    const ids = parallel.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
    await ours.call('suspendCredential', { path: { id: ids[0] } });
    expectFull(await create(a), 3);
    await ours.call('revokeCredential', { path: { id: ids[0] } });
    await sql("update credentials set expires_at = now() - interval '1 ms' where id = $1", [ids[1]]);
    const { body: spent } = await create(a, { maxUsageCount: 1 });
    expect((await jit(a)).status).toBe(201);
    expectFull(await create(a), 3);
    await verify(ours, spent.credential);
    expect((await create(a)).status).toBe(201);

    // The bootstrap key and three of the first identity: two are left.
    expect([(await create(b)).status, (await jit(b)).status]).toEqual([201, 201]);
    expectFull(await create(b), 6);
    await ours.call('deleteIdentity', { path: { id: a } });
    expect((await create(b)).status).toBe(201);
    expectFull(await create(b), 3);
  });

  test('stops at the limit of the tenant when parallel calls create credentials of several identities', async () => {
    const { oursTest } = service;
    const ids = [await anIdentity(oursTest), await anIdentity(oursTest), await anIdentity(oursTest)];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, at) =>
          oursTest.call('createCredential', { body: { identityId: ids[at % 3], name: 'made' } }),
        ),
      );
      const made = answers.filter(({ status }) => status === 201);
      // The bootstrap key is the sixth.
      expect(made).toHaveLength(5);
      for (const { body } of made) await oursTest.call('revokeCredential', { path: { id: body.id } });
    }
  });

  test('keeps nothing that was rejected', async () => {
    const { ours, sql } = service;
    const [before] = await sql("select count(*) from events where type = 'credential.created'");
    const { body } = await ours.call('listIdentities', { query: { search: 'deploy-bot' } });
    const identityId = body.data.find(
      ({ credentialCount }: { credentialCount: number }) => credentialCount >= 3,
    ).id;
    await expect(aCredential(ours, { identityId })).rejects.toThrow('QUOTA_EXCEEDED');
    expect(await sql("select count(*) from events where type = 'credential.created'")).toEqual([before]);
  });
});

describe('createScimToken', () => {
  test('stops at the live tokens of the tenant, and continues after a revocation or expiry', async () => {
    const { ours, oursTest, sql } = service;
    const create = (client = ours) => client.call('createScimToken', { body: { name: 'directory' } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(made).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectFull(answer, 2);
    expect((await create(oursTest)).status).toBe(201);
    await ours.call('revokeScimToken', { path: { tokenId: made[0] } });
    expect((await create()).status).toBe(201);
    expectFull(await create(), 2);
    await sql('update scim_tokens set expires_at = now() where id = $1', [made[1]]);
    expect((await create()).status).toBe(201);
  });
});

describe('createUser and createScimUser', () => {
  test('stop together at the users of the tenant, also for parallel calls, and count each tenant separately', async () => {
    const { theirs, sql } = service;
    const { body } = await theirs.call('createScimToken', { body: { name: 'directory' } });
    const directory = createClient(service.origin, body.token, theirs.orgId);
    const path = { orgId: theirs.orgId ?? '' };
    const local = () => theirs.call('createUser', { body: { email: anEmail(), sendInvite: false } });
    const pushed = () =>
      directory.call('createScimUser', {
        path,
        body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: anEmail() },
      });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? local() : pushed())),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expectFull(await local(), 3);
    const refused = await pushed();
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([409, 'QUOTA_EXCEEDED']);
    expect(
      (await service.oursTest.call('createUser', { body: { email: anEmail(), sendInvite: false } })).status,
    ).toBe(201);
    await sql(
      'delete from users where org_id = $1 and id = (select id from users where org_id = $1 limit 1)',
      [theirs.orgId],
    );
    expect((await local()).status).toBe(201);
    expectFull(await local(), 3);
  });
});

describe('createGroup and createScimGroup', () => {
  test('stop together at the groups of the tenant, and continue after a deletion', async () => {
    const { theirsTest } = clients();
    const { body } = await theirsTest.call('createScimToken', { body: { name: 'directory' } });
    const directory = createClient(service.origin, body.token, theirsTest.orgId);
    const local = () => theirsTest.call('createGroup', { body: { name: `group ${randomUUID()}` } });
    const pushed = () =>
      directory.call('createScimGroup', {
        path: { orgId: theirsTest.orgId ?? '' },
        body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: randomUUID() },
      });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? local() : pushed())),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expectFull(await local(), 2);
    expect((await pushed()).headers.get('x-error-code')).toBe('QUOTA_EXCEEDED');
    const { body: groups } = await theirsTest.call('listGroups');
    await theirsTest.call('deleteGroup', { path: { groupId: groups.data[0].id } });
    expect((await pushed()).status).toBe(201);
  });
});

describe('the count of a quota', { timeout: 60_000 }, () => {
  /** Returns the recorded counts and the actual counts of every tenant. */
  const counts = async () => {
    const [written, counted] = await Promise.all([
      service.sql<{ org_id: string; kind: string; count: number }>(
        `select org_id, kind, sum(delta)::int as count from quota_deltas group by 1, 2 having sum(delta) <> 0 order by 1, 2`,
      ),
      service.sql(
        `select org_id, 'credentials' as kind, count(*)::int as count from credentials
          where status in ('ACTIVE', 'SUSPENDED') group by 1
         union all
         select org_id, 'identities', count(*)::int from identities where deleted_at is null group by 1
         union all
         select org_id, 'users', count(*)::int from users group by 1
         union all
         select org_id, 'groups', count(*)::int from groups group by 1
          order by 1, 2`,
      ),
    ]);
    return { written, counted };
  };
  const many = { MAX_IDENTITIES: '1000', MAX_CREDENTIALS: '1000', MAX_CREDENTIALS_PER_IDENTITY: '1000' };

  test('is exact after parallel changes of every kind on two nodes', async () => {
    const { organizations, runTask, sql } = service;
    const { key, orgId } = organizations.theirs.test;
    const nodes = [await service.startNode(many), await service.startNode(many)];
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
    const clients = nodes.map(({ origin }) => createClient(origin, key, orgId));
    const client = (at: number): Client => clients[at % 2] ?? service.theirs;
    const owners = await Promise.all(Array.from({ length: 8 }, (_, at) => anIdentity(client(at))));
    const made: { id: string; secret: string }[] = [];
    const any = (at: number) => made[(at * 7919) % made.length] ?? { id: '', secret: '' };
    const steps: ((at: number) => Promise<unknown>)[] = [
      async (at) =>
        made.push(await aCredential(client(at), { identityId: owners[at % 3], maxUsageCount: 1 + (at % 2) })),
      async (at) =>
        made.push(
          await aCredential(client(at), { identityId: owners[at % 8], isTemporary: true, ttl: 3600 }),
        ),
      (at) => verify(client(at), any(at).secret),
      (at) => client(at).call('suspendCredential', { path: { id: any(at).id } }),
      (at) => client(at).call('reactivateCredential', { path: { id: any(at).id } }),
      (at) => client(at).call('revokeCredential', { path: { id: any(at).id } }),
      (at) => client(at).call('deleteCredential', { path: { id: any(at).id } }),
      (at) => sql(`update credentials set expires_at = now() where id = $1`, [any(at).id]),
      () => runTask('expire-credentials'),
      async (at) => client(at).call('deleteIdentity', { path: { id: await anIdentity(client(at)) } }),
      (at) =>
        sql(
          `update credentials set deleted_at = now() - interval '91 days' where id = $1 and deleted_at is not null`,
          [any(at).id],
        ),
      (at) =>
        sql(
          `update identities set deleted_at = now() - interval '91 days' where deleted_at is not null and $1::int > 0`,
          [at],
        ),
      () => runTask('clean-up'),
    ];
    // So much was written down before that it is made one row, while others write.
    await sql(
      `insert into quota_deltas (org_id, kind, delta)
       select $1, kind, delta from generate_series(1, 100), (values ('identities'), ('credentials')) as k (kind),
              (values (1), (-1)) as d (delta)`,
      [orgId],
    );
    const pending = Array.from({ length: 15 * steps.length }, (_, at) => at);
    const work = async () => {
      for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
        // Sometimes of an identity that is gone, or of the same credential at the same time.
        await steps[at % steps.length]?.(at).catch((error: unknown) => {
          if (!String(error).includes('IDENTITY_NOT')) throw error;
        });
        if (at === 10 * steps.length) {
          await client(0).call('revokeIdentity', { path: { id: owners[1] ?? '' } });
          await client(1).call('deleteIdentity', { path: { id: owners[2] ?? '' } });
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    // Changes that no request makes.
    await sql("delete from credentials where org_id = $1 and status = 'ACTIVE' and scopes = '{}'", [orgId]);
    await sql("update credentials set status = 'ACTIVE' where org_id = $1 and status = 'REVOKED'", [orgId]);
    await sql('update identities set deleted_at = null where org_id = $1', [orgId]);
    await sql(
      `delete from identities i where org_id = $1
          and not exists (select from credentials c where c.org_id = i.org_id and c.identity_id = i.id)`,
      [orgId],
    );
    const { written, counted } = await counts();
    expect(written).toEqual(counted);
    const [rows] = await sql<{ count: number }>(
      'select count(*)::int as count from quota_deltas where org_id = $1',
      [orgId],
    );
    expect(rows?.count).toBeLessThan(400);
  });

  test('is written at the last use without waiting for a counting transaction', async () => {
    const { theirs, sql, database, organizations } = service;
    const { orgId } = organizations.theirs.live;
    const node = await service.startNode(many);
    onTestFinished(() => node.stop());
    const { key } = organizations.theirs.live;
    const { id, secret } = await aCredential(createClient(node.origin, key, orgId), { maxUsageCount: 2 });
    const rows = async () => (await sql('select from quota_deltas where org_id = $1', [orgId])).length;
    const before = await rows();
    const counting = new pg.Client(database);
    await counting.connect();
    onTestFinished(() => counting.end());
    await counting.query('begin');
    await counting.query('select from tenants where id = $1 for no key update', [orgId]);
    await counting.query('delete from quota_deltas where org_id = $1', [orgId]);
    expect(await verify(theirs, secret)).toMatchObject({ valid: true, credential: { usageCount: 1 } });
    expect(await rows()).toBe(before);
    expect(await verify(theirs, secret)).toMatchObject({ valid: true, credential: { usageCount: 2 } });
    expect(await rows()).toBe(before + 1);
    await counting.query('rollback');
    expect(await sql('select status from credentials where id = $1', [id])).toEqual([{ status: 'EXPIRED' }]);
    const { written, counted } = await counts();
    expect(written).toEqual(counted);
  });
});
