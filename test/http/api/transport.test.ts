import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, onTestFinished } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { aCredential } from '../../support/builders.ts';
import { createPrivateCa } from '../../support/private-ca.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';

const path = '/api/v1/identities';

/** Stands for the clients of the proxy 127.0.0.1 whose address could not be read. */
const unreadable = '100:6b64:7f00:1::';

async function started(env: Record<string, string>): Promise<TestService> {
  const service = await startTestService(env);
  onTestFinished(() => service.stop());
  return service;
}

/** A key of ours that nothing else uses, and how often it was used. */
async function aKey(service: TestService) {
  const { id, secret } = await aCredential(service.ours, { scopes: ['identities.read'] });
  const uses = async () =>
    (await service.sql<{ n: number }>('select usage_count::int as n from credentials where id = $1', [id]))[0]
      ?.n;
  const addresses = async () =>
    (
      await service.sql<{ address: string }>(
        'select address from usage_facts where credential_id = $1 order by at',
        [id],
      )
    ).map(({ address }) => address);
  return { secret, uses, addresses };
}

const ask = ({ origin }: { origin: string }, key: string, headers: Record<string, string> = {}) =>
  sendRaw(origin, { path, headers: { authorization: `Bearer ${key}`, ...headers } });

const refusal = { status: 403, body: { code: 'HTTPS_REQUIRED', details: {} } };

