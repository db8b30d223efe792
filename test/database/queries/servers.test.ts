import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { MIGRATING, patiently } from '../../../src/database/lock-patience.ts';
import { openServers } from '../../../src/database/servers.ts';
import { aSilentProxy } from '../../support/silent-proxy.ts';

/** A URL of one server with these hosts. */
const through = (...hosts: string[]): string => {
  const url = inject('server').service;
  return url.replace(/@[^/]+/, `@${hosts.join(',')}`);
};

test('a statement without an answer in time makes all connections leave its server', async () => {
  const proxies = [
    await aSilentProxy(inject('server').service),
    await aSilentProxy(inject('server').service),
  ];
  const hosts = proxies.map(({ host }) => host);
  const moves: string[] = [];
  const servers = openServers(through(...hosts), (name) => moves.push(name));
  const pool = new pg.Pool({ Client: servers.client(), query_timeout: 2_000, max: 1 });
  // Like the connections of long statements: nothing limits the time of this one.
  const patient = new pg.Pool({ Client: servers.client(), max: 1 });
  for (const one of [pool, patient]) {
    one.on('error', () => undefined);
    onTestFinished(() => one.end());
  }
  await Promise.all([pool.query('select'), patient.query('select')]);
  const used = moves.at(-1) ?? hosts[0];
  const other = hosts.find((host) => host !== used);
  proxies.find(({ host }) => host === used)?.silence();
  const hanging = patient.query('select').catch((error: unknown) => error);
  await expect(pool.query('select')).rejects.toThrow('Query read timeout');
  await pool.query('select');
  expect(moves.at(-1)).toBe(other);
  expect(await hanging).toMatchObject({ message: `${other} has replaced ${used}` });
});

test('the patience of a migration ends also if the connection that looks for locks is silent', async () => {
  const { host, silence } = await aSilentProxy(inject('server').service);
  const watcher = new pg.Client(through(host));
  watcher.on('error', () => undefined);
  await watcher.connect();
  onTestFinished(() => watcher.end());
  silence();
  const changer = new pg.Client({ connectionString: inject('server').service, application_name: MIGRATING });
  await changer.connect();
  onTestFinished(() => changer.end());
  const refuse = "select pg_sleep(0.5); do $$ begin raise exception using errcode = '55P03'; end $$";
  const trying = patiently(
    () => 'a change',
    () => changer.query(refuse),
    {
      watcher,
      onEvent: () => undefined,
      pauses: [],
    },
  );
  await expect(trying).rejects.toThrow('a change did not get a lock in 1 tries: a process that has ended');
});
