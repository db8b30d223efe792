import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { clockOf } from '../../clients/cli/src/by-hand/doctor/answers.ts';
import type { Finding } from '../../clients/cli/src/by-hand/doctor/check.ts';
import { manifestText } from '../../src/database/backup-manifest.ts';
import { keyward, type Surroundings } from '../support/cli.ts';
import { aMachine } from '../support/cli-login.ts';
import { closedPort } from '../support/closed-port.ts';
import { sharedDns } from '../support/dns-server.ts';
import { mailCatcher } from '../support/mail-catcher.ts';
import { testMasterKey } from '../support/master-key.ts';
import { createPrivateCa } from '../support/private-ca.ts';
import { sourceProgram } from '../support/process.ts';
import { test } from '../support/service.ts';

/** Runs the command, and returns its findings by their names. */
async function examined(
  origin: string,
  { env = {}, ...more }: Surroundings = {},
  words: readonly string[] = [],
): Promise<{ code: number; found: Record<string, Finding>; out: string }> {
  const { code, out, err } = await keyward(['doctor', '-o', 'json', ...words], {
    env: { KEYWARD_URL: origin, ...env },
    ...more,
  });
  expect(err).toBe('');
  const { data } = JSON.parse(out) as { data: Finding[] };
  return { code, out, found: Object.fromEntries(data.map((one) => [one.check, one])) };
}

const answering =
  (body: object, headers: Record<string, string> = {}): typeof fetch =>
  () =>
    Promise.resolve(Response.json(body, { headers }));

const folderOfTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

