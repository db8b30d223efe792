import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { logLeaks } from '../../src/database/log-privacy.ts';
import { aUser } from '../support/builders.ts';
import { serverLog } from '../support/canaries.ts';
import { createClient } from '../support/client.ts';
import { test, type TestService } from '../support/service.ts';
import { anEmail } from '../support/users.ts';

const password = 'vivid-harbor-cello-42';
const embedded = inject('server').log !== undefined;

const hashOf = async ({ sql }: TestService, email: string): Promise<string> => {
  const [row] = await sql<{ hash: string }>('select password_hash as hash from users where email = $1', [
    email,
  ]);
  return row?.hash ?? '';
};

test.runIf(embedded)(
  'statements that fail leave no value in the log of the embedded server',
  async ({ service }) => {
    const { ours, sql } = service;
    const email = anEmail();
    const id = await aUser(ours, { email, password });
    const hash = await hashOf(service, email);
    expect(hash).toMatch(/^\$argon2id/);
    await sql(`alter table users add constraint refused check (display_name <> 'Refused') not valid`);
    const parts = {
      path: { userId: id },
      body: { displayName: 'Refused', password: 'amber-lantern-violin-17' },
    };
    expect((await ours.call('updateUser', parts)).status).toBe(500);
    // One by hand, with the values in the statement, a detail that shows the row, and a message that shows a value.
    const client = new pg.Client(
      inject('server').service.replace(/[^/]*$/, new URL(service.database).pathname.slice(1)),
    );
    await client.connect();
    for (const text of [
      `insert into users select * from users where password_hash = '${hash}'`,
      `select '${email}'::int`,
    ])
      await expect(client.query(text)).rejects.toThrow();
    await client.end();
    await sql('alter table users drop constraint refused');
    const logged = serverLog();
    for (const canary of [email, hash, '$argon2', password, 'Refused']) expect(logged).not.toContain(canary);
  },
);

test.runIf(embedded)(
  'statements contain no written values, even if a server logs all of them',
  async ({ service }) => {
    const { sql } = service;
    const database = new URL(service.database).pathname.slice(1);
    for (const setting of ["log_statement = 'all'", 'log_min_messages = log'])
      await sql(`alter role keyward in database ${database} set ${setting}`);
    const node = await service.startNode();
    onTestFinished(() => node.stop());
    const ours = createClient(node.origin, service.ours.key);
    const email = anEmail();
    const id = await aUser(ours, { email, password, firstName: 'Zebedee' });
    const parts = { path: { userId: id }, body: { password: 'amber-lantern-violin-17' } };
    expect((await ours.call('updateUser', parts)).status).toBe(200);
    await expect.poll(serverLog).toMatch(/update "users" set .*"password_hash" = \$\d/);
    const logged = serverLog();
    for (const canary of [await hashOf(service, email), '$argon2', 'Zebedee'])
      expect(logged).not.toContain(canary);
  },
);

test('the start reports a server that logs statements, with the setting and the remedy', async ({
  service,
}) => {
  const settings: Record<string, string> = {};
  const pool = {
    query: () => ({
      rows: Object.entries(settings).map(([name, setting]) => ({ name, setting, role: 'keyward' })),
    }),
  };
  const told = () => logLeaks(pool as unknown as pg.Pool);
  Object.assign(settings, {
    log_min_error_statement: 'error',
    log_error_verbosity: 'terse',
    log_statement: 'ddl',
    log_min_duration_statement: '0',
  });
  expect(await told()).toEqual([
    'The database server logs statements that fail, with their values, because log_min_error_statement is error. ' +
      "As a superuser, run: alter role keyward set log_min_error_statement = 'panic'",
    'The database server logs slow statements with their values, because log_min_duration_statement is 0. ' +
      "As a superuser, run: alter role keyward set log_min_duration_statement = '-1'",
  ]);
  const own = new pg.Pool({ connectionString: service.database, max: 1 });
  if (embedded) expect(await logLeaks(own)).toEqual([]);
  await own.end();
});
