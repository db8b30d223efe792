import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect } from 'vitest';
import { folderOf } from '../../clients/cli/src/profiles/folder.ts';
import { aCredential, anIdentity } from '../support/builders.ts';
import { aMachine, type Machine } from '../support/cli-login.ts';
import type { allowDevice } from '../support/command-line.ts';
import { test } from '../support/service.ts';

/** The values of a profile that no one else may see. */
const secretsOf = ({ profile }: Machine, name?: string): string[] => {
  const { accessToken, refreshToken, key } = profile(name);
  return [accessToken, refreshToken, key.d];
};

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

describe('keyward login', () => {
  test('signs a user in by a code, and the commands work as the user', async ({ service }) => {
    const machine = await aMachine(service);
    const { code, out, err } = await machine.login();
    expect({ code, out }, err).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/^Open http:\/\/localhost:\d+\/\S+ and enter the code [A-Z]{4}-?[A-Z]{4}\n/);
    expect(err).toContain('The profile is default');

    const created = await machine.run([
      'identities',
      'create',
      '--name',
      'robot',
      '--type',
      'CI_CD',
      '-o',
      'id',
    ]);
    expect(created, created.err).toMatchObject({ code: 0, out: expect.stringMatching(/^idn_/) });
    const rows = await service.ours.call('listAuditLogs', { query: { actorId: machine.userId } });
    expect(rows.body.data.map(({ action }: { action: string }) => action)).toContain('identity.create');
    const me = await machine.run(['whoami', '-o', 'json']);
    expect(JSON.parse(me.out)).toMatchObject({
      by: 'profile default',
      type: 'USER',
      id: machine.userId,
      tenant: service.ours.orgId,
      roles: ['ADMIN'],
    });
  });

  test('keeps the profile in a file that only the user can read', async ({ service }) => {
    const machine = await aMachine(service);
    const { out, err } = await machine.login();
    const file = machine.fileOf();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(file))).toEqual(['default.json']);
    for (const secret of secretsOf(machine)) expect(`${out}${err}`).not.toContain(secret);
    chmodSync(file, 0o644);
    const open = await machine.run(['identities', 'list']);
    expect(open).toMatchObject({ code: 2, out: '' });
    expect(open.err).toContain(`chmod 600 ${file}`);
  });

  test('asks for no more than the scopes of the profile', async ({ service }) => {
    const machine = await aMachine(service);
    const words = ['--profile', 'reading', '--url', machine.url, '--tenant', String(service.ours.orgId)];
    const { code, err } = await machine.login([
      ...words,
      '--scope',
      'identities.read',
      '--scope',
      'audit.read',
    ]);
    expect(code, err).toBe(0);
    expect((await machine.run(['--profile', 'reading', 'identities', 'list'])).code).toBe(0);
    const env = { KEYWARD_PROFILE: 'reading' };
    const refused = await machine.run(['identities', 'create', '--name', 'robot', '--type', 'CI_CD'], {
      env,
    });
    expect(refused).toMatchObject({ code: 3, out: '' });
    const wrong = await machine.login([...words, '--scope', 'no.such']);
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toContain('--scope takes scopes of the API');
  });

  test('keeps several profiles, and signs in again as before', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    await machine.login(['--profile', 'work', '--url', machine.url, '--tenant', String(service.ours.orgId)]);
    const { out } = await machine.run(['profiles', '-o', 'json']);
    const { data } = JSON.parse(out);
    expect(data).toMatchObject([
      { name: 'default', used: 'yes', url: machine.url, tenant: service.ours.orgId, scopes: ['*'] },
      { name: 'work', used: '' },
    ]);
    for (const secret of [...secretsOf(machine), ...secretsOf(machine, 'work')])
      expect(out).not.toContain(secret);
    expect((await machine.run(['__complete', '--', '--profile', 'w'])).out).toBe('work\n');
    expect((await machine.run(['__complete', '--', '--profile', 'work', 'identi'])).out).toMatch(
      /^identities\t/,
    );
    const former = machine.profile('work');
    const again = await machine.login(['--profile', 'work']);
    expect(again.code, again.err).toBe(0);
    expect(machine.profile('work').refreshToken).not.toBe(former.refreshToken);
    expect((await machine.run(['--profile', 'work', 'whoami'])).code).toBe(0);
    // The former sign-in has ended at the service.
    writeFileSync(machine.fileOf('former'), JSON.stringify(former), { mode: 0o600 });
    const ended = await machine.run(['--profile', 'former', 'whoami']);
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(ended.err).toContain('Run: keyward login --profile former');
  });

  test('says what to do for a wrong tenant, address or answer', async ({ service }) => {
    const machine = await aMachine(service);
    const tenant = String(service.ours.orgId);
    const failing = async (words: readonly string[], more = {}) => {
      const { code, out, err } = await machine.login(words, more);
      expect(out).toBe('');
      return { code, err };
    };
    expect(await failing(['--url', machine.url])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Give --tenant.'),
    });
    const unknown = `org_${'0'.repeat(26)}`;
    expect(await failing(['--url', machine.url, '--tenant', unknown])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no such tenant'),
    });
    expect(await failing(['--url', service.origin, '--tenant', tenant])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`keyward login --url ${machine.url}`),
    });
    expect(await failing(['--url', 'http://keyward.example', '--tenant', tenant])).toMatchObject({ code: 2 });
    const refusing = async (...[browser, codes]: Parameters<typeof allowDevice>) => {
      const asked = await browser.open(String(codes['verification_uri_complete']));
      const confirm = await browser.send(asked, { user_code: String(codes['user_code']) });
      const consent = await browser.send(confirm, { confirm: 'yes' });
      await browser.send(consent, { answer: 'refuse' });
    };
    expect(await failing(['--url', machine.url, '--tenant', tenant], { answer: refusing })).toMatchObject({
      code: 3,
      err: expect.stringContaining('The sign-in was refused.'),
    });
    expect((await machine.run(['profiles'])).out).toBe('');
    const nowhere = await machine.run(['login', '--url', machine.url, '--tenant', tenant], {
      env: { XDG_CONFIG_HOME: '' },
    });
    expect(nowhere).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no place for the profile.'),
    });
  });
});