describe('plain HTTP', () => {
  test('is served to a peer on this machine, without HSTS', async ({ service }) => {
    const { status, headers } = await ask(service, service.ours.key ?? '');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test.for([
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-forwarded-port',
    'X-Forwarded-Anything',
  ])('is rejected with %s from an untrusted peer, before the key is looked up', async (name, { service }) => {
    const { secret, uses } = await aKey(service);
    for (const value of ['https', '127.0.0.1', 'proto=https', '']) {
      expect(await ask(service, secret, { [name]: value })).toMatchObject(refusal);
      expect(await ask(service, newSecret('kd_live_'), { [name]: value })).toMatchObject(refusal);
    }
    expect(await uses()).toBe(0);
  });

  test('is rejected before the body is read', async ({ service: { origin, ours } }) => {
    const headers = {
      authorization: `Bearer ${ours.key}`,
      'x-forwarded-for': '192.0.2.1',
      'content-type': 'application/json',
    };
    for (const body of ['{', ' '.repeat(2_000_000)]) {
      expect(await sendRaw(origin, { method: 'POST', path, headers, body })).toMatchObject(refusal);
    }
  });

  test('is rejected for every peer and path with REQUIRE_HTTPS=always', async () => {
    const service = await started({ REQUIRE_HTTPS: 'always' });
    for (const one of [path, '/api/v1/openapi.json', '/nothing', '/docs/']) {
      expect(
        await sendRaw(service.origin, {
          path: one,
          headers: { authorization: `Bearer ${service.ours.key}` },
        }),
      ).toMatchObject(refusal);
    }
  });
});

describe('a trusted proxy', () => {
  test('may report https, and then its client gets HSTS', async () => {
    const service = await started({ TRUSTED_PROXIES: '127.0.0.1', REQUIRE_HTTPS: 'always' });
    const key = service.organizations.ours.live.key;
    const { status, headers } = await ask(service, key, {
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '192.0.2.1',
    });
    expect({ status, hsts: headers['strict-transport-security'] }).toEqual({
      status: 200,
      hsts: 'max-age=31536000; includeSubDomains',
    });
    // Only the last of the list is the word of the proxy.
    for (const proto of ['http', '', 'HTTPS://', 'https, http', 'https,', 'httpsx']) {
      expect(
        await ask(service, key, { 'x-forwarded-proto': proto, 'x-forwarded-for': '192.0.2.1' }),
      ).toMatchObject(refusal);
    }
    expect(await ask(service, key, { 'x-forwarded-for': '192.0.2.1' })).toMatchObject(refusal);
    expect(await ask(service, key, { forwarded: 'for=192.0.2.1;proto=https' })).toMatchObject(refusal);
    const other = {
      path,
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-proto': 'https' },
      localAddress: '127.0.0.2',
    };
    expect(await sendRaw(service.origin, other)).toMatchObject(refusal);
  });

  test('may report the client’s address, but the client itself may not', async () => {
    const service = await started({ TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8' });
    const key = await aKey({ ...service, ours: service.ours });
    for (const [forwarded, address] of [
      ['203.0.113.7', '203.0.113.7'],
      ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
      ['198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
      ['198.51.100.1,203.0.113.7 ,10.1.2.3 , 127.0.0.9', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['2001:DB8:0:0::1', '2001:db8::1'],
      ['[2001:db8::9]', '2001:db8::9'],
      ['"[2001:db8::9]:4711"', '2001:db8::9'],
      ['203.0.113.7:4711, 10.1.2.3:80', '203.0.113.7'],
      // Only proxies are named, so the nearest of them asks.
      ['10.1.2.3', '127.0.0.1'],
      // A quote of the client does not swallow what the proxy appended.
      ['"10.9.9.9, 203.0.113.7', '203.0.113.7'],
      ['nonsense', unreadable],
      ['203.0.113.7, unknown', unreadable],
      ["203.0.113.7, ' or 1=1 --", unreadable],
      ['203.0.113.7", 10.1.2.3', unreadable],
      ['203.0.113.7,', unreadable],
      [', 10.1.2.3', unreadable],
      ['100:6b64::9', unreadable],
      ['', unreadable],
    ] as const) {
      const { status } = await ask(service, key.secret, {
        'x-forwarded-proto': 'https',
        'x-forwarded-for': forwarded,
      });
      expect({ forwarded, status, address: (await key.addresses()).at(-1) }).toEqual({
        forwarded,
        status: 200,
        address,
      });
    }
  });

  test('that sends an unreadable address lets the client in nowhere that an address decides', async () => {
    const service = await started({ TRUSTED_PROXIES: '127.0.0.0/8' });
    const everywhere = ['127.0.0.0/8', '0.0.0.0/0', '::/0'];
    const [ofKey, ofIdentity, free] = await Promise.all([
      aCredential(service.ours, { scopes: ['identities.read'], allowedIps: everywhere }),
      aCredential(service.ours, { scopes: ['identities.read'] }),
      aCredential(service.ours, { scopes: ['identities.read'] }),
    ]);
    await service.sql('update identities set allowed_ips = $1 where id = $2', [
      everywhere,
      ofIdentity.identityId,
    ]);
    for (const forwarded of ['unknown', '', '_hidden', '"[2001:db8::9"', '203.0.113.7:port']) {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': forwarded };
      const statuses = [];
      for (const { secret } of [ofKey, ofIdentity, free])
        statuses.push((await ask(service, secret, headers)).status);
      expect({ forwarded, statuses }).toEqual({ forwarded, statuses: [401, 401, 200] });
    }
    for (const { secret } of [ofKey, ofIdentity]) {
      const readable = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '[2001:db8::9]' };
      expect((await ask(service, secret, readable)).status).toBe(200);
    }
  });

  test('that sends unreadable addresses has a bucket of its own for them, and other clients and proxies get in', async () => {
    const service = await started({ TRUSTED_PROXIES: '127.0.0.0/8', RATE_LIMIT_PER_MINUTE: '600' });
    const wrong = newSecret('kd_live_');
    const from = async (localAddress: string, forwarded: string) => {
      const headers = {
        authorization: `Bearer ${wrong}`,
        'x-forwarded-proto': 'https',
        'x-forwarded-for': forwarded,
      };
      return (await sendRaw(service.origin, { path, headers, localAddress })).status;
    };
    const spent = async (): Promise<boolean> => (await from('127.0.0.1', 'unknown')) === 429;
    for (let turn = 0; turn < 121 && !(await spent()); turn++);
    expect(await spent()).toBe(true);
    expect(await from('127.0.0.1', '')).toBe(429);
    expect(await from('127.0.0.1', '127.0.0.1')).toBe(401);
    expect(await from('127.0.0.1', '203.0.113.7')).toBe(401);
    expect(await from('127.0.0.2', 'unknown')).toBe(401);
  });
});

/** Sends this and resets the connection below. */
async function resetOverTls(origin: string, ca: string, text: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const below = net.connect(Number(port), hostname);
  const socket = tls.connect({ socket: below, ca, host: hostname });
  for (const one of [below, socket]) one.on('error', () => undefined);
  const closed = once(below, 'close');
  await once(socket, 'secureConnect');
  socket.write(text, () => below.resetAndDestroy());
  await closed;
}

describe('TLS_CERT and TLS_KEY', () => {
  test('serve https, with HSTS, and ignore forwarding headers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyward-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [cert, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const authority = await createPrivateCa();
    const issued = await authority.issue('IP:127.0.0.1');
    writeFileSync(cert, issued.cert);
    writeFileSync(keyFile, issued.key);
    const service = await started({ RATE_LIMIT_PER_MINUTE: '0' });
    const node = await service.startNode({ TLS_CERT: cert, TLS_KEY: keyFile, REQUIRE_HTTPS: 'always' });
    onTestFinished(() => node.stop());
    const origin = node.origin.replace('http:', 'https:');
    const { ca } = authority;
    const { id, secret } = await aCredential(service.ours, { scopes: ['identities.read'] });
    const send = (headers: Record<string, string> = {}) =>
      sendRaw(origin, { path, ca, headers: { authorization: `Bearer ${secret}`, ...headers } });

    const { status, headers } = await send();
    expect({ status, hsts: headers['strict-transport-security'] }).toEqual({
      status: 200,
      hsts: 'max-age=31536000; includeSubDomains',
    });
    // The connection itself is secure. A header from an untrusted peer changes neither the scheme nor the address.
    expect((await send({ 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
    await service.sql("update credentials set allowed_ips = '{203.0.113.0/24}' where id = $1", [id]);
    expect((await send({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(401);
    await service.sql("update credentials set allowed_ips = '{127.0.0.0/8}' where id = $1", [id]);

    // A peer that cannot be told any more does not spoil the lookup it would share with others.
    const text = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
    for (let turn = 0; turn < 20; turn++) {
      const resets = Promise.all(Array.from({ length: 10 }, () => resetOverTls(origin, ca, text)));
      const calls = await Promise.all(Array.from({ length: 5 }, () => send()));
      expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
      await resets;
    }
    expect((await sendRaw(origin, { path: '/metrics', ca })).text).not.toMatch(/_count\{[^}]*status="5/);
    expect(
      (await sendRaw(origin, { path: '/metrics', ca, headers: { 'x-forwarded-for': '127.0.0.1' } })).status,
    ).toBe(404);
    await expect(sendRaw(node.origin, { path })).rejects.toThrow();
  });
});
