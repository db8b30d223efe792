// A release adds columns while nodes of the release before are running. Postgres refuses a prepared statement whose result would get
// another type: "cached plan must not change result type". So no named statement may return all columns of a table.
import * as oidc from 'openid-client';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { createLog } from '../../../src/platform/log.ts';
import {
  aCredential,
  anIdentity,
  aScimToken,
  aUser,
  aWrappedCredential,
  verify,
} from '../../support/builders.ts';
import { madeByCalls, namesInSource } from '../../support/named-statements.ts';
import { aPerson } from '../../support/person.ts';
import { aRelyingParty, authorized, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';
import { statementsSent } from '../../support/statements.ts';
import { anEmail } from '../../support/users.ts';
import { aListener } from '../../support/webhooks.ts';

const password = 'vivid-harbor-cello-42';

/** Works with keys, users, clients and directories. */
async function everyday({
  ours,
  origin,
  sql,
  organizations,
}: Pick<TestService, 'ours' | 'origin' | 'sql' | 'organizations'>): Promise<void> {
  const identityId = await anIdentity(ours);
  const { id, secret } = await aCredential(ours, { identityId, scopes: ['read:a'], maxUsageCount: 5 });
  await verify(ours, secret, { requiredScope: 'read:a' });
  const plain = await aCredential(ours);
  await verify(ours, plain.secret);
  await verify(ours, `${secret.slice(0, -1)}x`);
  await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 60 } });
  await verify(ours, secret);
  const { token } = await aWrappedCredential(ours);
  await ours.call('unwrapCredential', { body: { token } });
  for (const list of ['listCredentials', 'listIdentities', 'listUsers', 'listAuditLogs'] as const) {
    const { body } = await ours.call(list, { query: { limit: 10 } });
    const { nextCursor } = body as { nextCursor?: string };
    if (nextCursor) await ours.call(list, { query: { limit: 10, cursor: nextCursor } });
  }

  const { orgId } = organizations.ours.live;
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  const person = aPerson(origin);
  await person.signIn(orgId, email, 'not the password');
  await person.signIn(orgId, email, password);
  await person.get(`/account/${orgId}`);
  const party = await aRelyingParty(ours, { scopes: ['openid', 'offline_access'] });
  const browser = await signedIn({ sql }, { issuer: party.issuer, userId });
  const { refresh_token: refresh = '' } = await (await authorized(party, browser)).exchange();
  const renewed = await oidc.refreshTokenGrant(party.config, refresh);
  await oidc.fetchUserInfo(party.config, renewed.access_token, userId);
  await oidc.tokenRevocation(party.config, renewed.access_token);

  const { id: listenerId } = await aListener(ours);
  const heard = ours.call('streamWebhookListener', { path: { id: listenerId }, query: { seconds: 2 } });
  await anIdentity(ours);
  await heard;
  await ours.call('streamCredentialChanges', { query: { seconds: 1 } });

  const scim = await aScimToken(ours);
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${origin}/scim/v2/${path}`, {
      method,
      headers: { Authorization: `Bearer ${scim.token}`, 'Content-Type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
  const made = await ask('POST', 'Users', { schemas, userName: anEmail(), active: true });
  const { id: directoryId } = (await made.json()) as { id: string };
  await ask('PATCH', `Users/${directoryId}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'displayName', value: 'Ada' }],
  });
  await ask('GET', 'Users?filter=active eq true');
}

/** Selects a statement for each table that adds a column. */
const additions = `select format('alter table %I add column if not exists zz_added text', relname) as statement from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;

test('no named statement has another result when tables get columns', async ({ service }) => {
  const sent = statementsSent();
  await everyday(service);
  const found = new Map([...sent.named(), ...(await madeByCalls())]);
  const names = namesInSource();
  expect(names.whole.length).toBeGreaterThan(70);
  expect(
    names.whole.filter((name) => !found.has(name)),
    'the test neither sends nor makes these statements',
  ).toEqual([]);
  for (const beginning of names.beginnings)
    expect(
      [...found.keys()].some((name) => name.startsWith(beginning)),
      beginning,
    ).toBe(true);

  const client = new pg.Client(service.database);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('set local plan_cache_mode = force_generic_plan');
  const statements = [...found].map(([name, text], at) => ({ name, text, prepared: `s${at}` }));
  for (const { prepared, text } of statements) await client.query(`prepare ${prepared} as ${text}`);
  /** @returns why Postgres refuses to run a statement; undefined if it does not */
  const run = async ({ prepared, text }: (typeof statements)[number]): Promise<string | undefined> => {
    const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
    const values = most === 0 ? '' : `(${Array.from({ length: most }, () => 'null').join(', ')})`;
    await client.query('savepoint before');
    try {
      await client.query(`explain execute ${prepared}${values}`);
      return undefined;
    } catch (error) {
      await client.query('rollback to before');
      return (error as Error).message;
    }
  };
  for (const one of statements) expect(await run(one), one.name).toBeUndefined();
  const { rows: added } = await client.query<{ statement: string }>(additions);
  expect(added.length).toBeGreaterThan(80);
  for (const { statement } of added) await client.query(statement);
  for (const one of statements) expect(await run(one), one.name).toBeUndefined();
  // The check can fail.
  const all = { name: 'all', text: 'select * from users', prepared: 'all_users' };
  await client.query(`prepare ${all.prepared} as ${all.text}`);
  expect(await run(all)).toBeUndefined();
  await client.query('alter table users add column zz_another text');
  expect(await run(all)).toBe('cached plan must not change result type');
});

test('a node serves on with its connections while an upgrade adds columns', async ({ service }) => {
  const lines: string[] = [];
  const out = { isTTY: false, write: (line: string) => lines.push(line) > 0 };
  const log = createLog({ logLevel: 'error', logFormat: 'json' }, out);
  const node = await service.startNode({}, { log });
  const there = { ...service, ...(await service.addPair(node.origin)), origin: node.origin };
  await everyday(there);
  for (const { statement } of await service.sql<{ statement: string }>(additions))
    await service.sql(statement);
  await everyday(there);
  expect(lines).toEqual([]);
  await node.stop();
});
