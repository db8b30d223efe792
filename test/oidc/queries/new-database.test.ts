import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { describe, expect } from 'vitest';
import {
  type ArtifactKey,
  consumeOidcArtifact,
  findOidcArtifact,
} from '../../../src/oidc/sql/oidc-artifacts.ts';
import { findDeviceCode } from '../../../src/oidc/sql/device-codes.ts';
import { findOidcSession } from '../../../src/oidc/sql/oidc-sessions.ts';
import { readOidcRequests } from '../../../src/oidc/sql/read-oidc-requests.ts';
import { readOidcVisit } from '../../../src/oidc/sql/read-oidc-visit.ts';
import { pagesRead } from '../../support/pages-read.ts';
import { test } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';

/** The number of rows of each kind. A scan of the rows that have not expired reads more than a hundred pages. */
const many = 3_000;

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Rows from `from` to `to`: tokens of clients and users, codes of devices, and sessions with their logins and browsers. */
const fill = (orgId: string, from: number, to: number): string => `
set session_replication_role = replica;
insert into oidc_artifacts (org_id, model, id_hash, payload, client_id, user_id, login_id, alias_hash, expires_at)
select '${orgId}', m, sha256((m || n)::bytea),
       case when m = 'AccessToken' then '{"sessionUid":"' || n || '","expiresWithSession":true}' else repeat('x', 150) end, 'oidc_1',
       case when m in ('AccessToken', 'Session') then 'usr_' || n end, case when m = 'Session' then 'ses_' || n end,
       case when m in ('Session', 'DeviceCode') then sha256(n::text::bytea) end, now() + interval '1 hour'
  from generate_series(${from}, ${to}) n, unnest(array['ClientCredentials', 'AccessToken', 'DeviceCode', 'Session']) as m;
insert into login_sessions (org_id, id, browser_id, user_id, amr, auth_time, expires_at)
select '${orgId}', 'ses_' || n, md5('browser' || n)::uuid, 'usr_' || n, '{pwd}', now(), now() + interval '1 hour'
  from generate_series(${from}, ${to}) n;
insert into browsers (id, token_hash, known)
select md5('browser' || n)::uuid, sha256(('browser' || n)::bytea), true from generate_series(${from}, ${to}) n;
insert into users (org_id, id, status, username)
select '${orgId}', 'usr_' || n, 'ACTIVE', 'user ' || n from generate_series(${from}, ${to}) n;
set session_replication_role = origin`;

/** The states of the tables when the service planned its statements. */
const states: readonly [name: string, make: (orgId: string) => string][] = [
  ['never analyzed', () => ''],
  ['analyzed while they were empty', () => 'analyze oidc_artifacts'],
  [
    'analyzed while they were empty, and then had some rows',
    (orgId) => `analyze oidc_artifacts; ${fill(orgId, 1, 8)}`,
  ],
  ['analyzed with some rows', (orgId) => `${fill(orgId, 1, 8)}; analyze oidc_artifacts`],
];

const key = (orgId: string, model: string, n: number): ArtifactKey => ({
  orgId,
  model,
  idHash: hashOf(model + n),
});
const request = (orgId: string, tokenHash: Buffer | null) => ({ orgId, clientId: 'oidc_1', tokenHash });

/** The look-ups of requests of machines and applications, each once. */
const lookUps: Record<string, (pool: Pool, orgId: string) => Promise<unknown>> = {
  'a client that asks for a token': (pool, orgId) => readOidcRequests(pool, [request(orgId, null)]),
  'a token of a client': (pool, orgId) =>
    readOidcRequests(pool, [request(orgId, hashOf('ClientCredentials1'))]),
  'a token that ends with its session': (pool, orgId) =>
    readOidcRequests(pool, [request(orgId, hashOf('AccessToken1'))]),
  'an artifact': (pool, orgId) => findOidcArtifact(pool, key(orgId, 'AccessToken', 2)),
  'the use of a code': (pool, orgId) => consumeOidcArtifact(pool, key(orgId, 'ClientCredentials', 3)),
  'a session': (pool, orgId) => findOidcSession(pool, orgId, hashOf('4')),
  'a request of a browser': (pool, orgId) =>
    readOidcVisit(pool, {
      ...request(orgId, null),
      browserHash: hashOf('browser5'),
      engineHash: hashOf('Session5'),
      front: { address: '127.0.0.1' },
    }),
  'the code of a device': (pool, orgId) => findDeviceCode(pool, orgId, hashOf('6'), '127.0.0.1'),
};

/** The tables whose pages are counted. */
const tables = ['oidc_artifacts', 'login_sessions', 'browsers'];

describe.for(states)('tables that were %s', ([, make]) => {
  test('look-ups read few pages when the tables have grown', async ({ service, database: { hot: pool } }) => {
    const { orgId } = service.organizations.ours.live;
    await service.sql(`truncate ${tables.join(', ')}, users cascade`);
    // Autovacuum would analyze them, and the pages that it reads would count.
    for (const table of [...tables, 'users'])
      await service.sql(`alter table ${table} set (autovacuum_enabled = false)`);
    await service.sql(make(orgId));
    await pool.query('discard plans');
    for (const lookUp of Object.values(lookUps)) await lookUp(pool, orgId);
    await grown(service, orgId);

    const pages: Record<string, number> = {};
    for (const [name, lookUp] of Object.entries(lookUps))
      pages[name] = await pagesRead(pool, tables, () => lookUp(pool, orgId));
    for (const [name, read] of Object.entries(pages)) expect.soft(read, name).toBeLessThan(100);
  });
});

async function grown({ sql }: TestService, orgId: string): Promise<void> {
  const [{ rows } = { rows: 0 }] = await sql<{ rows: number }>(
    'select count(*)::int as rows from login_sessions',
  );
  await sql(fill(orgId, rows + 1, many));
}
