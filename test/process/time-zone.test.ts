import { expect, inject, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { withDatabase } from '../support/global-setup.ts';

test('a database of any time zone has months of UTC', async () => {
  const server = inject('server');
  const name = 'time_zone_test';
  const admin = new pg.Client(server.superuser);
  await admin.connect();
  await admin.query(`create database ${name} owner keyward_owner template template0`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  // Where a month of UTC begins on the last day of the month before, which is longer or shorter.
  await admin.query(`alter database ${name} set timezone to 'America/New_York'`);
  const url = withDatabase(server.owner, name);
  await migrate(url, 'keyward');
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  const { rows } = await client.query<{ bounds: string }>(
    "select pg_get_expr(relpartbound, oid) as bounds from pg_class where relispartition and relkind = 'r'",
  );
  await client.end();
  expect(rows.length).toBeGreaterThan(20);
  // usage_days has months of days, which name no time.
  const [time, day] = [/'[\d-]+ 00:00:00\+00'/, /'\d{4}-\d\d-01'/].map(({ source }) => source);
  for (const { bounds } of rows)
    expect(bounds).toMatch(new RegExp(`FROM \\((${time}\\) TO \\(${time}|${day}\\) TO \\(${day})\\)`));
});
