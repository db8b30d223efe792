import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readVerificationChanges } from '../../../src/credentials/sql/verification-changes.ts';
import { aCredential } from '../../support/builders.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A pool of one connection, so transactions can be opened in it. */
function aConnection(): pg.Pool {
  const pool = new pg.Pool({ connectionString: service.database, max: 1 });
  onTestFinished(() => pool.end());
  return pool;
}
const placeOf = async (pool: pg.Pool) => (await readVerificationChanges(pool, [], undefined)).place;
const revoking = "update credentials set status = 'REVOKED' where id = $1";

describe('a look', () => {
  test('costs no more while a transaction goes on, and finds what it wrote once it has committed', async () => {
    const { orgId } = service.ours;
    const { id } = await aCredential(service.ours);
    const [long, looking] = [aConnection(), aConnection()];
    await long.query('begin');
    await long.query(revoking, [id]);
    await service.sql(
      "insert into verification_changes (org_id, credential_id) select $1, 'cred_' || n from generate_series(1, 20000) n",
      [orgId],
    );
    const place = await placeOf(looking);
    await looking.query('begin');
    const { changes } = await readVerificationChanges(looking, [String(orgId)], place);
    expect(changes.size).toBe(0);
    const { rows } = await looking.query<{ fetched: number }>(
      `select coalesce(seq_tup_read, 0)::int + coalesce(idx_tup_fetch, 0)::int as fetched
         from pg_stat_xact_user_tables where relname = 'verification_changes'`,
    );
    expect(rows[0]?.fetched).toBeLessThan(10);
    await looking.query('commit');
    await long.query('commit');
    const late = await readVerificationChanges(looking, [String(orgId)], place);
    expect(late.changes.get(String(orgId))).toEqual({ credentials: [id], identities: [], all: false });
  });

  test('knows a place of another start of the server, though its numbers are older than those of now', async () => {
    const pool = aConnection();
    const place = await placeOf(pool);
    await pool.query("set time zone 'Asia/Tokyo'");
    expect((await readVerificationChanges(pool, [], place)).isOtherServer).toBe(false);
    const other = { ...place, server: '1768473000.000000' };
    expect((await readVerificationChanges(pool, [], other)).isOtherServer).toBe(true);
  });

  test('fails after two seconds if the database does not answer', async () => {
    const [holding, looking] = [aConnection(), aConnection()];
    const place = await placeOf(looking);
    await holding.query('begin');
    await holding.query('lock table verification_changes');
    await expect(readVerificationChanges(looking, [String(service.ours.orgId)], place)).rejects.toThrow(
      'timeout',
    );
    await holding.query('rollback');
  });
});

test('a change has the time at which it was written, and not the begin of its transaction', async () => {
  const { id } = await aCredential(service.ours);
  const pool = aConnection();
  await pool.query('begin');
  await pool.query('select now(), pg_sleep(0.01)');
  await pool.query(revoking, [id]);
  const { rows } = await pool.query(
    'select at > now() as later from verification_changes where credential_id = $1',
    [id],
  );
  await pool.query('rollback');
  expect(rows).toEqual([{ later: true }]);
});
