// An identity provider that lies. Each answer goes over HTTP, and signs no user in.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { changeConnection } from '../../support/stored-connections.ts';
import { json, secondsFromNow } from '../../support/issuer.ts';
import { aPerson } from '../../support/person.ts';
import { receiverCa } from '../../support/receiver.ts';
import { test, type TestService } from '../../support/service.ts';
import { linksOf, locationOf } from '../../support/social.ts';
import {
  aSubject,
  type AskedFor,
  away,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  tokens,
  typed,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
let honest: Upstream['answer'];
beforeAll(async () => {
  upstream = await startUpstream();
  honest = upstream.answer;
});
afterAll(() => upstream.close());

const faults = ({ sql }: TestService, id: string) =>
  sql<{ reason: string; code: string }>(
    `select p.content::jsonb ->> 'reason' as reason, a.code from audit_logs a join audit_personal p on p.audit_id = a.id
      where a.action = 'user.login_failed' and p.content::jsonb ->> 'reason' like '%' || $1 || '%'`,
    [id],
  );

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The ID token of an honest provider with another header, and no signature or one of another algorithm. */
async function withHeader(asked: AskedFor, header: Record<string, unknown>, signature = ''): Promise<string> {
  const [, payload] = (await upstream.idToken(asked)).split('.');
  return `${base64(header)}.${payload}.${signature}`;
}

describe('answers of a hostile identity provider', () => {
  type Hostile = (asked: AskedFor) => Promise<unknown>;
  const claim =
    (changes: Record<string, unknown>): Hostile =>
    async (asked) =>
      tokens(await upstream.idToken(asked, changes));
  const yesterday = { iat: secondsFromNow(-90_000), exp: secondsFromNow(-86_400) };
  const cases: [name: string, hostile: Hostile][] = [
    ['another audience', claim({ aud: 'other' })],
    ['many audiences without us', claim({ aud: ['other', 'another'] })],
    ['another azp', claim({ azp: 'other' })],
    ['many audiences and another azp', claim({ aud: ['keyward', 'other'], azp: 'other' })],
    ['another issuer', claim({ iss: 'https://accounts.google.com' })],
    [
      'an issuer with a slash',
      async (asked) => tokens(await upstream.idToken(asked, { iss: `${upstream.url}/` })),
    ],
    ['a list of issuers', claim({ iss: ['x'] })],
    ['another nonce', claim({ nonce: 'other' })],
    ['no nonce', claim({ nonce: undefined })],
    ['a token of yesterday', claim(yesterday)],
    ['a token without an end', claim({ exp: undefined })],
    ['a token of tomorrow', claim({ nbf: secondsFromNow(86_400) })],
    ['no subject', claim({ sub: undefined })],
    ['an empty subject', claim({ sub: '' })],
    ['a subject as a number', claim({ sub: 5 })],
    ['an endless subject', claim({ sub: 'x'.repeat(256) })],
    ['a subject of other letters', claim({ sub: 'аdmin' })],
    ['alg none', async (asked) => tokens(await withHeader(asked, { alg: 'none' }))],
    ['alg None', async (asked) => tokens(await withHeader(asked, { alg: 'None' }, 'AAAA'))],
    ['no signature', async (asked) => tokens(await withHeader(asked, { alg: 'ES256', kid: '1' }))],
    [
      'HS256 with the client secret',
      async (asked) => {
        const unsigned = await withHeader(asked, { alg: 'HS256' });
        const claims = JSON.parse(Buffer.from(unsigned.split('.')[1] ?? '', 'base64url').toString());
        const key = new TextEncoder().encode('a secret of the test');
        return tokens(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key));
      },
    ],
    [
      'HS256 with the public key (algorithm confusion)',
      async (asked) => {
        const unsigned = await withHeader(asked, { alg: 'HS256', kid: '1' });
        const claims = JSON.parse(Buffer.from(unsigned.split('.')[1] ?? '', 'base64url').toString());
        const key = new TextEncoder().encode(JSON.stringify((await upstream.keySet()).keys[0]));
        return tokens(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: '1' }).sign(key));
      },
    ],
    ['a key of its own in the header (jwk)', async (asked) => tokens(await selfSigned(asked, 'jwk'))],
    ['an address of keys in the header (jku)', async (asked) => tokens(await selfSigned(asked, 'jku'))],
    ['a certificate in the header (x5u)', async (asked) => tokens(await selfSigned(asked, 'x5u'))],
    ['the id of another key', async (asked) => tokens(await selfSigned(asked, 'kid'))],
    ['a path as the id of a key', async (asked) => tokens(await selfSigned(asked, '../../dev/null'))],
    [
      'a critical header',
      async (asked) => tokens(await withHeader(asked, { alg: 'ES256', kid: '1', crit: ['x'], x: 1 }, 'AAAA')),
    ],
    [
      'a signature of a key that is gone',
      async (asked) => {
        const token = await upstream.idToken(asked);
        await upstream.rotate();
        return tokens(token);
      },
    ],
    ['no ID token', async () => ({ access_token: 'x', token_type: 'Bearer' })],
    ['an ID token that is none', async () => tokens('x.y.z')],
    [
      'another type of token',
      async (asked) => ({ ...tokens(await upstream.idToken(asked)), token_type: 'mac' }),
    ],
    ['no JSON', async () => 'hello'],
    ['a huge answer', async () => ({ access_token: 'x'.repeat(400_000) })],
    ['a deep answer', async () => JSON.parse(`${'{"a":'.repeat(900)}1${'}'.repeat(900)}`)],
  ];

  /** A token of a key that the provider does not publish, whose header says where the key is. */
  async function selfSigned(asked: AskedFor, how: string): Promise<string> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const own = { ...(await exportJWK(publicKey)), kid: 'own', alg: 'ES256', use: 'sig' };
    upstream.pages['/own-keys'] = (response) => json(response, { keys: [own] });
    const at = `${upstream.url}/own-keys`;
    const header = {
      alg: 'ES256',
      kid: how === 'kid' ? '1' : how.startsWith('..') ? how : 'own',
      ...(how === 'jwk' ? { jwk: own } : {}),
      ...(how === 'jku' ? { jku: at } : {}),
      ...(how === 'x5u' ? { x5u: at } : {}),
    };
    const claims = JSON.parse(
      Buffer.from((await upstream.idToken(asked)).split('.')[1] ?? '', 'base64url').toString(),
    );
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  }

  test.for(cases)('sign no user in: %s', async ([what, hostile], { service }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    upstream.answer = hostile;
    const { person, callback } = await away(service, connection, claims);
    const seen = await person.open(callback);
    upstream.answer = honest;
    expect([seen.status, seen.title, outcomeOf(seen)]).toEqual([
      // The code that the browser brought may be the reason for these answers.
      ['another nonce', 'no JSON', 'a deep answer'].includes(what) ? 400 : 502,
      'We couldn’t sign you in',
      'FEDERATION_CONN_FAILED',
    ]);
    const links = await service.sql('select from social_links where provider_id = $1', [connection.id]);
    const users = await service.sql('select from users where source_connection_id = $1', [connection.id]);
    expect([links, users]).toEqual([[], []]);
    expect((await person.open(`/account/${service.ours.orgId}`)).title).toBe('Sign in');
    expect(upstream.asked).not.toContain('/own-keys');
    // The reason holds nothing of the token.
    const [fault] = await faults(service, connection.id);
    expect(fault?.code).toBe('FEDERATION_CONN_FAILED');
    expect(fault?.reason).not.toMatch(/eyJ|x{20}/);
    expect(fault?.reason.length).toBeLessThan(200);
  });

  test('that are good sign the user in, or the cases above would prove nothing', async ({ service }) => {
    const connection = await connected(service, upstream);
    for (const changes of [
      {},
      { azp: 'keyward' },
      { aud: ['keyward'] },
      { aud: ['keyward', 'other'], azp: 'keyward' },
    ]) {
      const seen = await signedInAs(service, connection, aSubject(connection, changes));
      expect(outcomeOf(seen)).toBe('SIGNED_IN');
    }
  });

  test('are replayed in vain: code, state and browser belong together', async ({ service }) => {
    const connection = await connected(service, upstream);
    const mallory = await away(service, connection, aSubject(connection));
    const victim = await away(service, connection, aSubject(connection));
    const of = (callback: string, name: string) =>
      new URL(callback, 'https://x.invalid').searchParams.get(name) ?? '';
    // Login CSRF: the whole answer of the attacker, and the code of the attacker with the state of the victim.
    expect((await victim.person.open(mallory.callback)).title).toBe('This sign-in has expired');
    const injected = victim.callback.replace(/code=[^&]*/, `code=${of(mallory.callback, 'code')}`);
    // The nonce of the ID token is that of the attacker's sign-in.
    expect((await victim.person.open(injected)).status).toBe(400);
    // The code is used now, and so is the state.
    expect((await mallory.person.open(mallory.callback)).status).toBe(400);
    expect((await victim.person.open(victim.callback)).status).toBe(400);
    const mismatched = `select from federation_traces where connection_id = $1 and reason like '%CLAIM_COMPARISON_FAILED'`;
    expect(await service.sql(mismatched, [connection.id])).toHaveLength(1);
    expect(await service.sql('select from social_links where provider_id = $1', [connection.id])).toEqual([]);
  });

  test('do not count for another connection (mix-up)', async ({ service }) => {
    const [one, other] = [await connected(service, upstream), await connected(service, upstream)];
    const { person, callback } = await away(service, one, aSubject(one));
    const mixedUp = await person.open(callback.replace(one.id, other.id));
    expect([mixedUp.status, mixedUp.title]).toEqual([400, 'This page has expired']);
    for (const iss of ['https%3A%2F%2Fevil.example', `${encodeURIComponent(upstream.url)}%2F`, '']) {
      const gone = await away(service, one, aSubject(one));
      const seen = await gone.person.open(gone.callback.replace(/iss=[^&]*/, `iss=${iss}`));
      expect(outcomeOf(seen)).toBe('FEDERATION_CONN_FAILED');
    }
    const silent = await away(service, one, aSubject(one));
    const without = await silent.person.open(silent.callback.replace(/&iss=[^&]*/, ''));
    expect(outcomeOf(without)).toBe('FEDERATION_CONN_FAILED');
    // The code was not redeemed.
    const before = upstream.redeemed.length;
    const last = await away(service, one, aSubject(one));
    await last.person.open(last.callback.replace(/iss=[^&]*/, 'iss=x'));
    expect(upstream.redeemed).toHaveLength(before);
    const [{ health } = {}] = await service.sql('select health from federation_connections where id = $1', [
      one.id,
    ]);
    expect(health).toBe('UNKNOWN');
  });

  test('do not fix a session: the browser has another cookie afterwards', async ({ service }) => {
    const connection = await connected(service, upstream);
    const { person, callback } = await away(service, connection, aSubject(connection));
    const planted = aPerson(service.origin);
    planted.cookies.add(person.cookies);
    const before = person.cookies.get('kd_session');
    expect((await person.open(callback)).title).toBe('Your account');
    expect(person.cookies.get('kd_session')).not.toBe(before);
    expect((await planted.open(`/account/${service.ours.orgId}`)).title).toBe('Sign in');
  });

  test('come too late when the connection is disabled, deleted, or has another client', async ({
    service,
  }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    await signedInAs(service, connection, claims);
    const during = await away(service, connection, claims);
    upstream.answer = async (asked) => {
      // While the identity provider is asked.
      await changeConnection(service, connection.id, "status = 'DISABLED'");
      return honest(asked);
    };
    const late = await during.person.open(during.callback);
    upstream.answer = honest;
    expect(late.status).toBe(404);
    await changeConnection(service, connection.id, "status = 'ACTIVE'");
    const before = await away(service, connection, claims);
    await changeConnection(service, connection.id, "status = 'DISABLED'");
    expect((await before.person.open(before.callback)).status).toBe(404);
    await changeConnection(service, connection.id, "status = 'ACTIVE', client_id = 'renamed'");
    const renamed = await away(service, connection, claims);
    await changeConnection(service, connection.id, "client_id = 'keyward'");
    expect(outcomeOf(await renamed.person.open(renamed.callback))).toBe('FEDERATION_CONN_FAILED');
    const deleted = await away(service, connection, claims);
    await service.sql('delete from federation_connections where id = $1', [connection.id]);
    expect((await deleted.person.open(deleted.callback)).status).toBe(404);
    expect(await linksOf(service, claims.sub ?? '')).toEqual([]);
  });
});

