// A release adds columns while nodes of the release before are running. Postgres refuses a prepared statement whose result would get
// another type: "cached plan must not change result type". So no named statement may return all columns of a table.
import * as oidc from 'openid-client';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import {
  aCredential,
  anIdentity,
  aScimToken,
  aUser,
  aWrappedCredential,
  verify,
} from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { aRelyingParty, authorized, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

/** Notes the named statements that this process sends, until the test ends. */
function namedStatements(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const { name, text } = Object(given[0]) as { name?: string; text?: string };
    if (name !== undefined && text !== undefined) found.set(name, text);
    return Reflect.apply(query as () => unknown, this, given) as never;
  });
  onTestFinished(() => spy.mockRestore());
  return found;
}

/** Works with keys, users, clients and directories. */
async function everyday({ ours, origin, sql, organizations }: TestService): Promise<void> {
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

test('no named statement has another result when tables get columns', async ({ service }) => {
  const found = namedStatements();
  await everyday(service);
  expect(found.size).toBeGreaterThan(20);

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
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  expect(tables.length).toBeGreaterThan(80);
  for (const { name } of tables) await client.query(`alter table ${name} add column zz_added text`);
  for (const one of statements) expect(await run(one), one.name).toBeUndefined();
  // The check can fail.
  const all = { name: 'all', text: 'select * from users', prepared: 'all_users' };
  await client.query(`prepare ${all.prepared} as ${all.text}`);
  expect(await run(all)).toBeUndefined();
  await client.query('alter table users add column zz_another text');
  expect(await run(all)).toBe('cached plan must not change result type');
});
