import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { findLeakedSecrets } from '../../../src/credentials/sql/presented-secrets.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { findRefusals } from '../../../src/oidc/sql/refused-proofs.ts';
import { aUser } from '../../support/builders.ts';
import { aCommandLine } from '../../support/command-line.ts';
import { pagesRead } from '../../support/pages-read.ts';
import { startTestService } from '../../support/service.ts';

// A report of leaked secrets and a token without a proof name no tenant.

test('a token of the command line is found in a few pages, however many tenants and tokens there are', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { ours, sql, database } = service;
  const userId = await aUser(ours, { roles: ['ADMIN'] });
  const { tokens } = await aCommandLine(service, { userId });
  await sql(
    `with made as (
       insert into tenants (id, organization_id, name, environment)
       select 'org_' || lpad(i::text, 26, '0'), i::text, 'Many', 'live' from generate_series(1, 500) i returning id
     )
     insert into oidc_artifacts (org_id, model, id_hash, payload, client_id, grant_id, expires_at)
     select id, 'RefreshToken', sha256(convert_to('other ' || i, 'UTF8')), '{}', 'cli_other', 'grant ' || i, now() + interval '1 hour'
       from made, generate_series(1, 10) i`,
  );
  const pool = new pg.Pool({ connectionString: database, max: 1 });
  onTestFinished(() => pool.end());
  const [access, refresh] = [hashSecret(tokens.access), hashSecret(tokens.refresh)];
  // An unknown token is looked for everywhere.
  const unknown = hashSecret('unknown');
  const pages = await pagesRead(pool, ['oidc_artifacts'], async () => {
    expect(await findLeakedSecrets(pool, [access, refresh, unknown])).toMatchObject([
      { at: 0, orgId: ours.orgId, kind: 'USER_TOKEN' },
      { at: 1, orgId: ours.orgId, kind: 'USER_TOKEN' },
    ]);
    const refusals = [access, access, unknown].map((tokenHash) => ({ tokenHash, fault: 'USED' }));
    expect(await findRefusals(pool, refusals)).toEqual([
      { at: 0, orgId: ours.orgId, environment: 'live', userId, mark: expect.any(Buffer) },
    ]);
  });
  expect(pages).toBeLessThan(60);
});