describe('a sign-in that cannot be kept', () => {
  test('is ended, and leaves the former profile', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const former = machine.profile();
    const grants = async (): Promise<number> => {
      const rows = await service.sql(`select 1 from oidc_artifacts where model = 'Grant' and user_id = $1`, [
        machine.userId,
      ]);
      return rows.length;
    };
    const before = await grants();
    const failing: typeof fetch = (address, init) =>
      new Request(address).url.endsWith('/api/v1/me')
        ? Promise.resolve(
            Response.json({ error: 'No', code: 'ACCESS_BLOCKED', details: {} }, { status: 403 }),
          )
        : fetch(address, init);
    expect(await machine.login(undefined, { fetch: failing })).toMatchObject({ code: 3, out: '' });
    expect(machine.profile()).toEqual(former);
    expect(await grants()).toBe(before);
    expect((await machine.run(['whoami'])).code).toBe(0);
  });
});

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
    writeFileSync(`${machine.fileOf()}.lock`, '999999999');
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
    const secrets = secretsOf(machine);
    const { code, out, err } = await machine.run(['identities', 'list']);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('The sign-in of the profile default has ended. Run: keyward login');
    for (const secret of secrets) expect(err).not.toContain(secret);
  });

  test('has tokens that no error shows, not even one of the service', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const [access = '', refresh = '', key = ''] = secretsOf(machine);
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
    await service.sql(`update login_sessions set auth_time = now() - interval '1 hour' where user_id = $1`, [
      machine.userId,
    ]);
    await service.sql(
      `update oidc_artifacts set payload = jsonb_set(payload::jsonb, '{provedAt}', to_jsonb((extract(epoch from now() - interval '1 hour') * 1000)::bigint))::text::json
        where model = 'Grant' and user_id = $1`,
      [machine.userId],
    );
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

describe('keyward logout', () => {
  test('ends the sign-in at the service, and removes the file', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const former = readFileSync(machine.fileOf(), 'utf8');
    const { code, err } = await machine.run(['logout']);
    expect({ code, err }).toEqual({ code: 0, err: 'Signed out. The profile default is forgotten.\n' });
    expect(readdirSync(dirname(machine.fileOf()))).toEqual([]);
    writeFileSync(machine.fileOf(), former, { mode: 0o600 });
    expect(await machine.run(['whoami'])).toMatchObject({ code: 3, out: '' });
    expect((await machine.run(['--profile', 'none', 'logout'])).code).toBe(2);
  });

  test('forgets the profile also where the service does not answer', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const { code, err } = await machine.run(['logout'], {
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    expect(code).toBe(7);
    expect(err).toContain('the service did not end the sign-in');
    expect(readdirSync(dirname(machine.fileOf()))).toEqual([]);
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
