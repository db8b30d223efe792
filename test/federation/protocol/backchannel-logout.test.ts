import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aConnection, changeConnection } from '../../support/stored-connections.ts';
import { json, secondsFromNow } from '../../support/issuer.ts';
import {
  aLogout,
  logoutEvent,
  refusalOf,
  sendLogout,
  signedInUpstream,
  storedTokens,
} from '../../support/logout-tokens.ts';
import { test } from '../../support/service.ts';
import { connected, startUpstream, type Upstream } from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('receiveBackchannelLogout', () => {
  test('refuses tokens that the identity provider did not make for this connection', async ({ service }) => {
    const one = await connected(service, upstream);
    const { sub, logins } = await signedInUpstream(service, one);
    const before = await storedTokens(service);
    const good = aLogout({ sub });
    const stranger = await generateKeyPair('ES256', { extractable: true });
    const full = { iss: upstream.url, aud: 'keyward', jti: 'one', iat: secondsFromNow(0), ...good };
    const signedBy = (header: Record<string, unknown>, key = stranger.privateKey) =>
      new SignJWT(full).setProtectedHeader({ alg: 'ES256', kid: '1', ...header }).sign(key);
    const hmac = new TextEncoder().encode(JSON.stringify((await upstream.keySet()).keys[0]));
    const [header, payload, signature] = (await upstream.sign(good)).split('.');
    const tokens: Record<string, string | Promise<string>> = {
      'not a token': 'a.b.c',
      unsigned: `${new UnsecuredJWT(full).encode()}x`,
      'signed with a public key': new SignJWT(full).setProtectedHeader({ alg: 'HS256', kid: '1' }).sign(hmac),
      'a key of the token': signedBy({ jwk: await exportJWK(stranger.publicKey) }),
      'keys at an address of the token': signedBy({ jku: 'https://attacker.example/keys' }),
      'a certificate of the token': signedBy({ x5u: 'https://attacker.example/cert' }),
      'an unknown kid': signedBy({ kid: 'unknown' }),
      'no kid': signedBy({ kid: undefined }),
      'a changed payload': `${header}.${payload?.slice(0, -4)}AAAA.${signature}`,
      'a critical header': `${encoded({ alg: 'ES256', kid: '1', crit: ['exp'] })}.${payload}.${signature}`,
      'an ID token': upstream.sign({ sub, nonce: 'one', exp: secondsFromNow(300) }),
      'an access token': upstream.sign(good, { typ: 'at+jwt' }),
      'another issuer': upstream.sign({ ...good, iss: `${upstream.url}/other` }),
      'another audience': upstream.sign({ ...good, aud: 'another client' }),
      'no events': upstream.sign({ ...good, events: undefined }),
      'another event': upstream.sign({ ...good, events: { 'https://example.com/event': {} } }),
      'an event that is no object': upstream.sign({ ...good, events: { [logoutEvent]: true } }),
      'a nonce': upstream.sign({ ...good, nonce: 'one' }),
      'an empty nonce': upstream.sign({ ...good, nonce: null }),
      'no jti': upstream.sign({ ...good, jti: undefined }),
      'no user': upstream.sign({ ...good, sub: undefined }),
      'an old one': upstream.sign({ ...good, iat: secondsFromNow(-660), exp: secondsFromNow(300) }),
      'one of the future': upstream.sign({ ...good, iat: secondsFromNow(120) }),
      'one without exp': upstream.sign({ ...good, exp: undefined }),
      'an expired one': upstream.sign({ ...good, exp: secondsFromNow(-120) }),
      'a long name': upstream.sign({ ...good, sub: 'a'.repeat(256) }),
      'a NUL': upstream.sign({ ...good, sub: 'a\u0000b' }),
    };
    for (const [name, token] of Object.entries(tokens)) {
      const answer = await sendLogout(service, one.id, await token);
      const { error } = await refusalOf(answer);
      expect([name, answer.status, error, answer.headers.get('cache-control')]).toEqual([
        name,
        400,
        'invalid_request',
        'no-store',
      ]);
    }
    expect([await logins(), await storedTokens(service)]).toEqual([1, before]);
    expect(
      (await sendLogout(service, one.id, await upstream.sign({ ...good, aud: ['keyward', 'x'] }))).status,
    ).toBe(200);
    expect(await logins()).toBe(0);
  });

  test('takes a token without exp for a connection of the release before alone, and warns', async ({
    service,
  }) => {
    const one = await connected(service, upstream);
    const { sub, logins } = await signedInUpstream(service, one);
    const send = async () =>
      sendLogout(service, one.id, await upstream.sign({ ...aLogout({ sub }), exp: undefined }));
    const refused = await send();
    expect([refused.status, (await refusalOf(refused)).error_description]).toEqual([
      400,
      'logout_token must have an exp',
    ]);
    await changeConnection(service, one.id, `created_at = '2026-01-01'`);
    expect([(await send()).status, await logins()]).toEqual([200, 0]);
    // A sign-in that works does not hide it.
    await signedInUpstream(service, one);
    const { body } = await service.ours.call('getOidcConnection', { path: { id: one.id } });
    expect(body.lastError).toContain('logout token without exp');
  });

  test('follows new keys of the identity provider, and asks for them seldom', async ({ service }) => {
    const rotating = await startUpstream();
    const one = await connected(service, rotating);
    const { sub, logins } = await signedInUpstream(service, one);
    await rotating.rotate();
    rotating.asked.length = 0;
    expect((await sendLogout(service, one.id, await rotating.sign(aLogout({ sub })))).status).toBe(200);
    expect(await logins()).toBe(0);
    for (let tries = 0; tries < 5; tries++) {
      const token = await rotating.sign(aLogout({ sub }), { kid: `unknown ${tries}` });
      expect((await sendLogout(service, one.id, token)).status).toBe(400);
    }
    expect(rotating.asked).toEqual(['/keys']);
    await rotating.close();
  });

  test('asks no identity provider about a token that cannot be its own', async ({ service }) => {
    const quiet = await startUpstream();
    const { id } = await aConnection(service, { issuer: quiet.url });
    const wrong = await Promise.all([
      quiet.sign(aLogout({ sub: 'one', aud: 'another client' })),
      quiet.sign(aLogout({ sub: 'one', iat: secondsFromNow(-3600) })),
      quiet.sign(aLogout({ sub: 'one', events: {} })),
    ]);
    const unsigned = new UnsecuredJWT({
      ...aLogout({ sub: 'one' }),
      iss: quiet.url,
      aud: 'keyward',
    }).encode();
    for (const token of [...wrong, `${unsigned}x`])
      expect((await sendLogout(service, id, token)).status).toBe(400);
    expect(quiet.asked).toEqual([]);
    await quiet.close();
    const right = await quiet.sign(aLogout({ sub: 'one' }));
    const answer = await sendLogout(service, id, right);
    expect([answer.status, (await refusalOf(answer)).error_description]).toEqual([
      400,
      'logout_token cannot be verified now, because the keys of the issuer cannot be read',
    ]);
  });

  test('refuses keys that cannot be read', async ({ service }) => {
    const hostile = await startUpstream();
    const one = await connected(service, hostile);
    const { keys } = await hostile.keySet();
    for (const body of [
      'not JSON',
      { keys: 'none' },
      { keys: [{ ...keys[0], x: 'AA' }] },
      { keys: [{ kty: 'oct', k: 'AA', kid: '1' }] },
    ]) {
      await changeConnection(service, one.id, 'name = name');
      hostile.pages['/keys'] = (response) =>
        typeof body === 'string' ? response.end(body) : json(response, body);
      const { status } = await sendLogout(service, one.id, await hostile.sign(aLogout({ sub: 'one' })));
      expect([body, status]).toEqual([body, 400]);
    }
    await hostile.close();
  });
});
