import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import type { Answer } from '../../support/client.ts';
import { aDirectoryOf, userSchema } from '../../support/directories.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const breached = 'violet tangent harmonica';
const sound = ['seven quiet lanterns hum', 'eleven brass kettles sing', 'nine slow rivers bend'] as const;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyward-breached-'));
  const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();
  const lines = [breached, ...Array.from({ length: 999 }, (_, n) => `other ${n}`)].map(sha1).sort();
  const file = join(folder, 'pwned.txt');
  await writeFile(file, lines.map((line, n) => `${line}:${n + 1}\r\n`).join(''));
  service = await startTestService({
    BASE_URL: 'https://login.eu.example.com',
    BREACHED_PASSWORDS_FILE: file,
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const put = (id: OperationId, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  service.ours.call(id, { body, headers });

async function set(id: OperationId, body: object): Promise<Answer['body']> {
  const { status, body: answer } = await put(id, body);
  expect([status, answer.details]).toEqual([200, undefined]);
  return answer;
}

const refusalOf = ({ status, body }: Answer) => ({ status, code: body.code, details: body.details });
const invalid = (details: object) => ({ status: 400, code: 'VALIDATION_ERROR', details });
const broken = (...rules: string[]) => ({
  status: 400,
  code: 'PASSWORD_POLICY_VIOLATION',
  details: Object.fromEntries(rules.map((rule) => [rule, expect.any(String)])),
});

const objects = [
  ['PasswordPolicy', 'password_policy', { minLength: 14, customBlockedWords: ['lighthouse'] }],
  ['TotpConfig', 'totp_config', { enforcement: 'REQUIRED', issuer: 'Ours, Inc.' }],
  ['WebauthnConfig', 'webauthn_config', { passwordless: false, userVerification: 'preferred' }],
  [
    'MagicLinkConfig',
    'magic_link_config',
    { enabled: true, redirectAllowlist: ['https://app.example.com/in'] },
  ],
  [
    'RegistrationConfig',
    'registration_config',
    { enabled: true, allowedDomains: ['example.com'], maxPerDay: 5 },
  ],
  ['Branding', 'branding', { displayName: 'Ours & more', primaryColor: '#0B5FFF' }],
] as const;

/** Returns the settings of a tenant that has set nothing. */
async function defaultsOf(id: OperationId): Promise<Answer['body']> {
  const { body, headers } = await service.theirs.call(id);
  expect([headers.get('etag'), body.updatedAt, body.updatedBy]).toEqual(['"0"', null, null]);
  return body;
}

describe('getPasswordPolicy', () => {
  test('returns the defaults if the tenant has set nothing', async () => {
    const policy = await defaultsOf('getPasswordPolicy');
    expect(policy).toMatchObject({ minLength: 12, maxLength: 128, historyCount: 5, disallowBreached: false });
    expect(policy).toMatchObject({ lockoutThreshold: 10, lockoutWindowSeconds: 3600, maxAgeDays: null });
  });
});

describe('getTotpConfig', () => {
  test('returns the name of the organization as the issuer', async () => {
    const totp = { issuer: 'Theirs', enforcement: 'OPTIONAL', algorithm: 'SHA1', window: 1 };
    expect(await defaultsOf('getTotpConfig')).toMatchObject(totp);
  });
});

describe('getWebauthnConfig', () => {
  test('returns defaults derived from the base URL', async () => {
    expect(await defaultsOf('getWebauthnConfig')).toMatchObject({
      rpId: 'login.eu.example.com',
      rpName: 'Theirs',
      origins: ['https://login.eu.example.com'],
      passwordless: true,
      userVerification: 'required',
    });
  });
});

describe('getMagicLinkConfig', () => {
  test('returns magic links as disabled by default', async () => {
    const link = { enabled: false, ttlSeconds: 600, bindToBrowser: true };
    expect(await defaultsOf('getMagicLinkConfig')).toMatchObject(link);
  });
});

describe('getRegistrationConfig', () => {
  test('returns registration as disabled by default', async () => {
    const registration = { enabled: false, allowedDomains: [], maxPerDay: 100 };
    expect(await defaultsOf('getRegistrationConfig')).toMatchObject(registration);
  });
});

describe('getBranding', () => {
  test('returns the name of the organization and the default colours', async () => {
    const branding = { displayName: 'Theirs', logoUri: null, primaryColor: '#1f4fd8', locale: 'en' };
    expect(await defaultsOf('getBranding')).toMatchObject(branding);
  });
});

describe.each(objects)('update%s', (name, action, change) => {
  const id = `update${name}` as const;

  test('changes the fields that are sent, keeps the rest, records the change, and leaves other tenants alone', async () => {
    const before = (await service.ours.call(`get${name}`)).body;
    const after = await set(id, change);
    const stamp = { updatedAt: time, updatedBy: expect.stringMatching(/^cred_/) };
    const sent = { ...change, ...('primaryColor' in change ? { primaryColor: '#0b5fff' } : {}) };
    expect(after).toEqual({ ...before, ...sent, ...stamp });
    expect(await set(id, {})).toMatchObject(sent);
    expect((await service.ours.call(`get${name}`)).body).toMatchObject(sent);
    for (const other of [service.theirs, service.oursTest])
      expect((await other.call(`get${name}`)).body.updatedAt).toBeNull();
    const { body: log } = await service.ours.call('listAuditLogs', { query: { action: `${action}.update` } });
    const changed = log.data.at(-1).changes.map(({ field }: { field: string }) => field);
    expect(changed.sort()).toEqual(Object.keys(change).sort());
  });

  test('honours If-Match', async () => {
    const { headers } = await service.ours.call(`get${name}`);
    const etag = { 'if-match': headers.get('etag') ?? '' };
    const first = await put(id, {}, etag);
    expect([first.status, first.headers.get('etag')]).not.toEqual([200, etag['if-match']]);
    expect(refusalOf(await put(id, {}, etag))).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' });
  });

  test('needs auth_config.write', async () => {
    const { caller: reader } = await aCallerWith(service, ['auth_config.read']);
    expect((await reader.call(`get${name}`)).status).toBe(200);
    expect((await reader.call(id, { body: {} })).status).toBe(403);
  });
});

describe('updatePasswordPolicy', () => {
  const create = (password: string, fields: object = {}) =>
    service.ours.call('createUser', { body: { email: anEmail(), password, ...fields } });

  test('rejects values out of range, and a lock that outlasts its counting window', async () => {
    for (const [field, value] of [
      ['minLength', 7],
      ['minLength', 65],
      ['maxLength', 63],
      ['historyCount', 25],
      ['lockoutThreshold', 2],
      ['maxAgeDays', 0],
      ['customBlockedWords', ['ab']],
    ] as const) {
      const { status, details } = refusalOf(await put('updatePasswordPolicy', { [field]: value }));
      expect([status, Object.keys(details as object)[0]?.split('.')[0]]).toEqual([400, field]);
    }
    expect(refusalOf(await put('updatePasswordPolicy', { lockoutWindowSeconds: 60 }))).toEqual(
      invalid({ lockoutDurationSeconds: 'must not be more than lockoutWindowSeconds' }),
    );
  });

  test('applies at once to passwords of created and changed users, and of users from SCIM', async () => {
    const id = await aUser(service.ours, { password: sound[0] });
    const provider = await aDirectoryOf(service, 'GENERIC');
    const byScim = async (password: string) => {
      const body = { schemas: [userSchema], userName: anEmail(), password };
      return provider.send('POST', '/Users', body);
    };
    await set('updatePasswordPolicy', {
      minLength: 8,
      minCharacterTypes: 3,
      customBlockedWords: ['Harbour'],
      disallowBreached: true,
    });
    const change = (password: string) =>
      service.ours.call('updateUser', { path: { userId: id }, body: { password } });
    for (const attempt of [create, change]) {
      expect(refusalOf(await attempt('only of two kinds'))).toEqual(broken('minCharacterTypes'));
      expect(refusalOf(await attempt('the hARBOUR 4 tugs'))).toEqual(broken('customBlockedWords'));
    }
    expect((await byScim('the hARBOUR 4 tugs')).status).toBe(400);
    expect((await byScim('the Anchor 4 tugs')).status).toBe(201);
    await set('updatePasswordPolicy', { minCharacterTypes: 1 });
    for (const attempt of [create, change]) {
      expect(refusalOf(await attempt(breached))).toEqual(broken('disallowBreached'));
      expect((await attempt(`${breached}s`)).status).toBeLessThan(300);
    }
    expect((await byScim(breached)).status).toBe(400);
    await set('updatePasswordPolicy', { disallowBreached: false });
    expect((await create(breached)).status).toBe(201);
  });

  test('remembers as many passwords as historyCount says', async () => {
    await set('updatePasswordPolicy', { historyCount: 2, minCharacterTypes: 1, customBlockedWords: [] });
    const id = await aUser(service.ours, { password: sound[0] });
    const change = (password: string) =>
      service.ours.call('updateUser', { path: { userId: id }, body: { password } });
    expect((await change(sound[1])).status).toBe(200);
    expect(refusalOf(await change(sound[0]))).toEqual(broken('historyCount'));
    expect((await change(sound[2])).status).toBe(200);
    expect((await change(sound[0])).status).toBe(200);
    await set('updatePasswordPolicy', { historyCount: 0 });
    expect((await change(sound[0])).status).toBe(200);
    const stored = await service.sql<{ previous: string[] }>(
      'select previous_password_hashes as previous from users where id = $1',
      [id],
    );
    expect(stored).toEqual([{ previous: [] }]);
  });

  test('remembers up to 24 passwords', async () => {
    await set('updatePasswordPolicy', { historyCount: 24 });
    const id = await aUser(service.ours, { password: sound[0] });
    await service.sql(
      `update users set previous_password_hashes = array_fill(password_hash, array[23]), password_hash = null where id = $1`,
      [id],
    );
    const change = (password: string) =>
      service.ours.call('updateUser', { path: { userId: id }, body: { password } });
    expect(refusalOf(await change(sound[0]))).toEqual(broken('historyCount'));
    expect((await change(sound[1])).status).toBe(200);
  });

  test('rejects disallowBreached on a node without the breached list, and that node accepts no new password', async () => {
    await set('updatePasswordPolicy', { disallowBreached: true });
    const node = await service.startNode({ BREACHED_PASSWORDS_FILE: '' });
    const call = (method: string, path: string, body: object) =>
      fetch(node.origin + path, {
        method,
        headers: { authorization: `Bearer ${service.ours.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const asked = await call('PUT', '/api/v1/auth/password-policy', { minLength: 13 });
    const refused = (await asked.json()) as Answer['body'];
    expect(Object.keys(refused.details)).toEqual(['disallowBreached']);
    const made = await call('POST', '/api/v1/directory/users', { email: anEmail(), password: sound[0] });
    expect([made.status, made.headers.has('retry-after')]).toEqual([503, true]);
    await node.stop();
    await set('updatePasswordPolicy', { disallowBreached: false });
  });
});

describe('updateTotpConfig', () => {
  test('rejects codes that stay valid for too long, and REQUIRED for a disabled factor', async () => {
    expect(refusalOf(await put('updateTotpConfig', { periodSeconds: 60, window: 2 }))).toEqual(
      invalid({ window: expect.stringContaining('180 seconds') }),
    );
    await set('updateTotpConfig', { periodSeconds: 60, window: 1, enforcement: 'OPTIONAL' });
    expect(refusalOf(await put('updateTotpConfig', { enabled: false, enforcement: 'REQUIRED' }))).toEqual(
      invalid({ enforcement: 'must not be REQUIRED unless enabled' }),
    );
    for (const change of [{ digits: 7 }, { window: 3 }, { issuer: 'a:b' }, { algorithm: 'MD5' }])
      expect((await put('updateTotpConfig', change)).status).toBe(400);
  });

  test('resets the issuer to its default for null', async () => {
    await set('updateTotpConfig', { issuer: 'Another' });
    expect(await set('updateTotpConfig', { issuer: null })).toMatchObject({ issuer: 'Ours' });
  });
});

describe('updateWebauthnConfig', () => {
  const fields = async (change: object) =>
    Object.keys((await put('updateWebauthnConfig', change)).body.details ?? {});

  test('accepts the host of the base URL and its parent domains as rpId, and no others', async () => {
    for (const rpId of ['login.eu.example.com', 'EU.example.com', 'example.com'])
      expect(await set('updateWebauthnConfig', { rpId })).toMatchObject({ rpId: rpId.toLowerCase() });
    for (const rpId of [
      'com',
      'xample.com',
      'a.login.eu.example.com',
      'example.org',
      'https://example.com',
      '*',
    ])
      expect(await fields({ rpId })).toEqual(['rpId']);
    expect(await set('updateWebauthnConfig', { rpId: null })).toMatchObject({ rpId: 'login.eu.example.com' });
  });

  test('accepts only origins at or below rpId, and requires its own origin among them', async () => {
    const own = 'https://login.eu.example.com';
    await set('updateWebauthnConfig', {
      rpId: 'example.com',
      origins: [own, 'https://app.example.com:8443'],
    });
    for (const origin of [
      'https://example.org',
      'http://app.example.com',
      'https://app.example.com/',
      'https://app.example.com/path',
      'https://evilexample.com',
      'null',
    ])
      expect(await fields({ origins: [own, origin] })).toEqual(['origins.1']);
    expect(await fields({ origins: ['https://app.example.com'] })).toEqual(['origins']);
    expect(await fields({ rpId: 'eu.example.com' })).toEqual(['origins.1']);
    expect(await set('updateWebauthnConfig', { origins: null, rpId: null })).toMatchObject({
      origins: [own],
    });
  });

  test('requires the settings that passwordless and allowedAaguids depend on', async () => {
    await set('updateWebauthnConfig', { passwordless: false, userVerification: 'discouraged' });
    expect(await fields({ passwordless: true })).toEqual(['userVerification']);
    const both = { passwordless: true, userVerification: 'required', residentKey: 'discouraged' };
    expect(await fields(both)).toEqual(['residentKey']);
    expect(await fields({ allowedAaguids: ['d8522d9f-575b-4866-88a9-ba99fa02f35b'] })).toEqual([
      'attestation',
    ]);
  });
});

describe('updatePasswordPolicy, with null', () => {
  test('rejects null unless the contract defines its meaning', async () => {
    const { status, body } = await put('updatePasswordPolicy', { minLength: null });
    expect([status, Object.keys(body.details)]).toEqual([400, ['minLength']]);
    expect(await set('updatePasswordPolicy', { maxAgeDays: null })).toMatchObject({ maxAgeDays: null });
    await set('updateTotpConfig', { issuer: 'Mine' });
    expect((await set('updateTotpConfig', { issuer: null })).issuer).not.toBe('Mine');
  });
});

describe('updateMagicLinkConfig', () => {
  test('accepts addresses with https, and with http only on localhost', async () => {
    await set('updateMagicLinkConfig', {
      redirectAllowlist: ['http://localhost:4000/in', 'https://a.example/x?y'],
    });
    for (const address of [
      'http://a.example/',
      'javascript:alert(1)',
      'https://me@a.example/',
      'https://a.example/#x',
      'https://*.a.example/in',
      '/in',
    ])
      expect(refusalOf(await put('updateMagicLinkConfig', { redirectAllowlist: [address] }))).toEqual(
        invalid({ 'redirectAllowlist.0': expect.stringContaining('https') }),
      );
  });
});
