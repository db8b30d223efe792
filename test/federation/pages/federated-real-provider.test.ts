import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aConnection, aDomain, verifiedDomain } from '../../support/stored-connections.ts';
import { aRelyingParty, begin, Browser, call, type RelyingParty } from '../../support/relying-party.ts';
import { CookieJar } from '../../support/cookie-jar.ts';
import { fieldOf } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { linksOf, pathOf, type SocialIssuer, startSocialIssuer } from '../../support/social.ts';
import { typed } from '../../support/upstream.ts';

let peer: SocialIssuer;
beforeAll(async () => {
  peer = await startSocialIssuer();
});
afterAll(() => peer.close());

/** Goes from an application through the discovery to oidc-provider and back, and exchanges the code. */
async function roundTrip(
  { domain, party, browser }: { domain: string; party: RelyingParty; browser: Browser },
  parameters: Record<string, string> = {},
) {
  const { url, verifier } = await begin(party, { scope: 'openid profile email', ...parameters });
  const page = await browser.open(url);
  const led = await browser.send(page, { username: `ada@${domain}` });
  expect(led.url.origin).toBe(peer.url);
  const back = await browser.open(pathOf(await peer.visit(led.url.href)));
  const code = back.url.searchParams.get('code') ?? back.text;
  const { body } = await call(party, '/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'https://rp.example.com/callback',
    code_verifier: verifier,
  });
  const [, payload = ''] = String(body['id_token']).split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as Record<string, unknown>;
}

const aSetup = async (service: TestService) => {
  const { id, callbackUrl } = await aConnection(service, {
    issuer: peer.url,
    attributeMapping: { department: { from: ['department'] } },
  });
  await peer.register(callbackUrl);
  const domain = aDomain();
  await verifiedDomain(service, id, domain);
  return { id, domain, party: await aRelyingParty(service.ours) };
};

describe('oidc-provider as the identity provider', () => {
  test('signs a user in for an application, the first time and again', async ({ service }) => {
    const { id, domain, party } = await aSetup(service);
    const sub = crypto.randomUUID();
    const email = `${sub}@${domain}`;
    // It tells the address at its UserInfo endpoint only.
    await peer.become({ sub, email, email_verified: 'true', name: 'Ada Lovelace', department: 'Engines' });
    const first = await roundTrip({ domain, party, browser: new Browser(party.issuer) });
    const [link] = await linksOf(service, sub);
    expect(first['sub']).toBe(link?.user_id);
    expect(link).toMatchObject({ email, email_verified: true, source: 'FEDERATION' });
    const { body } = await service.ours.call('getUser', { path: { userId: link?.user_id ?? '' } });
    expect(body).toMatchObject({
      sourceConnectionId: id,
      department: 'Engines',
      displayName: 'Ada Lovelace',
    });
    const again = await roundTrip({ domain, party, browser: new Browser(party.issuer) });
    expect(again['sub']).toBe(first['sub']);
  });

  test('authenticates the user again for prompt=login, and says when', async ({ service }) => {
    const { domain, party } = await aSetup(service);
    const sub = crypto.randomUUID();
    await peer.become({ sub, email: `${sub}@${domain}`, email_verified: 'true' });
    const browser = new Browser(party.issuer);
    await roundTrip({ domain, party, browser });
    await service.sql(
      `update login_sessions set auth_time = now() - interval '1 hour'
        where user_id = (select user_id from social_links where subject = $1)`,
      [sub],
    );
    const claims = await roundTrip({ domain, party, browser }, { prompt: 'login' });
    expect(Number(claims['auth_time'])).toBeGreaterThan(Date.now() / 1000 - 60);
  });

  test('changes its keys, with and without an overlap, and no sign-in fails', async ({ service }) => {
    for (const overlap of [{ overlaps: 'yes' } as const, undefined]) {
      const { domain, party } = await aSetup(service);
      const sub = crypto.randomUUID();
      await peer.become({ sub, email: `${sub}@${domain}`, email_verified: 'true' });
      const { sub: userId } = await roundTrip({ domain, party, browser: new Browser(party.issuer) });
      await peer.rotate(overlap);
      for (let at = 0; at < 2; at++) {
        const again = await roundTrip({ domain, party, browser: new Browser(party.issuer) });
        expect([overlap, again['sub']]).toEqual([overlap, userId]);
      }
    }
  });

  /** Signs a user in by a connection, and keeps the browser's session at the provider. */
  async function signedInThere(service: TestService, connectionId: string) {
    const domain = aDomain();
    await verifiedDomain(service, connectionId, domain);
    const sub = crypto.randomUUID();
    await peer.become({ sub, email: `${sub}@${domain}`, email_verified: 'true' });
    const there = new CookieJar();
    const logins = async () =>
      (await service.sql('select from login_sessions where connection_id = $1', [connectionId])).length;
    const { person, led } = await typed(service, `ada@${domain}`);
    const back = await person.open(pathOf(await peer.visit(led.location, there)));
    expect([back.title, await logins()]).toEqual(['Your account', 1]);
    return { person, there, logins };
  }

  test('signs users out who sign out here, and leads them back', async ({ service }) => {
    const connection = await aConnection(service, { issuer: peer.url, logoutUpstream: true });
    const { body } = await service.ours.call('getOidcConnection', { path: { id: connection.id } });
    await peer.register(connection.callbackUrl, {
      post_logout_redirect_uri: body.postLogoutRedirectUrl,
    });
    const { person, there, logins } = await signedInThere(service, connection.id);
    const page = await person.open(`/logout/${service.ours.orgId}`);
    const left = await person.post(page.forms.at(-1)?.action ?? '', { csrf: fieldOf(page, 'csrf') });
    expect(await logins()).toBe(0);
    const { location } = await person.get(left.location);
    const back = await peer.leave(location, there);
    expect(back?.split('?')[0]).toBe(body.postLogoutRedirectUrl);
    const end = await person.open(pathOf(back ?? ''));
    expect(end.path).toBe(`/login/${service.ours.orgId}/signed-out`);
  });

  test('signs users out here who sign out there (back-channel logout)', async ({ service }) => {
    const connection = await aConnection(service, { issuer: peer.url });
    const { body } = await service.ours.call('getOidcConnection', { path: { id: connection.id } });
    await peer.register(connection.callbackUrl, { backchannel_logout_uri: body.backchannelLogoutUrl });
    const { there, logins } = await signedInThere(service, connection.id);
    await peer.leave(`${peer.url}/session/end`, there);
    await expect.poll(logins, { timeout: 20_000 }).toBe(0);
  });
});
