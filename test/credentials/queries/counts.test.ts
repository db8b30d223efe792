// The counts of credentials are held against a count of all rows, which the same statement reads, while others write.
import pg from 'pg';
import { describe, expect, onTestFinished } from 'vitest';
import { completeCounts } from '../../../src/credentials/expiry.ts';
import { countCredentials, foldCounts, statsIn } from '../../../src/credentials/sql/counts.ts';
import { numbered, sql as statement } from '../../../src/lib/sql.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { aCredential, anIdentity } from '../../support/builders.ts';
import { due, grow } from '../../support/grown.ts';
import { randomFrom } from '../../support/random.ts';
import { test } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';

/** Both are read by one statement, so they are of one moment. `counted` is null where the counts are not complete. */
const both = `
select (${numbered(statsIn('')).text}) as shown, case when (select credentials_counted from tenants where id = $1) then 1 end as complete,
       (select json_build_array(
          count(*) filter (where status = 'ACTIVE' and not past), count(*) filter (where status = 'EXPIRED' or past),
          count(*) filter (where status = 'REVOKED'), count(*) filter (where status = 'SUSPENDED' and not past),
          count(*) filter (where status = 'ACTIVE' and not past and expires_at <= now() + interval '30 days'))::text
          from (select *, status in ('ACTIVE', 'SUSPENDED') and coalesce(expires_at <= now(), false) as past
                  from credentials where org_id = $1 and deleted_at is null) as c) as real`;

interface Both {
  shown: string;
  complete: number | null;
  real: string;
}

async function compare({ sql }: Pick<TestService, 'sql'>, orgId: string): Promise<Both> {
  const [row] = await sql<Both>(both, [orgId]);
  if (!row) throw new Error('a statement without a table has one row');
  expect(row.shown).toBe(row.real);
  return row;
}

const changes = [
  `update credentials set status = $2 where org_id = $1 and id = any ($3)`,
  `update credentials set status = $2, expires_at = $4 where org_id = $1 and id = any ($3)`,
  `update credentials set expires_at = $4 where org_id = $1 and id = any ($3)`,
  `update credentials set deleted_at = case when $2 = 'REVOKED' then now() end where org_id = $1 and id = any ($3)`,
  `update credentials set usage_count = usage_count + 1, status = status where org_id = $1 and id = any ($3)`,
  `delete from credentials where org_id = $1 and id = any ($3[1:1])`,
  `insert into credentials (org_id, id, identity_id, name, type, status, secret_hash, secret_prefix, secret_last4, expires_at)
   select $1, new_id('cred'), identity_id, name, type, $2, sha256(convert_to(new_id('cred'), 'UTF8')), secret_prefix, secret_last4, $4
     from credentials where org_id = $1 and id = any ($3)`,
];

