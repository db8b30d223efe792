import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect } from 'vitest';
import { ormOptions } from '../../../mikro-orm.config.ts';
import { readOutcomes } from '../../../src/usage/sql/verification-days.ts';
import { explaining } from '../../support/explain.ts';
import { test } from '../../support/service.ts';

const tables = ['credentials', 'refusal_days', 'usage_days', 'verification_days'];

describe('the verifications of a large tenant by code and key', () => {
  test('read no more rows than the report says, by indexes, and say that there are more', async ({
    service,
  }) => {
    const { sql, organizations, database } = service;
    const { orgId } = organizations.ours.live;
    for (const table of ['identities', 'credentials']) await sql(`alter table ${table} disable trigger user`);
    // Rows of another tenant stand between ours: otherwise it would be best to read each table from end to end.
    await sql(
      `insert into identities (org_id, id, name, type)
       select case when n % 10 = 2 then $1 else $2 end, 'idn_' || n, 'bot', 'CI_CD' from generate_series(1, 20) n`,
      [orgId, organizations.theirs.live.orgId],
    );
    // Each of 20 identities has 2,000 credentials, and two identities are ours. A report of one reads 1,000.
    await sql(
      `insert into credentials (org_id, id, identity_id, name, type, secret_hash, secret_prefix, secret_last4)
       select i.org_id, 'cred_' || i.id || '_' || n, i.id, 'key', 'API_KEY', sha256((i.id || '_' || n)::bytea), 'kd_live_', 'abcd'
         from identities i, generate_series(1, 2000) n where i.name = 'bot'`,
    );
    await sql(
      `insert into refusal_days select org_id, id, (now() at time zone 'UTC')::date - day, 'EXPIRED', 1 + day
         from credentials, generate_series(0, 5) day where name = 'key' and id like '%1'`,
    );
    await sql(
      `insert into usage_days (org_id, credential_id, day, source, uses)
       select org_id, id, (now() at time zone 'UTC')::date - day, 'VERIFY', 1 from credentials, generate_series(0, 5) day where name = 'key' and id like '%1'`,
    );
    await sql(
      `insert into verification_days select 'org_' || n, now()::date - day, 'VALID', 1 from generate_series(1, 500) n, generate_series(0, 30) day`,
    );
    for (const table of tables) await sql(`vacuum analyze ${table}`);
    const orm = await MikroORM.init(ormOptions(database));
    try {
      const { tx, explained } = explaining(orm.em.fork());
      const wide = await readOutcomes(tx, orgId, {}, 30);
      const ofIdentity = await readOutcomes(tx, orgId, { identityId: 'idn_2' }, 30);
      const ofKey = await readOutcomes(tx, orgId, { credentialId: 'cred_idn_2_71' }, 30);
      expect([wide.isCapped, wide.keys.length]).toEqual([true, 100]);
      expect([ofIdentity.isCapped, ofIdentity.keys.length]).toEqual([true, 100]);
      expect([ofKey.isCapped, ofKey.days.length, ofKey.keys.length]).toEqual([false, 12, 1]);
      expect(explained.map(({ scanned }) => scanned.filter((table) => tables.includes(table)))).toEqual(
        explained.map(() => []),
      );
      // The report of a key, after those of the tenant, its days, and the identity.
      const [ofTenant, , identity, key] = explained.map(({ buffers }) => buffers);
      expect(ofTenant).toBeLessThan(4_000);
      expect(identity).toBeLessThan(7_000);
      expect(key).toBeLessThan(200);
      // Otherwise a report reads the refusals of every tenant.
      expect(explained[0]?.indexes).toContain('refusal_days_newest');
    } finally {
      await orm.close();
    }
  });
});
