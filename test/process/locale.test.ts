import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { testMasterKey } from '../support/master-key.ts';
import { withDatabase } from '../support/global-setup.ts';
import { program } from '../support/process.ts';

/** An empty database that was made in some way, by the address of its owner. */
async function databaseMadeWith(
  how: string,
): Promise<{ name: string; url: string; tables: () => Promise<number> }> {
  const server = inject('server');
  const name = `locale_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(server.superuser);
  await admin.connect();
  await admin.query(`create database ${name} owner keyward_owner template template0 ${how}`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const url = withDatabase(server.owner, name);
  return {
    name,
    url,
    async tables() {
      const client = new pg.Client(url);
      await client.connect();
      const { rowCount } = await client.query("select from pg_tables where schemaname = 'public'");
      await client.end();
      return rowCount ?? 0;
    },
  };
}

const sentence = (name: string): string =>
  `the database ${name} cannot compare letters beyond ASCII in people's names (it has the locale C, or is not in UTF-8): create it again`;

describe('a database', () => {
  test.for(["encoding 'UTF8' locale 'C'", "encoding 'SQL_ASCII' locale 'C'", "encoding 'LATIN1' locale 'C'"])(
    'made with %s is refused before anything is in it',
    async (how) => {
      const { name, url, tables } = await databaseMadeWith(how);
      await expect(migrate(url, 'keyward')).rejects.toThrow(sentence(name));
      expect(await tables()).toBe(0);
    },
  );

  test('made with C.UTF-8 is taken', async () => {
    const { url, tables } = await databaseMadeWith("encoding 'UTF8' locale 'C.UTF-8'");
    await migrate(url, 'keyward');
    expect(await tables()).toBeGreaterThan(10);
  });

  test('made with the locale C keeps the service from starting, with one sentence', async () => {
    const { name, url } = await databaseMadeWith("locale 'C'");
    const started = program('src/main.ts', { PORT: '0', DATABASE_URL: url, MASTER_KEY: testMasterKey });
    expect(await started.ended).toBe(1);
    expect(started.printed()).toContain(`Keyward did not start: ${sentence(name)}`);
  });
});
