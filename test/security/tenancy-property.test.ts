import fc from 'fast-check';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { callerOf, endsItsKey, exampleBody, idsOf, ofTenants as secured } from '../contract/enumerate.ts';
import { makers, references, tenant, webhookListener } from '../contract/ids.ts';
import { createClient, type Client } from '../support/client.ts';
import { aPublishedProvider } from '../support/connections.ts';
import { startTestService, test, type TestService } from '../support/service.ts';
import { rounds } from '../support/thorough.ts';
import { aFailedDelivery } from '../support/webhooks.ts';

// Issue 2, item 4: two organizations with two environments each, random operations on random ids: nothing of
// one tenant is ever visible to another, or changed by it.

interface Known {
  id: string;
  owner: number;
  prefix: string;
  /** Ids of its parent, whose deletion takes it along. */
  parent?: string;
  /** The id of the resource before it in its path. */
  within?: string;
  gone?: boolean;
  /** A listener has the prefix of webhooks, and a list of its own. */
  isListener?: boolean;
}

interface Tenant {
  orgId: string;
  client: Client;
  /** Stands in every name this tenant gives. */
  mark: string;
}

/** One random call: who, what, on which of the known resources, with which of the known secrets. */
const step = fc.record({
  actor: fc.nat(3),
  operation: fc.nat(secured.length - 1),
  target: fc.nat(),
  reference: fc.nat(),
  secret: fc.nat(),
  /** More often than not a foreign one, or the odds of a call that works would be low. */
  own: fc.boolean(),
  body: fc.constantFrom('example', 'none', 'foreign owner'),
});

const tablesOf = (sql: TestService['sql']) =>
  sql<{ name: string }>(
    `select table_name as name from information_schema.columns join pg_class on relname = table_name and relispartition = false
    where table_schema = 'public' and column_name = 'org_id' order by 1`,
  );

/** The number of runs, each with 20 to 40 calls. */
const runs = rounds(12, 5, 4);

