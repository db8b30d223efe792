import { describe, expect } from 'vitest';
import { type Issuer, json, startIssuer } from '../../support/issuer.ts';
import { aPerson } from '../../support/person.ts';
import { test } from '../../support/service.ts';
import { provedDomain } from '../../support/stored-connections.ts';
import { aSocialProvider, linksOf, locationOf, press } from '../../support/social.ts';
import { anEmail } from '../../support/users.ts';

describe('hostile providers', () => {
  type Hostile = (hostile: Issuer, nonce: string) => Promise<unknown>;
  const claimsOf = (hostile: Issuer, nonce: string, changes: Record<string, unknown> = {}) =>
    hostile.sign({ aud: 'keyward', sub: 'mallory', nonce, ...changes });
  const tokens = (id_token: string) => ({ access_token: 'x', token_type: 'Bearer', id_token });
  const cases: [name: string, Hostile][] = [
    [
      'a signature of another key',
      async (hostile, nonce) => {
        const token = await claimsOf(hostile, nonce);
        await hostile.rotate();
        return tokens(token);
      },
    ],
    [
      'alg none',
      async (hostile, nonce) => {
        const payload = (await claimsOf(hostile, nonce)).split('.')[1];
        return tokens(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`);
      },
    ],
    ['another nonce', async (hostile) => tokens(await claimsOf(hostile, 'other'))],
    ['no nonce', async (hostile) => tokens(await hostile.sign({ aud: 'keyward', sub: 'mallory' }))],
    [
      'another issuer',
      async (hostile, nonce) =>
        tokens(await claimsOf(hostile, nonce, { iss: 'https://accounts.google.com' })),
    ],
    ['another audience', async (hostile, nonce) => tokens(await claimsOf(hostile, nonce, { aud: 'other' }))],
    [
      'a token of yesterday',
      async (hostile, nonce) =>
        tokens(await claimsOf(hostile, nonce, { iat: 1_700_000_000, exp: 1_700_000_600 })),
    ],
    ['no ID token', async () => ({ access_token: 'x', token_type: 'Bearer' })],
    [
      'an endless subject',
      async (hostile, nonce) => tokens(await claimsOf(hostile, nonce, { sub: 'x'.repeat(300) })),
    ],
    ['a huge answer', async () => ({ access_token: 'x'.repeat(400_000) })],
    ['no JSON', async () => 'hello'],
  ];

  test.for(cases)('are not believed: %s', async ([what, hostileAnswer], { service }) => {
    const { ours, origin, sql } = service;
    const hostile = await startIssuer();
    let nonce = '';
    hostile.pages['/.well-known/openid-configuration'] = (response) =>
      json(response, {
        issuer: hostile.url,
        jwks_uri: `${hostile.url}/keys`,
        authorization_endpoint: `${hostile.url}/authorize`,
        token_endpoint: `${hostile.url}/token`,
        id_token_signing_alg_values_supported: ['ES256', 'none'],
      });
    hostile.pages['/token'] = (response) =>
      void hostileAnswer(hostile, nonce).then((answer) => json(response, answer));
    const { id } = await aSocialProvider(ours, { clientId: 'keyward', issuer: hostile.url });
    const person = aPerson(origin);
    const led = locationOf(await press(person, await person.open(`/login/${ours.orgId}`), id));
    nonce = led.searchParams.get('nonce') ?? '';
    const state = led.searchParams.get('state') ?? '';
    const answer = await person.open(`/login/${ours.orgId}/social/${id}/callback?code=c&state=${state}`);
    await ours.call('deleteSocialProvider', { path: { providerId: id } });
    await hostile.close();
    // The code decides these two, and a stranger can bring any.
    const status = ['another nonce', 'no JSON'].includes(what) ? 400 : 502;
    expect([answer.status, answer.title]).toEqual([status, 'That didn’t work']);
    expect(await sql("select * from social_links where subject = 'mallory'")).toEqual([]);
    expect(person.cookies.get('kd_session')).toBeDefined();
    expect((await person.open(`/account/${ours.orgId}`)).title).toBe('Sign in');
  });

  test('a token that is good is taken, or the cases above would prove nothing', async ({ service }) => {
    const { ours, origin } = service;
    const honest = await startIssuer();
    let nonce = '';
    honest.pages['/.well-known/openid-configuration'] = (response) =>
      json(response, {
        issuer: honest.url,
        jwks_uri: `${honest.url}/keys`,
        authorization_endpoint: `${honest.url}/authorize`,
        token_endpoint: `${honest.url}/token`,
        id_token_signing_alg_values_supported: ['ES256'],
      });
    honest.pages['/token'] = (response) =>
      void claimsOf(honest, nonce, { sub: 'honest', email: 'victim@example.com', email_verified: true }).then(
        (token) => json(response, tokens(token)),
      );
    const { id } = await aSocialProvider(ours, { clientId: 'keyward', issuer: honest.url });
    const person = aPerson(origin);
    const led = locationOf(await press(person, await person.open(`/login/${ours.orgId}`), id));
    nonce = led.searchParams.get('nonce') ?? '';
    const state = led.searchParams.get('state') ?? '';
    const answer = await person.open(`/login/${ours.orgId}/social/${id}/callback?code=c&state=${state}`);
    expect(answer.title).toBe('Your account');
    // Anyone can run an issuer that calls an address verified. Unless the tenant owns the domain, the link stores no address.
    const [link] = await linksOf(service, 'honest');
    expect(link).toMatchObject({ email: null, email_verified: false });
    expect(link?.username).toMatch(/^oidc-[0-9a-f]{16}$/);
    await honest.close();
  });
});

describe('GitHub', () => {
  test('is spoken to by OAuth, and a confirmed address of a proved domain is taken from a server of the tenant', async ({
    service,
  }) => {
    const { ours, origin } = service;
    const peer = await startIssuer();
    await provedDomain(service, 'acme.example');
    const email = anEmail().replace(/@.*/, '@acme.example');
    peer.pages['/login/oauth/access_token'] = (response) =>
      json(response, { access_token: 'gho_x', token_type: 'bearer', scope: 'read:user,user:email' });
    peer.pages['/api/v3/user'] = (response) =>
      json(response, { id: 583231, login: 'octocat', email: 'x@evil.example' });
    peer.pages['/api/v3/user/emails'] = (response) =>
      json(response, [
        { email: 'old@acme.example', verified: true },
        { email, primary: true, verified: true },
      ]);
    const { id } = await aSocialProvider(ours, {
      provider: 'github',
      name: 'GitHub',
      issuer: peer.url,
      allowedDomains: ['acme.example'],
    });
    const person = aPerson(origin);
    const led = locationOf(await press(person, await person.open(`/login/${ours.orgId}`), id));
    expect(led.pathname).toBe('/login/oauth/authorize');
    expect(led.searchParams.get('nonce')).toBeNull();
    const callback = `/login/${ours.orgId}/social/${id}/callback?code=c&state=${led.searchParams.get('state')}`;
    expect((await person.open(callback)).title).toBe('Your account');
    expect(await linksOf(service, '583231')).toMatchObject([
      { email, email_verified: true, username: email },
    ]);
    await peer.close();
  });
});