describe('keyward doctor', () => {
  test('finds a service well, and calls nothing well that it cannot see', async ({ service }) => {
    const { code, found } = await examined(service.origin);
    expect(code).toBe(0);
    expect(Object.fromEntries(Object.values(found).map(({ check, state }) => [check, state]))).toEqual({
      command: 'ok',
      settings: 'unknown',
      caller: 'unknown',
      service: 'ok',
      clock: 'ok',
      database: 'ok',
      mail: 'unknown',
      dns: 'unknown',
      tls: 'unknown',
      backups: 'unknown',
    });
    for (const { sentence } of Object.values(found)) expect(sentence).toMatch(/^[A-Z0-9].*\.$/);
    const lines = await keyward(['doctor'], { env: { KEYWARD_URL: service.origin } });
    expect(lines.out).toMatch(/^unknown {2}backups {3}The service does not know its backups\./m);
  });

  test('ends with 7 without the service, and for a service that is not ready', async () => {
    const { port, free } = await closedPort();
    onTestFinished(free);
    const gone = await examined(`http://127.0.0.1:${port}`);
    expect(gone.code).toBe(7);
    expect(gone.found['service']?.sentence).toBe(
      `The service does not answer at http://127.0.0.1:${port} (ECONNREFUSED).`,
    );
    expect(gone.found['database']?.state).toBe('unknown');
    const closed = await examined('http://localhost:1', {
      fetch: answering({
        status: 'failing',
        checks: { process: 'ok', database: 'ok', migrations: '2 pending' },
      }),
    });
    const unsaid = await examined('http://localhost:1', {
      fetch: answering({ status: 'failing', checks: { process: 'ok', database: 'ok' } }),
    });
    expect(unsaid).toMatchObject({ code: 7, found: { service: { state: 'failed' } } });
    const few = await examined('http://localhost:1', {
      fetch: answering({ status: 'ok', checks: { process: 'ok', database: 'ok', migrations: 'ok' } }),
    });
    expect(few.found['database']).toMatchObject({
      state: 'unknown',
      sentence: 'The database answers. The service does not say how its partitions are.',
    });
    expect(few.found['service']?.sentence).toContain('says nothing of workers');
    const none = await examined('http://localhost:1', { fetch: answering({ status: 'ok', checks: {} }) });
    expect(none.found['service']).toMatchObject({ state: 'unknown' });
    expect(closed).toMatchObject({
      code: 7,
      found: { service: { state: 'ok' }, database: { state: 'failed' } },
    });
    expect(closed.found['database']?.sentence).toContain('migrations: 2 pending');
    const warned = await examined('http://localhost:1', {
      fetch: answering({
        status: 'ok',
        checks: { database: 'ok', partitions: 'the partitions of a end in 20 days' },
      }),
    });
    expect(warned).toMatchObject({ code: 0, found: { database: { state: 'warning' } } });
    const other = await examined('http://localhost:1', { fetch: answering({ hello: 'world' }) });
    expect(other).toMatchObject({
      code: 7,
      found: { service: { state: 'failed' }, clock: { state: 'unknown' } },
    });
  });

  test('compares the clock with that of the service', () => {
    const date = 'Mon, 30 Nov 2026 10:00:00 GMT';
    const at = (seconds: number) => Date.parse(date) + seconds * 1000;
    const state = (seconds: number) => clockOf(date, at(seconds), at(seconds) + 50).state;
    expect([0, 0.9, -3, 4].map(state)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect([-10, 20].map(state)).toEqual(['warning', 'warning']);
    expect([-40, 3600].map(state)).toEqual(['failed', 'failed']);
    expect(clockOf(date, at(61), at(61)).sentence).toBe(
      'The clock of this machine is 60 seconds ahead of the service. Set it by NTP.',
    );
    // A slow answer says less about the clock.
    expect(clockOf(date, at(-30), at(30)).state).toBe('ok');
    expect(clockOf(null, at(0), at(0)).state).toBe('unknown');
  });

  test('checks the settings of the service, and shows no value of them', async ({ service }) => {
    const secret = 'a-canary-of-a-password';
    const wrong = await examined(service.origin, {
      env: { DATABASE_URL: `mysql://keyward:${secret}@127.0.0.1/keyward`, MASTER_KEY: secret },
    });
    expect(wrong.code).not.toBe(0);
    expect(wrong.found['settings']).toMatchObject({ state: 'failed' });
    expect(wrong.out).not.toContain(secret);
    const misspelt = await examined(service.origin, {
      env: { DATA_DIR: '.data', MASTER_KEYS: 'x', KEYWARD_APIKEY: 'x', BREACHED_PASSWORD_FILE: 'x' },
    });
    expect(misspelt.found['settings']?.sentence).toContain('Did you mean');
    expect(misspelt.found['command']?.sentence).toBe(
      'KEYWARD_APIKEY has no effect. Did you mean KEYWARD_API_KEY?',
    );
    const right = await examined(service.origin, {
      env: { DATABASE_URL: 'postgres://u:p@127.0.0.1/keyward', MASTER_KEY: testMasterKey },
    });
    expect(right.found['settings']).toMatchObject({ state: 'ok' });
    // Without a mail server, a service with a database of its own refuses what needs a mail.
    expect(right.found['mail']).toMatchObject({ state: 'failed' });
    expect(right.code).toBe(7);
  });

  test('checks the key or the profile of the caller', async ({ service }) => {
    const own = await examined(service.origin, { env: { KEYWARD_API_KEY: service.ours.key } });
    expect(own).toMatchObject({
      code: 0,
      found: {
        caller: {
          state: 'ok',
          sentence: `The key of KEYWARD_API_KEY opens the tenant ${service.ours.orgId}.`,
        },
      },
    });
    const other = await examined(service.origin, { env: { KEYWARD_API_KEY: 'kd_live_canary' } });
    expect(other).toMatchObject({ code: 2, found: { caller: { state: 'failed' } } });
    expect(other.out).not.toContain('canary');
    const machine = await aMachine(service);
    await machine.login();
    const { out } = await machine.run(['doctor']);
    expect(out).toContain(`The profile default opens the tenant ${service.ours.orgId}.`);
    // The profile names the service.
    expect(out).toMatch(/^ok +database /m);
  });

  test('ends with 2 where only settings are wrong', async ({ service }) => {
    const { code } = await examined(service.origin, {
      env: { DATA_DIR: '.data', RATE_LIMIT_PER_MINUTE: 'x' },
    });
    expect(code).toBe(2);
  });

  test('greets the mail server of the service', async ({ service }) => {
    const mails = await mailCatcher();
    const secret = 'a-canary-of-a-password';
    const settings = { MAIL_FROM: 'a@example.com', DATA_DIR: '.data' };
    const url = new URL(mails.url);
    const well = await examined(service.origin, { env: { ...settings, SMTP_URL: mails.url } });
    expect(well.found['mail']).toMatchObject({
      state: 'ok',
      sentence: `The mail server ${url.host} answers.`,
    });
    expect(mails.mails).toEqual([]);
    const { port, free } = await closedPort();
    onTestFinished(free);
    const gone = await examined(service.origin, {
      env: { ...settings, SMTP_URL: `smtp://user:${secret}@127.0.0.1:${port}` },
    });
    expect(gone.found['mail']?.sentence).toBe(
      `The mail server 127.0.0.1:${port} cannot be reached (ECONNREFUSED).`,
    );
    expect(gone.out).not.toContain(secret);
    const other = createServer((socket) => socket.end('SSH-2.0-other\r\n')).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((done) => other.once('listening', done));
    const at = (other.address() as AddressInfo).port;
    const wrong = await examined(service.origin, {
      env: { ...settings, SMTP_URL: `smtp://127.0.0.1:${at}` },
    });
    expect(wrong.found['mail']).toMatchObject({ state: 'failed' });
    const files = await examined(service.origin, { env: { DATA_DIR: '.data' } });
    expect(files.found['mail']).toMatchObject({ state: 'warning' });
  });

  test('asks the name servers of the service, and looks up its name', async ({ service }) => {
    const { port } = new URL(service.origin);
    const named = await examined(`http://localhost:${port}`);
    expect(named.found['dns']).toMatchObject({ state: 'ok' });
    const none = await examined('http://no-such-name.invalid');
    expect(none.found['dns']?.sentence).toMatch(
      /^The name no-such-name\.invalid has no address here \(E\w+\)\.$/,
    );
    const { address } = await sharedDns();
    const own = await examined(service.origin, { env: { DATA_DIR: '.data', DNS_SERVERS: address } });
    expect(own.found['dns']).toMatchObject({
      state: 'ok',
      sentence: 'The name servers of DNS_SERVERS answer.',
    });
  });

  test('reads the certificate of the service', { timeout: 120_000 }, async () => {
    const ca = await createPrivateCa();
    const folder = folderOfTest();
    const trusted = join(folder, 'ca.pem');
    writeFileSync(trusted, ca.ca);
    const serving = async ({ cert, key }: { cert: string; key: string }): Promise<string> => {
      const server = createHttpsServer({ cert, key }, (_, response) => response.end('{}')).listen(
        0,
        '127.0.0.1',
      );
      onTestFinished(() => void server.close());
      await new Promise((done) => server.once('listening', done));
      return `https://localhost:${(server.address() as AddressInfo).port}`;
    };
    const well = await serving(await ca.issue('DNS:localhost,IP:127.0.0.1'));
    const untrusted = await examined(well);
    expect(untrusted.found['tls']).toMatchObject({ state: 'failed' });
    const lineOf = async (origin: string, more: Record<string, string> = {}): Promise<string> => {
      const { ended, printed } = sourceProgram(
        'clients/cli/src/main.ts',
        { KEYWARD_URL: origin, NODE_EXTRA_CA_CERTS: trusted, ...more },
        'doctor',
      );
      await ended;
      return /^.* tls .*$/m.exec(printed())?.[0] ?? '';
    };
    expect(await lineOf(well)).toMatch(/^ok .*The certificate of localhost is valid for \d+ more days\.$/);
    expect(await lineOf(await serving(await ca.issueExpired()))).toMatch(/^failed .*CERT_HAS_EXPIRED/);
    const clear = await examined('http://192.0.2.1', { fetch: answering({ status: 'ok', checks: {} }) });
    expect(clear.found['tls']).toMatchObject({ state: 'failed' });
    const file = await examined('http://192.0.2.1', {
      env: { TLS_CERT: trusted },
      fetch: answering({ status: 'ok', checks: {} }),
    });
    expect(file.found['tls']).toMatchObject({ state: 'failed' });
    expect(await lineOf(well, { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: '' })).toMatch(
      /^failed .*is not trusted/,
    );
  });

  test('reads the age of the newest whole backup', async ({ service }) => {
    const folder = folderOfTest();
    const write = (name: string, endedAt: string): void => {
      mkdirSync(join(folder, name));
      const text = manifestText({
        major: 18,
        systemIdentifier: '1',
        startedAt: endedAt,
        endedAt,
        startWal: '0/1',
        endWal: '0/2',
        masterKeyIds: [],
        folders: [],
        files: [],
      });
      writeFileSync(join(folder, name, 'manifest.json'), text);
    };
    const age = async () => (await examined(service.origin, {}, ['--backups', folder])).found['backups'];
    mkdirSync(join(folder, 'broken', 'postgres'), { recursive: true });
    expect(await age()).toMatchObject({ state: 'failed' });
    write('old', new Date(Date.now() - 50 * 3_600_000).toISOString());
    expect(await age()).toMatchObject({
      state: 'warning',
      sentence: 'The newest backup is 50 hours old. Make one each day.',
    });
    write('new', new Date(Date.now() - 3 * 3_600_000).toISOString());
    expect(await age()).toMatchObject({ state: 'ok', sentence: 'The newest backup is 3 hours old.' });
    write('future', new Date(Date.now() + 50 * 3_600_000).toISOString());
    expect(await age()).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining('in the future'),
    });
    const none = await examined(service.origin, {}, ['--backups', join(folder, 'none')]);
    expect(none).toMatchObject({ code: 7, found: { backups: { state: 'failed' } } });
  });
});
