import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { findLeakedSecrets } from '../../../src/credentials/sql/presented-secrets.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { noteRefusals } from '../../../src/oidc/sql/refused-proofs.ts';
import { aUser } from '../../support/builders.ts';
import { aCommandLine } from '../../support/command-line.ts';
import { pagesRead } from '../../support/pages-read.ts';
import { test } from '../../support/service.ts';

// A report of leaked secrets and a token without a proof name no tenant.

test('a token of the command line is found among the tokens of other clients, and few pages are read', async ({
  service,
}) => {
  const { ours, sql, database } = service;
  const userId = await aUser(ours, { roles: ['ADMIN'] });
  const { tokens } = await aCommandLine(service, { userId });
  await sql(
    `insert into oidc_artifacts (org_id, model, id_hash, payload, client_id, grant_id, expires_at)
     select $1, 'RefreshToken', sha256(convert_to('other ' || i, 'UTF8')), repeat('x', 300), 'cli_other', 'grant ' || i, now() + interval '1 hour'
       from generate_series(1, 5000) i`,
    [ours.orgId],
  );
  const pool = new pg.Pool({ connectionString: database, max: 1 });
  onTestFinished(() => pool.end());
  const [access, refresh] = [hashSecret(tokens.access), hashSecret(tokens.refresh)];
  const pages = await pagesRead(pool, ['oidc_artifacts'], async () => {
    expect(await findLeakedSecrets(pool, [access, refresh])).toMatchObject([
      { at: 0, orgId: ours.orgId, kind: 'USER_TOKEN' },
      { at: 1, orgId: ours.orgId, kind: 'USER_TOKEN' },
    ]);
    const refusals = [access, access].map((tokenHash) => ({ tokenHash, fault: 'USED' }));
    expect(await noteRefusals(pool, refusals)).toEqual([
      { at: 0, orgId: ours.orgId, environment: 'live', userId },
    ]);
    expect(await noteRefusals(pool, refusals)).toEqual([]);
  });
  expect(pages).toBeLessThan(60);
});