describe('documents of a hostile identity provider', () => {
  test.for<[what: string, metadata: Record<string, unknown>, reason: string]>([
    ['another issuer', { issuer: 'https://evil.example' }, 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'],
    ['no issuer', { issuer: undefined }, 'OAUTH_INVALID_RESPONSE'],
    ['the issuer in another spelling', { issuer: 'SLASH' }, 'names another issuer'],
    [
      'an authorization endpoint of plain HTTP',
      { authorization_endpoint: 'http://evil.example/' },
      'FORBIDDEN',
    ],
    [
      'a script as the authorization endpoint',
      { authorization_endpoint: 'javascript:alert(1)' },
      'FORBIDDEN',
    ],
    ['no authorization endpoint', { authorization_endpoint: undefined }, 'MISSING_SERVER_METADATA'],
  ])('lead no browser away: %s', async ([, metadata, reason], { service }) => {
    const own = await startUpstream();
    own.metadata = metadata['issuer'] === 'SLASH' ? { issuer: `${own.url}/` } : metadata;
    const connection = await connected(service, own);
    const { led } = await typed(service, `ada@${connection.domain}`);
    await own.close();
    expect([led.status, led.location, outcomeOf(led)]).toEqual([502, '', 'FEDERATION_CONN_FAILED']);
    expect((await faults(service, connection.id))[0]?.reason).toContain(reason);
  });

  test.for<[what: string, metadata: Record<string, unknown>]>([
    ['a token endpoint at a private address', { token_endpoint: 'https://169.254.169.254/token' }],
    ['a token endpoint of plain HTTP', { token_endpoint: 'http://localhost/token' }],
    ['keys at a private address', { jwks_uri: 'https://10.0.0.1/keys' }],
    ['keys of plain HTTP', { jwks_uri: 'http://localhost/keys' }],
    ['no keys', { jwks_uri: undefined }],
    ['symmetric algorithms', { id_token_signing_alg_values_supported: ['HS256', 'none'] }],
  ])('reach nothing of ours: %s', async ([, metadata], { service }) => {
    const own = await startUpstream();
    own.metadata = metadata;
    const connection = await connected(service, own);
    const seen = await signedInAs(service, connection, aSubject(connection));
    await own.close();
    expect(outcomeOf(seen)).toBe('FEDERATION_CONN_FAILED');
  });

  test('are followed when keys rotate, without a failed sign-in', async ({ service }) => {
    const own = await startUpstream();
    const connection = await connected(service, own);
    const claims = aSubject(connection);
    expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
    await own.rotate();
    expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
    await own.close();
  });
});

describe('a slow identity provider', () => {
  test('holds no connection to the database, and slows no other tenant', async ({ service }) => {
    const waiting: (() => void)[] = [];
    let [open, mostOpen] = [0, 0];
    const server = createServer(await receiverCa.issue(), (_request, response) => {
      mostOpen = Math.max(mostOpen, (open += 1));
      response.once('close', () => (open -= 1));
      waiting.push(() => response.writeHead(500).end());
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const connection = await connected(service, upstream);
    await changeConnection(service, connection.id, 'issuer = $2', [url]);
    const hanging = Array.from({ length: 40 }, () => typed(service, `ada@${connection.domain}`));
    await expect.poll(() => waiting.length, { timeout: 20_000 }).toBeGreaterThan(0);
    // All of them wait for one request: what a provider publishes is asked for once.
    const held = () =>
      service.sql(
        "select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
      );
    await expect.poll(held, { timeout: 20_000 }).toEqual([]);
    const others = await connected(service, upstream);
    expect(outcomeOf(await signedInAs(service, others, aSubject(others)))).toBe('SIGNED_IN');
    // On a busy machine the first request may have timed out, and another one have come.
    expect(mostOpen).toBe(1);
    for (let done = 0; done < 1 || waiting.length > 0; done++) {
      for (const end of waiting.splice(0)) end();
      await Promise.race([Promise.all(hanging), expect.poll(() => waiting.length).toBeGreaterThan(0)]).catch(
        () => undefined,
      );
    }
    for (const { led } of await Promise.all(hanging)) expect(led.status).toBe(502);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  test('is not heard for longer than its answer may be', async ({ service }) => {
    const endless = await startUpstream();
    const connection = await connected(service, endless);
    endless.pages['/token'] = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    const seen = await signedInAs(service, connection, aSubject(connection));
    expect(outcomeOf(seen)).toBe('FEDERATION_CONN_FAILED');
    expect((await faults(service, connection.id))[0]?.reason).toContain('RESPONSE_TOO_LARGE');
    await endless.close();
  });
});

describe('the state of a sign-in', () => {
  test('leads back only where the sign-in began', async ({ service }) => {
    const connection = await connected(service, upstream);
    const { person, callback } = await away(service, connection, aSubject(connection));
    const more = '&return_to=https%3A%2F%2Fevil.example&redirect_uri=https%3A%2F%2Fevil.example';
    const answer = await person.get(callback + more);
    expect(locationOf(answer).pathname).toBe(`/account/${service.ours.orgId}`);
    expect(answer.location.startsWith('/account/')).toBe(true);
  });

  test.for([['sgn_unknown.x'], ['x'], ['']])(
    'that is unknown belongs to no browser: %j',
    async ([state = ''], { service }) => {
      const connection = await connected(service, upstream);
      const { person, callback } = await away(service, connection, aSubject(connection));
      const seen = await person.open(callback.replace(/state=[^&]*/, `state=${state}`));
      expect([seen.status, seen.title]).toEqual([400, 'This sign-in has expired']);
    },
  );

  test('does not help with an unknown connection', async ({ service }) => {
    const connection = await connected(service, upstream);
    const { person, callback } = await away(service, connection, aSubject(connection));
    for (const id of ['fed_00000000000000000000000000', 'x', "fed_'"])
      expect((await person.open(callback.replace(connection.id, id))).status).toBe(404);
    expect((await person.open(callback)).title).toBe('Your account');
  });
});