test('nothing of one tenant is visible to another or changed by it', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { organizations, origin, sql } = service;
  const tenants: Tenant[] = Object.values(organizations)
    .flatMap(({ live, test: testing }) => [live, testing])
    .map(({ orgId, key }, at) => ({
      orgId,
      client: createClient(origin, key, orgId),
      mark: `mark${at}mark`,
    }));
  // The scopes that a call used, and refusals, are written up to a second after the response.
  // Another tenant may be calling by then.
  const late = ['scope_uses', 'failure_facts', 'refusal_days', 'verification_days'];
  const tables = (await tablesOf(sql)).map(({ name }) => name).filter((name) => !late.includes(name));
  expect(tables).toEqual(
    expect.arrayContaining([
      'audit_chains',
      'audit_logs',
      'audit_personal',
      'audit_seals',
      'audit_unsealed',
      'credentials',
      'events',
      'idempotency_keys',
      'identities',
      'usage_days',
      'usage_facts',
      'webhooks',
      'deliveries',
      'delivery_attempts',
    ]),
  );

  /** A user of the live tenant may have acted in the test tenant, so a deletion is also a task of the other of the pair. */
  const own = (name: string) =>
    name === 'tenant_jobs' ? `(select * from tenant_jobs where task <> 'erase-actions')` : name;
  /** Every row of every tenant, as one fingerprint per tenant and table. */
  const fingerprints = `${tables.map((name) => `select org_id, '${name}' as name, count(*)::int as rows, sum(hashtextextended(t::text, 0)) as content from ${own(name)} t group by org_id`).join(' union all ')} order by 1, 2`;
  const watcher = new pg.Client(service.database);
  await watcher.connect();
  onTestFinished(() => watcher.end());
  const snapshot = async (): Promise<Record<string, string>> => {
    // With a name, the statement is planned once.
    const { rows } = await watcher.query<{ org_id: string }>({ name: 'snapshot', text: fingerprints });
    return Object.fromEntries(
      tenants.map(({ orgId }) => [orgId, JSON.stringify(rows.filter((row) => row.org_id === orgId))]),
    );
  };

  const { issuer } = await aPublishedProvider();
  const known: Known[] = [];
  const secrets: { secret: string; owner: number }[] = [];
  /** The ids that each tenant has named in calls: its audit log says that it tried. */
  const named = tenants.map(() => new Set<string>());
  const [{ count: bootstraps } = { count: 0 }] = await sql<{ count: number }>(
    'select count(*)::int as count from tenants',
  );
  expect(bootstraps).toBe(4);
  let [worked, refused] = [0, 0];
  const works = new Set<string>();

  /** The resources a tenant may see by what it has done. */
  const expected = (owner: number, prefix: string, { isListener = false } = {}): string[] =>
    known
      .filter((one) => one.owner === owner && one.prefix === prefix && !one.gone)
      .filter((one) => (one.isListener ?? false) === isListener)
      .filter(({ parent }) => !known.some((other) => other.id === parent && other.gone))
      .map(({ id }) => id)
      .sort();

  const visible = async (
    { client }: Tenant,
    id: 'listIdentities' | 'listCredentials' | 'listWebhooks' | 'listWebhookListeners',
  ): Promise<string[]> => {
    const ids: string[] = [];
    for (let page = 0; ; page++) {
      const window: Record<string, number> =
        id === 'listCredentials' ? { offset: page * 100 } : { page: page + 1 };
      const { body } = await client.call(id, { query: { limit: 100, ...window } });
      ids.push(
        ...body.data
          .filter(({ name }: { name: string }) => name !== 'bootstrap')
          .map((row: { id: string }) => row.id),
      );
      if (!body.pagination.hasMore) return ids.sort();
    }
  };

  const pick = (
    prefix: string,
    { own, actor }: { own: boolean; actor: number },
    at: number,
  ): Known | undefined => {
    const candidates = known.filter((one) => one.prefix === prefix && (one.owner === actor) === own);
    return candidates[at % Math.max(1, candidates.length)];
  };

  /** The identities, credentials and webhooks that were made on the way: by the makers of ids, and for a key that ends itself. */
  const madeBeside = async (owner: number, told: readonly Known[]): Promise<Known[]> => {
    const beside: Known[] = [];
    for (const [list, prefix] of [
      ['listIdentities', 'idn'],
      ['listCredentials', 'cred'],
      ['listWebhooks', 'wh'],
    ] as const) {
      for (const id of await visible(tenants[owner] as Tenant, list))
        if (!told.some((one) => one.id === id)) beside.push({ id, owner, prefix });
    }
    return beside;
  };

  /** Every tenant starts with something to lose. */
  const given = async (owner: number): Promise<Known[]> => {
    const { client, mark } = tenants[owner] as Tenant;
    const made: Known[] = [];
    for (const maker of Object.values(makers))
      if (maker.prefix !== undefined && maker !== tenant)
        made.push({
          id: await maker.make(client),
          owner,
          prefix: maker.prefix,
          ...(maker === webhookListener ? { isListener: true } : {}),
        });
    const { body: identity } = await client.call('createIdentity', { body: { name: mark, type: 'CI_CD' } });
    const { body } = await client.call('createCredential', { body: { identityId: identity.id, name: mark } });
    made.push(
      { id: identity.id, owner, prefix: 'idn' },
      { id: body.id, owner, prefix: 'cred', parent: identity.id },
    );
    secrets.push({ secret: body.credential, owner });
    for (let at = 0; at < 3; at++) {
      const { id, deadLetterId, webhookId: within } = await aFailedDelivery(client);
      made.push({ id, owner, prefix: 'dlv', within }, { id: deadLetterId, owner, prefix: 'dlq', within });
    }
    return [...made, ...(await madeBeside(owner, made))];
  };
  // In the order of the tenants, so that the same seed picks the same.
  known.push(...(await Promise.all(tenants.map((_, owner) => given(owner)))).flat());
  secrets.sort((a, b) => a.owner - b.owner);

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      let before = await snapshot();
      for (const one of steps) {
        const operation = secured[one.operation];
        const actor = tenants[one.actor];
        if (!operation || !actor) throw new Error('no such step');
        const targets = idsOf(operation).map(
          ([name, { prefix }]) => [name, pick(prefix, one, one.target)] as const,
        );
        const target = targets.at(-1)?.[1];
        const path = Object.fromEntries(targets.map(([name, { id = 'x' } = {}]) => [name, id]));
        // Where it is; or inside of something of the caller's own, where it is not.
        if (target?.within !== undefined) {
          const own = known.find(({ prefix, owner }) => prefix === 'wh' && owner === one.actor)?.id;
          path['id'] = one.body === 'foreign owner' && own !== undefined ? own : target.within;
        }
        const owned = targets.every(([, found]) => found === undefined || found.owner === one.actor);

        const body = one.body === 'none' && !operation.body?.required ? undefined : exampleBody(operation);
        let reachable = true;
        let parent: string | undefined;
        for (const name of Object.keys(body ?? {})) {
          const named = references[name]?.prefix && pick(references[name].prefix, one, one.reference);
          if (!body || !named) continue;
          body[name] = parent = named.id;
          reachable &&= named.owner === one.actor;
        }
        const presented = secrets[one.secret % secrets.length];
        if (typeof body?.['name'] === 'string') body['name'] = actor.mark;
        // No call leaves this machine, and no name is looked up.
        if (typeof body?.['url'] === 'string') body['url'] = 'https://hooks.invalid/';
        if (typeof body?.['issuer'] === 'string') body['issuer'] = issuer;
        if (body && operation.id === 'verifyCredential') {
          body['credential'] = presented?.secret;
          delete body['scopes'];
        }
        if (body && one.body === 'foreign owner') body['orgId'] = tenants[(one.actor + 1) % 4]?.orgId;

        for (const id of [...Object.values(path), ...Object.values(body ?? {})])
          if (typeof id === 'string') named[one.actor]?.add(id);
        const caller = await callerOf(operation, actor.client);
        if (endsItsKey(operation)) known.push(...(await madeBeside(one.actor, known)));
        const { status, body: answer } = await caller.call(operation.id, {
          path: { orgId: actor.orgId, ...path },
          ...(body ? { body } : {}),
        });
        const what = `${actor.mark} ${operation.id} ${owned ? 'own' : 'foreign'} -> ${status} ${JSON.stringify(answer).slice(0, 300)}`;
        expect(status, what).toBeLessThan(500);
        if (status < 300) worked++;
        else refused++;
        if (status < 300) works.add(operation.id);
        if (!owned || !reachable) expect(status, what).toBeOneOf([400, 404]);
        if (status < 300 && operation.id === 'verifyCredential' && presented?.owner !== one.actor) {
          expect(answer, what).toMatchObject({
            valid: false,
            code: 'NOT_FOUND',
            identity: null,
            credential: null,
          });
        }

        // Nothing in the answer is another's, but for what the caller itself has named.
        const text = JSON.stringify(answer);
        for (const [at, other] of tenants.entries())
          if (at !== one.actor) expect(text, what).not.toContain(other.mark);
        expect(
          known.filter(
            ({ id, owner }) =>
              owner !== one.actor &&
              text.includes(id) &&
              !(operation.tag === 'audit-logs' && named[one.actor]?.has(id)),
          ),
          what,
        ).toEqual([]);
        for (const { secret, owner } of secrets)
          if (owner !== one.actor) expect(text, what).not.toContain(secret);

        // No row of another has changed, been added or gone.
        const after = await snapshot();
        for (const { orgId } of tenants)
          if (orgId !== actor.orgId) expect(after[orgId], what).toBe(before[orgId]);
        before = after;

        // Members have no id of their own.
        if (status === 201 && typeof answer.id === 'string') {
          known.push({
            id: answer.id,
            owner: one.actor,
            prefix: answer.id.split('_')[0],
            ...(parent === undefined ? {} : { parent }),
            ...(operation.id === 'createWebhookListener' ? { isListener: true } : {}),
          });
        }
        if (status < 300 && typeof answer.credential === 'string')
          secrets.push({ secret: answer.credential, owner: one.actor });
        if (status === 200 && operation.method === 'DELETE' && target) target.gone = true;
      }
      for (const [owner, tenant] of tenants.entries()) {
        expect(await visible(tenant, 'listIdentities')).toEqual(expected(owner, 'idn'));
        expect(await visible(tenant, 'listWebhooks')).toEqual(expected(owner, 'wh'));
        // A listener without a stream is gone after a minute.
        const listeners = await visible(tenant, 'listWebhookListeners');
        expect(listeners).toEqual(
          expected(owner, 'wh', { isListener: true }).filter((id) => listeners.includes(id)),
        );
        const credentials = await visible(tenant, 'listCredentials');
        // A credential of the makers has a parent that the model does not know; it may be gone with it.
        const mine = expected(owner, 'cred');
        expect(credentials.filter((id) => !mine.includes(id))).toEqual([]);
        expect(
          mine.filter(
            (id) =>
              !credentials.includes(id) && known.some((one) => one.id === id && one.parent !== undefined),
          ),
        ).toEqual([]);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  for (const { client, mark } of tenants) {
    const trail = String((await client.call('exportAuditLogs')).body);
    expect(trail).toContain(mark);
    for (const other of tenants) if (other.mark !== mark) expect(trail).not.toContain(other.mark);
    expect((await client.call('getAuditIntegrity')).body).toMatchObject({ valid: true, faults: [] });
  }
  expect(
    await sql(
      'select s.* from scope_uses s left join credentials c on c.org_id = s.org_id and c.id = s.credential_id where c.id is null',
    ),
  ).toEqual([]);
  // A test whose calls all fail would prove little.
  expect(worked).toBeGreaterThan(4 * runs);
  // Webhooks are a few of many operations: of few runs, one in a hundred has no call of them that succeeds.
  if (runs >= 12)
    expect([...works].filter((id) => /webhook|deliver|letter/i.test(id)).length).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(4 * runs);
}, 120_000);