describe('the counts of credentials', { timeout: 60_000 }, () => {
  test('are those of all rows at every moment, while others write and a task adds them up', async ({
    service,
    database,
  }) => {
    const random = randomFrom(Number(process.env['TEST_SEED'] ?? 7));
    const { organizations, ours, sql } = service;
    const { orgId, environment } = { orgId: organizations.ours.live.orgId, environment: 'live' as const };
    const identityId = await anIdentity(ours);
    for (let at = 0; at < 12; at++) await aCredential(ours, { identityId });
    // As after an upgrade: rows are there, and nothing of them was counted.
    await sql('delete from credential_changes');
    await sql('delete from credential_counts');
    await sql('update tenants set credentials_counted = false where id = $1', [orgId]);

    const statuses = ['ACTIVE', 'ACTIVE', 'EXPIRED', 'REVOKED', 'SUSPENDED'];
    const ends = [null, '-1 second', '20 minutes', '26 hours', '12 days', '30 days -20 minutes', '40 days'];
    // How often all of them were compared. The writers go on until that happened while they wrote.
    let complete = 0;
    const write = async (): Promise<void> => {
      const client = new pg.Client(service.database);
      await client.connect();
      onTestFinished(() => client.end());
      for (let at = 0; at < 30 || complete <= 10; at++) {
        const { rows } = await client.query<{ id: string }>(
          'select id from credentials where org_id = $1 order by random() limit $2',
          [orgId, 1 + random.below(4)],
        );
        const end = random.pick(ends);
        const values = [orgId, random.pick(statuses), rows.map(({ id }) => id).toSorted(), end];
        const text = random.pick(changes).replace('$4', '(now() + $4::text::interval)');
        const used = [2, 3, 4].filter((n) => text.includes(`$${n}`));
        // Only the parameters that the text has.
        const numbered = used.reduce(
          (changed, n, index) => changed.replaceAll(`$${n}`, `$${index + 2}`),
          text,
        );
        await client.query('begin');
        await client
          .query(numbered, [orgId, ...used.map((n) => values[n - 1])])
          .then(() => client.query(random.happens(0.1) ? 'rollback' : 'commit'))
          // Two writers of the same rows may meet in a deadlock. Nothing of the one that lost may stay.
          .catch(() => client.query('rollback'));
      }
    };
    let isOver = false;
    const watch = async (): Promise<void> => {
      while (!isOver) complete += (await compare(service, orgId)).complete ?? 0;
    };
    const fold = async (): Promise<void> => {
      while (!isOver) await Promise.all([foldCounts(database.pool), foldCounts(database.pool)]);
    };
    const watching = watch();
    const folding = fold();
    const writing = Promise.all(Array.from({ length: 4 }, write));
    const completing = Promise.all(
      [1, 2].map(() => inTransaction(database.orm, { orgId, environment }, completeCounts)),
    );
    await writing;
    // The second one found that the first one had done it.
    expect((await completing).reduce((sum, one) => sum + one)).toBe(1);
    isOver = true;
    await folding;
    await watching;
    expect(complete).toBeGreaterThan(10);

    await foldCounts(database.pool);
    await compare(service, orgId);
    expect(await sql('select from credential_changes')).toEqual([]);
    expect(await sql('select from credential_counts where count = 0')).toEqual([]);
    await sql('delete from credentials where org_id = $1', [orgId]);
    await foldCounts(database.pool);
    expect(await sql('select from credential_counts where org_id = $1', [orgId])).toEqual([]);
  });

  test('show a change to the transaction that makes it', async ({ service, database }) => {
    const { orgId } = service.organizations.theirs.live;
    const before = await countCredentials(database.orm.em.fork(), orgId);
    await aCredential(service.theirs, { expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
    const tx = database.orm.em.fork();
    await tx.begin();
    await tx.run(
      statement`update credentials set status = 'SUSPENDED' where org_id = ${orgId} and expires_at is not null`,
    );
    const within = await countCredentials(tx, orgId);
    await tx.rollback();
    const after = await countCredentials(database.orm.em.fork(), orgId);
    expect(within.byStatus.SUSPENDED).toBe(before.byStatus.SUSPENDED + 1);
    expect(after.byStatus).toEqual({ ...before.byStatus, ACTIVE: before.byStatus.ACTIVE + 1 });
    expect(after.expiringSoon).toBe(before.expiringSoon + 1);
  });

  test('are completed by the task for rows that triggers did not see', async ({ service }) => {
    const { orgId } = service.organizations.theirs.live;
    await grow(service.database, orgId, 1_000, ['credentials']);
    await service.sql('update tenants set credentials_counted = false where id = $1', [orgId]);
    const { real } = await compare(service, orgId);
    await service.runTask('expire-credentials');
    const { real: now, complete } = await compare(service, orgId);
    expect(complete).toBe(1);
    // The task has written that the due ones have expired, which they had before.
    expect(JSON.parse(now)).toEqual(JSON.parse(real));
    expect(JSON.parse(real)[1]).toBeGreaterThan(due / 2);
  });
});
