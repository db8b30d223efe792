import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { describe, expect } from 'vitest';
import type { Database } from '../../../src/database/open.ts';
import { newId } from '../../../src/lib/id.ts';
import {
  oidcClientOf,
  oidcSubjectOf,
  readOidcRequests,
  type OidcRequest,
} from '../../../src/oidc/sql/read-oidc-requests.ts';
import { type Artifact, saveOidcArtifacts } from '../../../src/oidc/sql/oidc-artifacts.ts';
import { findOidcClient } from '../../../src/oidc/sql/oidc-clients.ts';
import { findOidcSubject } from '../../../src/oidc/sql/oidc-subjects.ts';
import type { Plan } from '../../support/explain.ts';
import { manyPeople } from '../../support/many-people.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { aPerson } from '../../support/relying-party.ts';
import { test } from '../../support/scim-database.ts';

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

const artifact = (orgId: string, model: string, id: string, fields: Partial<Artifact> = {}): Artifact => ({
  orgId,
  model,
  idHash: sha256(id),
  payload: JSON.stringify({ id }),
  sealed: null,
  clientId: null,
  userId: null,
  grantId: null,
  consented: false,
  loginId: null,
  connectionId: null,
  aliasHash: null,
  seconds: 60,
  ...fields,
});

describe('readOidcRequests', () => {
  test('reads the rows of each request, and nothing of another tenant', async ({
    service,
    database: { hot: pool },
  }) => {
    const [ours, theirs] = [service.organizations.ours.live.orgId, service.organizations.theirs.live.orgId];
    const [asking, owner] = [await anOidcClient(service.ours), await anOidcClient(service.ours)];
    const userId = await aPerson(service);
    const payload = JSON.stringify({
      sessionUid: 'uid',
      expiresWithSession: true,
      claims: { userinfo: { email: { value: 'an escaped \u0000' } } },
    });
    await saveOidcArtifacts(pool, [
      artifact(ours, 'AccessToken', 'token', {
        payload,
        clientId: owner.clientId,
        userId,
        grantId: 'grant',
      }),
      artifact(ours, 'Grant', 'grant', { grantId: 'grant' }),
      artifact(ours, 'Session', 'session', {
        payload: null,
        sealed: Buffer.from('sealed'),
        aliasHash: sha256('uid'),
      }),
      artifact(ours, 'ClientCredentials', 'machine', { clientId: asking.clientId }),
    ]);
    const request = (orgId: string, clientId: string | null, token: string | null): OidcRequest => ({
      orgId,
      clientId,
      tokenHash: token === null ? null : sha256(token),
    });
    const [own, machine, bearer, wrong, nobody, elsewhere, stranger] = await readOidcRequests(pool, [
      request(ours, asking.clientId, 'token'),
      request(ours, asking.clientId, 'machine'),
      request(ours, null, 'token'),
      request(ours, owner.clientId, 'unknown'),
      request(newId('org'), asking.clientId, 'token'),
      request(theirs, asking.clientId, 'token'),
      request(theirs, null, null),
    ]);

    expect(own).toMatchObject({
      model: 'AccessToken',
      payload,
      grantPayload: '{"id":"grant"}',
      userId,
      sessionUid: 'uid',
      sessionSealed: Buffer.from('sealed'),
      sessionHash: sha256('session'),
      tokenClientId: owner.clientId,
    });
    expect(oidcClientOf(own?.client ?? '')).toEqual(await findOidcClient(pool, ours, asking.clientId));
    expect(oidcClientOf(own?.tokenClient ?? '')).toEqual(await findOidcClient(pool, ours, owner.clientId));
    expect(oidcSubjectOf(own?.subject ?? '')).toEqual(await findOidcSubject(pool, ours, userId));
    expect(machine).toMatchObject({ model: 'ClientCredentials', userId: null, subject: null, client: null });
    expect(oidcClientOf(machine?.tokenClient ?? '').clientId).toBe(asking.clientId);
    expect(bearer).toMatchObject({ model: 'AccessToken', client: null, tokenClientId: owner.clientId });
    expect(wrong).toMatchObject({ model: null, tokenClient: null, client: expect.any(String) });
    expect(nobody).toBeUndefined();
    for (const one of [elsewhere, stranger])
      expect(one).toMatchObject({ model: null, grantPayload: null, subject: null, client: null });
  });

  test('reads nothing for an ended token, grant, session or user', async ({
    service,
    database: { hot: pool },
  }) => {
    const { orgId } = service.organizations.ours.live;
    const userId = await aPerson(service);
    await saveOidcArtifacts(pool, [
      artifact(orgId, 'AccessToken', 'old', {
        payload: '{"sessionUid":"ended","expiresWithSession":true}',
        userId,
        grantId: 'of old',
      }),
      artifact(orgId, 'Grant', 'of old', { grantId: 'of old' }),
      artifact(orgId, 'Session', 'ended', {
        payload: null,
        sealed: Buffer.from('x'),
        aliasHash: sha256('ended'),
      }),
    ]);
    const read = async () => {
      const [row] = await readOidcRequests(pool, [{ orgId, clientId: null, tokenHash: sha256('old') }]);
      return [row?.model, row?.grantPayload, row?.sessionSealed, row?.subject].map(Boolean);
    };
    const end = (model: string) =>
      service.sql(`update oidc_artifacts set expires_at = now() - interval '1 second' where model = $1`, [
        model,
      ]);

    expect(await read()).toEqual([true, true, true, true]);
    await service.sql(`update users set status = 'SUSPENDED' where id = $1`, [userId]);
    expect(await read()).toEqual([true, true, true, false]);
    await end('Session');
    expect(await read()).toEqual([true, true, false, false]);
    await end('Grant');
    expect(await read()).toEqual([true, false, false, false]);
    await end('AccessToken');
    expect(await read()).toEqual([false, false, false, false]);
  });

  test('uses an index for every look-up, also if the plan was made while the tables were small', async ({
    service,
    database,
  }) => {
    const { orgId } = service.organizations.ours.live;
    await service.sql('vacuum (analyze) oidc_artifacts, oidc_clients, users, groups, group_members, tenants');
    const scanned = await scansOf(database, orgId);
    expect(scanned.filter((one) => one.startsWith('Seq Scan'))).toEqual([]);
  });

  test('uses an index for every look-up, even with outdated statistics', async ({ service, database }) => {
    const { orgId } = service.organizations.ours.live;
    await manyPeople(service, orgId, 5_000);
    await service.sql(
      `insert into oidc_artifacts (org_id, model, id_hash, payload, grant_id, user_id, expires_at)
       select $1, m, sha256((m || n)::bytea), '{}', 'g' || n, 'usr_' || lpad(n::text, 26, '0'), now() + interval '1 day'
         from generate_series(1, 5000) as n, unnest(array['AccessToken', 'Grant', 'RefreshToken', 'Session']) as m`,
      [orgId],
    );
    await service.sql('vacuum (analyze) oidc_artifacts, users');
    const scanned = await scansOf(database, orgId);
    for (const table of ['oidc_artifacts', 'users'])
      expect(scanned.filter((one) => one.endsWith(` of ${table}`))).not.toContain(`Seq Scan of ${table}`);
    expect(scanned.filter((one) => one === 'Index Scan of oidc_artifacts')).toHaveLength(3);
  });
});

/** The scans of the plan that the service has for all its requests. */
async function scansOf({ hot }: Database, orgId: string): Promise<string[]> {
  let plan: Plan | undefined;
  const explaining = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await hot.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        // Named, so that it is planned as the service's own is: once, for lists of any length.
        name: 'explained',
        text: `explain (format json) ${text}`,
        values,
      });
      plan = rows[0]?.['QUERY PLAN'][0].Plan;
      return { rows: [] };
    },
  } as unknown as Pool;
  await readOidcRequests(explaining, [{ orgId, clientId: null, tokenHash: sha256('AccessToken1') }]);
  if (!plan) throw new Error('no plan');
  return scans(plan);
}

const scans = (plan: Plan): string[] => [
  ...(plan['Relation Name'] === undefined ? [] : [`${plan['Node Type']} of ${plan['Relation Name']}`]),
  ...(plan.Plans ?? []).flatMap(scans),
];
