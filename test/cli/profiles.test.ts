import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { folderOf } from '../../clients/cli/src/profiles/folder.ts';
import { aCredential, anIdentity } from '../support/builders.ts';
import { aMachine } from '../support/cli-login.ts';
import { provedLongAgo } from '../support/command-line.ts';
import { test } from '../support/service.ts';

/** Counts requests to the token endpoint. */
const counting = (): { fetch: typeof fetch; refreshes: () => number } => {
  let count = 0;
  return {
    fetch: (address, init) => {
      if (new Request(address).url.endsWith('/token')) count += 1;
      return fetch(address, init);
    },
    refreshes: () => count,
  };
};

describe('a profile', () => {
  test('yields to KEYWARD_API_KEY', async ({ service }) => {
    const machine = await aMachine(service);
    const env = { KEYWARD_API_KEY: String(service.theirs.key), KEYWARD_URL: service.origin };
    await machine.login();
    const me = await machine.run(['whoami', '-o', 'json'], { env });
    expect(JSON.parse(me.out)).toMatchObject({ by: 'KEYWARD_API_KEY', tenant: service.theirs.orgId });
    const named = await machine.run(['--profile', 'default', 'whoami', '-o', 'json'], { env });
    expect(JSON.parse(named.out)).toMatchObject({ by: 'KEYWARD_API_KEY' });
    expect(named.err).toContain('--profile is not used');
    const tenant = await machine.run(['--tenant', 'test', 'whoami'], { env });
    expect(tenant).toMatchObject({ code: 2, out: '' });
  });

  test('outlives a lost answer of a renewal', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    machine.expire();
    let lost = 0;
    const losing: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      if (!new Request(address).url.endsWith('/token') || lost > 0) return response;
      lost += 1;
      throw new TypeError('fetch failed');
    };
    const { secret } = await aCredential(service.ours);
    // The client repeats no request that counts a use, so only the renewal itself can be repeated.
    const { code, err } = await machine.run(['verify'], { fetch: losing, files: { '-': secret } });
    expect({ code, lost }, err).toEqual({ code: 0, lost: 1 });
    machine.expire();
    expect((await machine.run(['whoami'])).code).toBe(0);
  });

  test('holds a signal back until the new tokens are written', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    machine.expire();
    const { refreshToken } = machine.profile();
    const own = (): void => undefined;
    process.on('SIGHUP', own);
    onTestFinished(() => void process.off('SIGHUP', own));
    const before = process.listenerCount('SIGHUP');
    let held = 0;
    const signalled: typeof fetch = async (address, init) => {
      const isRenewal = new Request(address).url.endsWith('/token');
      if (isRenewal) held = process.listenerCount('SIGHUP');
      return fetch(address, init);
    };
    expect((await machine.run(['whoami'], { fetch: signalled })).code).toBe(0);
    expect(held).toBe(before + 1);
    expect(process.listenerCount('SIGHUP')).toBe(before);
    expect(machine.profile().refreshToken).not.toBe(refreshToken);
  });

  test('is not renewed by completion', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const id = await anIdentity(service.ours);
    const line = ['__complete', '--', 'identities', 'get', ''];
    expect((await machine.run(line)).out).toContain(id);
    machine.expire();
    const counted = counting();
    expect(await machine.run(line, { fetch: counted.fetch })).toMatchObject({ code: 0, out: '' });
    expect(counted.refreshes()).toBe(0);
  });

  test('is not used silently inside keyward run', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const env = { KEYWARD_RUN: '1' };
    const silent = await machine.run(['whoami'], { env });
    expect(silent).toMatchObject({ code: 2, out: '' });
    expect(silent.err).toContain('--env KEYWARD_API_KEY');
    expect((await machine.run(['--profile', 'default', 'whoami'], { env })).code).toBe(0);
  });

  test('works in the test tenant with --tenant', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const { ours } = service.organizations;
    const tenantOf = async (words: readonly string[]) =>
      JSON.parse((await machine.run([...words, 'whoami', '-o', 'json'])).out).tenant;
    expect(await tenantOf([])).toBe(ours.live.orgId);
    expect(await tenantOf(['--tenant', 'test'])).toBe(ours.test.orgId);
    expect(await tenantOf(['--tenant', ours.test.orgId])).toBe(ours.test.orgId);
    const other = await machine.run(['--tenant', String(service.theirs.orgId), 'whoami']);
    expect(other.code).toBe(3);
    expect((await machine.run(['--tenant', 'prod', 'whoami'])).code).toBe(2);
  });

  test('sends its token to its own service only', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    for (const more of [{ env: { KEYWARD_URL: 'https://other.invalid' } }, {}]) {
      const words = 'env' in more ? ['whoami'] : ['--url', 'https://other.invalid', 'whoami'];
      const { code, out, err } = await machine.run(words, {
        ...more,
        fetch: () => Promise.reject(new Error('a request was sent')),
      });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(`is for ${machine.url}`);
    }
  });

  test('renews its token, and keeps the new one', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const former = machine.profile();
    machine.expire();
    const { fetch, refreshes } = counting();
    expect((await machine.run(['whoami'], { fetch })).code).toBe(0);
    expect(refreshes()).toBe(1);
    const now = machine.profile();
    expect(now.accessToken).not.toBe(former.accessToken);
    expect(now.refreshToken).not.toBe(former.refreshToken);
    expect(now.key).toEqual(former.key);
    expect(statSync(machine.fileOf()).mode & 0o777).toBe(0o600);
    expect((await machine.run(['whoami'], { fetch })).code).toBe(0);
    expect(refreshes()).toBe(1);
  });

  test('renews a token that the service ended before its time', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    await service.sql(`delete from oidc_artifacts where model = 'AccessToken' and user_id = $1`, [
      machine.userId,
    ]);
    const { fetch, refreshes } = counting();
    const created = await machine.run(
      ['identities', 'create', '--name', 'robot', '--type', 'CI_CD', '-o', 'id'],
      {
        fetch,
      },
    );
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^idn_\w+\n$/) });
    expect(refreshes()).toBe(1);
  });

  test('is renewed once, even if many commands need it at the same time', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    machine.expire();
    const { fetch, refreshes } = counting();
    const all = await Promise.all(Array.from({ length: 8 }, () => machine.run(['whoami'], { fetch })));
    expect(all.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 0));
    expect(refreshes()).toBe(1);
    expect(readdirSync(dirname(machine.fileOf()))).toEqual(['default.json']);
  });

  test('does not wait for a command that was killed while it renewed', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    machine.expire();
    // No process has this number.
    writeFileSync(`${machine.fileOf()}.lock`, `999999999 ${hostname()}`);
    expect((await machine.run(['whoami'])).code).toBe(0);
    expect(readdirSync(dirname(machine.fileOf()))).toEqual(['default.json']);
  });

  test('says how to sign in again after its session has ended', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const { status } = await service.ours.call('endUserSessions', {
      path: { userId: machine.userId },
    });
    expect(status).toBe(200);
    const secrets = machine.secrets();
    const { code, out, err } = await machine.run(['identities', 'list']);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('The sign-in of the profile default has ended. Run: keyward login');
    for (const secret of secrets) expect(err).not.toContain(secret);
  });

  test('has tokens that no error shows, not even one of the service', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const [access = '', refresh = '', key = ''] = machine.secrets();
    const told: typeof fetch = () =>
      Promise.resolve(
        Response.json({ error: `No ${access} ${refresh}`, code: 'CONFLICT', details: {} }, { status: 409 }),
      );
    const { code, err } = await machine.run(['identities', 'list'], { fetch: told });
    expect(code).toBe(5);
    expect(err).toContain('No kd_user_… kd_refresh_…');
    for (const secret of [access, refresh, key]) expect(err).not.toContain(secret);
  });

  test('says how to prove again who the user is', async ({ service }) => {
    const machine = await aMachine(service, { roles: ['OWNER'] });
    await machine.login();
    await provedLongAgo(service, machine);
    const id = await anIdentity(service.ours);
    const words = ['credentials', 'create', '--identity', id, '--name', 'x', '--scope', '*'];
    const { code, err } = await machine.run(words);
    expect({ code, err }).toMatchObject({
      code: 3,
      err: expect.stringContaining('REAUTHENTICATION_REQUIRED'),
    });
    expect(err).toContain('Prove again who you are: keyward login\n');
  });

  test('is told as missing or broken without a part of its file', async ({ service }) => {
    const machine = await aMachine(service);
    const missing = await machine.run(['--profile', 'none', 'whoami']);
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('keyward login --profile none') });
    const unset = await machine.run(['whoami']);
    expect(unset.err).toContain('Or sign in: keyward login');
    await machine.login();
    const { refreshToken } = machine.profile();
    writeFileSync(machine.fileOf(), `{"refreshToken":"${refreshToken}"`);
    const broken = await machine.run(['whoami']);
    expect(broken).toMatchObject({ code: 2, out: '' });
    expect(broken.err).not.toContain(refreshToken);
    for (const name of ['../x', 'A', 'a b', ''])
      expect((await machine.run(['login', '--profile', name])).code).toBe(2);
  });

  test('serves the commands by hand', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const { secret } = await aCredential(service.ours);
    expect((await machine.run(['verify'], { files: { '-': secret } })).code).toBe(0);
    expect((await machine.run(['audit', 'tail', '--since', '1h', '-o', 'json'])).out).toContain(
      '"credential.create"',
    );
    const { out } = await machine.run(['open', machine.userId, '--print']);
    expect(out).toBe(`${machine.url}/admin/${service.ours.orgId}/users/${machine.userId}\n`);
  });
});

describe('the folder of the profiles', () => {
  test('is that of the system', () => {
    const home = { HOME: '/home/ada' };
    expect(folderOf(home, 'linux')).toBe('/home/ada/.config/keyward/profiles');
    expect(folderOf({ ...home, XDG_CONFIG_HOME: '/etc/ada' }, 'linux')).toBe('/etc/ada/keyward/profiles');
    expect(folderOf({ ...home, XDG_CONFIG_HOME: 'relative' }, 'linux')).toBe(
      '/home/ada/.config/keyward/profiles',
    );
    expect(folderOf(home, 'darwin')).toBe('/home/ada/Library/Application Support/keyward/profiles');
    expect(folderOf({ APPDATA: '/roaming' }, 'win32')).toBe('/roaming/keyward/profiles');
    expect(folderOf({}, 'linux')).toBeUndefined();
  });
});
