import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { describe, expect } from 'vitest';
import {
  type Artifact,
  replaceOidcArtifact,
  saveOidcArtifacts,
} from '../../../src/oidc/sql/oidc-artifacts.ts';
import type { Plan } from '../../support/explain.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { aPerson } from '../../support/relying-party.ts';
import { test } from '../../support/scim-database.ts';

const artifact = (orgId: string, model: string, id: string, fields: Partial<Artifact> = {}): Artifact => ({
  orgId,
  model,
  idHash: hash('sha256', id, 'buffer'),
  payload: '{}',
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

describe('replaceOidcArtifact', () => {
  test('stores artifacts once for a code that many use at once', async ({
    service,
    database: { hot: pool },
  }) => {
    const { orgId } = service.organizations.ours.live;
    const code = artifact(orgId, 'AuthorizationCode', 'code');
    await saveOidcArtifacts(pool, [code]);
    const use = (name: string) =>
      Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          replaceOidcArtifact(pool, { kind: 'consumed', key: code, successor: null }, [
            artifact(orgId, 'AccessToken', `a${name} ${at}`),
            artifact(orgId, 'RefreshToken', `r${name} ${at}`),
          ]),
        ),
      );
    const answers = await use('first');
    expect(answers.filter(({ isEnded }) => isEnded)).toEqual([{ isEnded: true, saved: 2 }]);
    expect(answers.filter(({ isEnded }) => !isEnded)).toEqual(
      Array.from({ length: 7 }, () => ({ isEnded: false, saved: 0 })),
    );
    const stored = `select from oidc_artifacts where model in ('AccessToken', 'RefreshToken')`;
    expect(await service.sql(stored)).toHaveLength(2);
    await service.sql(
      `update oidc_artifacts set expires_at = now(), consumed_at = null where model = 'AuthorizationCode'`,
    );
    expect(await use('late')).toEqual(Array.from({ length: 8 }, () => ({ isEnded: false, saved: 0 })));
  });

  test('deletes one and stores others, and stores none whose consent was withdrawn', async ({
    service,
    database: { hot: pool },
  }) => {
    const { orgId } = service.organizations.ours.live;
    const [userId, { clientId }] = [await aPerson(service), await anOidcClient(service.ours)];
    const old = artifact(orgId, 'Session', 'old', { payload: null, sealed: Buffer.from('x') });
    await saveOidcArtifacts(pool, [old]);
    const next = artifact(orgId, 'Session', 'next', { payload: null, sealed: Buffer.from('y') });
    const token = artifact(orgId, 'RefreshToken', 'consented', { consented: true, userId, clientId });
    const ended = { kind: 'deleted', key: old } as const;
    expect(await replaceOidcArtifact(pool, ended, [next, token])).toEqual({ isEnded: true, saved: 1 });
    expect(await replaceOidcArtifact(pool, ended, [next])).toEqual({ isEnded: false, saved: 1 });
    const rows = await service.sql(
      `select encode(sealed, 'escape') as sealed from oidc_artifacts where model = 'Session' order by id_hash`,
    );
    expect(rows).toEqual([{ sealed: 'y' }]);
    expect(await service.sql('select from oidc_artifacts where user_id = $1', [userId])).toEqual([]);
  });

  test('finds the artifact that it ends by the primary key', async ({ service, database }) => {
    const { orgId } = service.organizations.ours.live;
    await service.sql(
      `insert into oidc_artifacts (org_id, model, id_hash, payload, expires_at)
       select $1, 'AuthorizationCode', sha256(n::text::bytea), '{}', now() + interval '1 day' from generate_series(1, 5000) as n`,
      [orgId],
    );
    await service.sql('vacuum (analyze) oidc_artifacts');
    const key = artifact(orgId, 'AuthorizationCode', '1');
    for (const ended of [
      { kind: 'consumed', key, successor: null },
      { kind: 'repeated', key, windowSeconds: 30, before: null, successor: null },
      { kind: 'deleted', key },
    ] as const) {
      let plan: Plan | undefined;
      const explaining = {
        async query({ name, text, values }: { name: string; text: string; values: unknown[] }) {
          const { rows } = await database.hot.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
            name: `explained ${name}`,
            text: `explain (format json) ${text}`,
            values,
          });
          plan = rows[0]?.['QUERY PLAN'][0].Plan;
          return { rows: [] };
        },
      } as unknown as Pool;
      await replaceOidcArtifact(explaining, ended, [artifact(orgId, 'AccessToken', 'new')]);
      const text = JSON.stringify(plan);
      expect(text).toContain('"Index Name":"oidc_artifacts_pkey"');
      expect(text).not.toContain('"Node Type":"Seq Scan"');
    }
  });
});
