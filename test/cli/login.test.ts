import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect } from 'vitest';
import { aMachine } from '../support/cli-login.ts';
import { allowDevice } from '../support/command-line.ts';
import { test } from '../support/service.ts';

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
    for (const secret of machine.secrets()) expect(`${out}${err}`).not.toContain(secret);
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

  test('keeps the address in one form, although the user wrote another one', async ({ service }) => {
    const machine = await aMachine(service);
    const { port } = new URL(machine.url);
    const words = ['--url', `HTTP://LocalHost:${port}/`, '--tenant', String(service.ours.orgId)];
    const { code, err } = await machine.login(words);
    expect(code, err).toBe(0);
    expect(machine.profile().url).toBe(machine.url);
    expect((await machine.run(['whoami'])).code).toBe(0);
    // A profile of a release that kept it as it was written.
    const before = { ...machine.profile(), url: `http://LocalHost:${port}` };
    writeFileSync(machine.fileOf(), JSON.stringify(before), { mode: 0o600 });
    expect((await machine.run(['whoami'])).code).toBe(0);
  });

  test('replaces no profile of another service because of KEYWARD_URL', async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    const former = machine.profile();
    const env = { KEYWARD_URL: 'https://other.example' };
    const { code, err } = await machine.run(['login'], { env });
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('--url ADDRESS') });
    expect(machine.profile()).toEqual(former);
  });

  test('opens no address of another server', async ({ service }) => {
    const machine = await aMachine(service);
    for (const field of ['verification_uri', 'verification_uri_complete'])
      for (const address of ['file:///etc/passwd', 'smb://192.0.2.1/x', 'https://other.example/device']) {
        const changing: typeof fetch = async (...request) => {
          const response = await fetch(...request);
          if (!new Request(request[0]).url.endsWith('/device/authorize')) return response;
          return Response.json({ ...((await response.json()) as object), [field]: address });
        };
        const words = ['--url', machine.url, '--tenant', String(service.ours.orgId), '--open'];
        const env = { BROWSER: '/no/such/browser' };
        const { code, err } = await machine.run(['login', ...words], { fetch: changing, env });
        expect({ code, err }).toMatchObject({ code: 7, err: expect.stringContaining('another server') });
        expect(err).not.toContain(address);
        expect(err).not.toContain('No browser');
      }
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
    for (const secret of [...machine.secrets(), ...machine.secrets('work')])
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
    expect(
      await failing(['--url', machine.url, '--tenant', tenant], {
        answer: (...[browser, codes]: Parameters<typeof allowDevice>) => allowDevice(browser, codes, 'deny'),
      }),
    ).toMatchObject({
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
