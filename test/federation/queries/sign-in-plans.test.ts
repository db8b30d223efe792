import { expect } from 'vitest';
import { linkOf } from '../../../src/federation/linking/people.ts';
import { isInOneOf, mappedGroups } from '../../../src/federation/linking/sql/mapped-groups.ts';
import { connectionOfDomain, hasVerifiedDomain } from '../../../src/federation/linking/sql/routing.ts';
import { explaining } from '../../support/explain.ts';
import { besides } from '../../support/second-factors.ts';
import { test } from '../../support/service.ts';

/** 200 connections with 500 domains in our tenant, and 20 tenants with as many. */
const fill = (orgId: string): string => `
set session_replication_role = replica;
insert into federation_connections (org_id, id, type, name, status, issuer, client_id, token_endpoint_auth_method, scopes, pkce, user_info)
select org, 'fed_' || t || '_' || n, 'OIDC', 'Connection ' || n, 'ACTIVE', 'https://issuer.invalid', 'keyward', 'none', '{openid}', true, true
  from generate_series(0, 20) t, generate_series(1, 200) n,
       lateral (select case when t = 0 then '${orgId}' else 'org_' || t end as org) o;
insert into federation_domains (org_id, domain, connection_id, environment, status, value, verified_at)
select case when t = 0 then '${orgId}' else 'org_' || t end, 'd' || n || '.t' || t || '.example', 'fed_' || t || '_' || 1 + n % 200, 'live',
       'VERIFIED', 'x', now()
  from generate_series(0, 20) t, generate_series(1, 500) n;
insert into groups (org_id, id, name) select '${orgId}', 'grp_' || n, 'group ' || n from generate_series(1, 5000) n;
insert into group_members (org_id, group_id, user_id)
select '${orgId}', 'grp_' || n, 'usr_' || u from generate_series(1, 5000) n, generate_series(1, 10) u;
insert into social_links (org_id, provider_id, subject, user_id)
select '${orgId}', 'fed_0_' || 1 + n % 200, 'subject ' || n, 'usr_' || n from generate_series(1, 20000) n;
set session_replication_role = origin;
analyze;`;

test('routing and linking are statements by an index, among 200 connections and 500 domains', async ({
  service,
}) => {
  const orgId = service.ours.orgId ?? '';
  await service.sql(fill(orgId));
  const beside = await besides(service);
  const { tx, explained } = explaining(beside.database.orm.em.fork());
  const found = await connectionOfDomain(tx, orgId, 'd250.t0.example');
  expect(found).toEqual({ id: 'fed_0_51', type: 'OIDC', name: 'Connection 51' });
  expect(await connectionOfDomain(tx, orgId, 'd250.t1.example')).toBeUndefined();
  const domain = { connectionId: 'fed_0_51', domain: 'd250.t0.example' };
  expect(await hasVerifiedDomain(tx, orgId, domain)).toBe(true);
  const ids = Array.from({ length: 100 }, (_, at) => `grp_${at + 1}`);
  expect(await mappedGroups(tx, orgId, { userId: 'usr_1', ids })).toHaveLength(100);
  expect(await isInOneOf(tx, orgId, { userId: 'usr_1', ids })).toBe(true);
  expect(explained.map(({ scanned }) => scanned)).toEqual([[], [], [], [], []]);
  const [routing, ...others] = explained;
  // Either is one look-up.
  const byId = expect.stringMatching(/^federation_connections_(pkey|id_key)$/);
  expect(routing?.indexes).toEqual(['federation_domains_pkey', byId]);
  expect(routing?.buffers).toBeLessThan(12);
  expect(Math.max(...others.map(({ buffers }) => buffers))).toBeLessThan(1_000);
  const link = await beside.within((inside) =>
    linkOf(inside, { id: 'fed_0_51' }, { subject: 'subject 250' }),
  );
  expect(link?.userId).toBe('usr_250');
  await beside.close();
  const [plan] = await service.sql<{ 'QUERY PLAN': [{ Plan: { 'Index Name'?: string } }] }>(
    `explain (format json) select org_id from federation_connections where id = 'fed_0_51'`,
  );
  expect(plan?.['QUERY PLAN'][0].Plan['Index Name']).toBe('federation_connections_id_key');
});
