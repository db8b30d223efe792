import * as oidc from 'openid-client';
import { expect, onTestFinished } from 'vitest';
import { aUser } from '../support/builders.ts';
import { leaksOf, serverLog, tablesAsText } from '../support/canaries.ts';
import { createClient } from '../support/client.ts';
import { sendRaw } from '../support/raw.ts';
import {
  aRelyingParty,
  begin,
  Browser,
  call,
  redirectUri,
  type RelyingParty,
  type Shown,
} from '../support/relying-party.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { startTestService, test } from '../support/service.ts';
import { anEmail } from '../support/users.ts';

// security.md 1: "Secret in logs, audit, webhook, error".

const password = 'vivid-harbor-cello-42';
const wrongPassword = 'amber-lantern-violin-17';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Returns the part of a token that cannot be made up. A JWT has its signature: the rest says what many may know. */
const secretOf = (token: string): string => token.split('.').at(-1) ?? '';

test('a password, cookie, code or token of a sign-in appears only at its intended recipient', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { ours, sql } = service;
  const node = await startServiceProcess(service, { LOG_LEVEL: 'trace' });
  const api = createClient(node.origin, ours.key, ours.orgId);
  const secrets = new Set([password, wrongPassword]);
  const told: string[] = [];

  const scopes = ['openid', 'profile', 'email', 'offline_access'];
  const jwts = await aRelyingParty(api, { scopes });
  const opaque = await aRelyingParty(api, { scopes, accessTokenFormat: 'opaque' });
  const device = await aRelyingParty(api, {
    grantTypes: [deviceGrant],
    redirectUris: [],
    postLogoutRedirectUris: [],
  });
  for (const { clientSecret } of [jwts, opaque, device]) secrets.add(clientSecret);
  const email = anEmail();
  await aUser(api, { email, password });

  // A browser, and what it is given.
  const browser = new Browser(jwts.issuer);
  const noted = (shown: Shown): Shown => {
    for (const name of ['kd_session', 'kd_oidc'])
      if (browser.cookie(name) !== undefined) secrets.add(browser.cookie(name) ?? '');
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec(shown.text) ?? [];
    if (csrf !== undefined) secrets.add(csrf);
    return shown;
  };
  const tokensAt = async (party: RelyingParty, shown: Shown, { verifier, state, nonce }: Begun) => {
    const code = shown.url.searchParams.get('code') ?? '';
    secrets.add(code).add(verifier);
    const tokens = await oidc.authorizationCodeGrant(party.config, shown.url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    });
    for (const one of [tokens.access_token, tokens.refresh_token, tokens.id_token])
      secrets.add(secretOf(one ?? ''));
    return { code, verifier, access: tokens.access_token, refresh: tokens.refresh_token ?? '' };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;

  // Signing in, once wrongly.
  const first = await begin(jwts, { scope: scopes.join(' '), prompt: 'consent' });
  const asked = noted(await browser.open(first.url));
  const step = noted(await browser.send(asked, { username: email }));
  const refused = noted(await browser.send(step, { password: wrongPassword }));
  let shown = noted(await browser.send(refused, { password }));
  while (shown.text.includes('name="answer"')) shown = noted(await browser.send(shown, { answer: 'allow' }));
  const ofJwts = await tokensAt(jwts, shown, first);

  // Single sign-on at another client.
  const second = await begin(opaque, { scope: 'openid profile' });
  let again = noted(await browser.open(second.url));
  while (again.text.includes('name="answer"')) again = noted(await browser.send(again, { answer: 'allow' }));
  const ofOpaque = await tokensAt(opaque, again, second);
  const codes = await oidc.initiateDeviceAuthorization(device.config, { scope: 'openid' });
  secrets.add(codes.device_code).add(codes.user_code).add(codes.user_code.replace('-', ''));

  // Tokens in use.
  for (const [party, { access, refresh }] of [[jwts, ofJwts] as const, [opaque, ofOpaque] as const]) {
    await oidc.fetchUserInfo(party.config, access, oidc.skipSubjectCheck);
    await oidc.tokenIntrospection(party.config, access);
    if (refresh === '') continue;
    const renewed = await oidc.refreshTokenGrant(party.config, refresh);
    for (const one of [renewed.access_token, renewed.refresh_token, renewed.id_token])
      secrets.add(secretOf(one ?? ''));
  }

  // Secrets where they do not belong.
  const codeAgain = { grant_type: 'authorization_code', redirect_uri: redirectUri };
  const strays = [password, ofJwts.code, ofJwts.access, ofOpaque.access, ofJwts.refresh, jwts.clientSecret];
  for (const stray of [...strays, codes.device_code, browser.cookie('kd_session') ?? '']) {
    for (const [endpoint, form] of [
      ['/token', { ...codeAgain, code: stray, code_verifier: stray }],
      ['/token', { grant_type: 'refresh_token', refresh_token: stray }],
      ['/token', { grant_type: deviceGrant, device_code: stray }],
      ['/token', { grant_type: stray, scope: stray }],
      ['/introspect', { token: stray }],
      ['/par', { response_type: 'code', redirect_uri: `https://${stray}.example/`, scope: stray }],
    ] as const) {
      for (const party of [opaque, { ...opaque, clientSecret: stray }]) {
        const { body, headers } = await call(party, endpoint, form);
        told.push(JSON.stringify([body, [...headers]]));
      }
    }
    for (const path of [`/login/${stray}`, `/login/${ours.orgId}?sign_in=${stray}`]) {
      const page = await sendRaw(node.origin, { path, headers: { cookie: `kd_session=${stray}x` } });
      told.push(JSON.stringify(page.headers));
    }
    const info = await sendRaw(node.origin, {
      path: `/api/oidc/${ours.orgId}/userinfo?access_token=${stray}`,
      headers: { authorization: `Bearer ${stray}x` },
    });
    told.push(info.text, JSON.stringify(info.headers));
  }

  // A fault of ours on every path of a secret: what is logged then is the database's own words.
  const broken = async (table: string, column: string, work: () => Promise<{ status: number }>) => {
    await sql(`alter table ${table} rename column ${column} to elsewhere`);
    expect((await work()).status, `${table}.${column}`).toBe(500);
    await sql(`alter table ${table} rename column elsewhere to ${column}`);
  };
  await broken('oidc_artifacts', 'payload', () => call(jwts, '/token', { ...codeAgain, code: ofJwts.code }));
  await broken('oidc_artifacts', 'consumed_at', () =>
    call(jwts, '/token', { grant_type: 'refresh_token', refresh_token: ofJwts.refresh }),
  );
  const other = new Browser(jwts.issuer);
  const entry = await other.open(`/login/${ours.orgId}`);
  const typing = await other.send(entry, { username: email });
  await broken('users', 'password_hash', () => other.send(typing, { password }));
  await broken('login_sessions', 'auth_time', () => other.send(typing, { password }));
  await broken('browsers', 'token_hash', () => browser.open(`/account/${ours.orgId}`));

  const { text: metrics } = await sendRaw(node.origin, { path: '/metrics' });
  const tables = await tablesAsText(service);
  node.signal('SIGTERM');
  expect(await node.ended).toBe(0);
  const places = { answers: told.join('\n'), log: node.printed(), metrics, tables };
  const server = serverLog();
  secrets.delete('');
  expect(secrets.size).toBeGreaterThanOrEqual(20);
  expect(places.log).toContain('"level":"debug"');
  expect(places.log).toContain('INTERNAL_ERROR');
  for (const action of ['user.login', 'user.login_failed']) expect(places.tables).toContain(action);
  expect(leaksOf(secrets, { ...places, server })).toEqual([]);
});
