import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { ownClock, postgresPackage } from './clocked-run.ts';
import { removeThrowawayFolder } from './memory.ts';

/** The server of this test run; databases are cloned from its template. */
export interface TestServer {
  superuser: string;
  owner: string;
  service: string;
  /** Its log; not there for a server that was given. */
  log?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    server: TestServer;
  }
}

export const template = 'keyward_template';

/** One Postgres for the whole run: TEST_DATABASE_URL of a superuser, or an embedded one that forgets. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const { server, stop } = given === undefined ? await embeddedServer() : await givenServer(given);
  const admin = new pg.Client(server.superuser);
  await admin.connect();
  await admin.query(`drop database if exists ${template}`);
  await admin.query(`create database ${template} owner keyward_owner`);
  await admin.end();
  await migrate(withDatabase(server.owner, template), 'keyward');
  project.provide('server', server);
  return async () => {
    await stop();
    removeThrowawayFolder();
  };
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function embeddedServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'keyward-test-'));
  chmodSync(dataDir, 0o711);
  // `make stress` sets the clock of the whole run forward.
  const packageDir = 'FAKETIME' in ownClock ? await postgresPackage(ownClock, dataDir) : undefined;
  const embedded = await startEmbedded({
    dataDir,
    durable: false,
    flags: ['max_connections=300'],
    ...(packageDir && { packageDir }),
  });
  return {
    server: {
      superuser: embedded.url('superuser', 'postgres'),
      owner: embedded.url('owner'),
      service: embedded.url('service'),
      log: join(dataDir, 'postgres.log'),
    },
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function givenServer(superuser: string): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const admin = new pg.Client(superuser);
  await admin.connect();
  const asRole = (role: string): string => {
    const url = new URL(superuser);
    url.username = role;
    url.password = 'keyward-test';
    return url.href;
  };
  for (const role of ['keyward_owner', 'keyward']) {
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role]);
    await admin.query(`${rowCount ? 'alter' : 'create'} role ${role} login password 'keyward-test'`);
  }
  await admin.end();
  return {
    server: { superuser, owner: asRole('keyward_owner'), service: asRole('keyward') },
    stop: () => Promise.resolve(),
  };
}
