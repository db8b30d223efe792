import { randomUUID } from 'node:crypto';
import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { accountOf, aVisit, isActive, isAsked, silently, withdraw } from '../../support/consents.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  call,
  logoutUri,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const api = 'https://api.example.com/';

const eventsOf = ({ sql }: TestService, userId: string) =>
  sql<{ type: string; data: Record<string, unknown> }>(
    "select type, data from events where type like 'oidc_consent.%' and data ->> 'userId' = $1 order by created_at, id",
    [userId],
  );

const trailOf = ({ sql }: TestService, userId: string) =>
  sql<{ action: string; actor_id: string; content: string }>(
    `select a.action, a.actor_id, p.content from audit_logs a
       join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
      where a.target_id = $1 and a.target_type = 'user' and a.action like 'oidc_consent.%' order by a.created_at, a.id`,
    [userId],
  );

describe('showOidcInteraction', () => {
  test('shows the host that the user is sent to, and an initial or the logo', async ({ service }) => {
    const { party, browser } = await aVisit(service, { name: '“éclair” <b>' });
    const { url } = await begin(party, { scope: 'openid' });
    const { text } = await browser.open(url);
    const redirectHost = new URL(url.searchParams.get('redirect_uri') ?? '').host;
    expect(text).toContain('<span class="initial" aria-hidden="true">É</span>');
    expect(text).toContain(`<br><span class="hint">${redirectHost}</span>`);
    expect(text.replaceAll(/<\/?bdi>/g, '')).toContain(`<p>You’ll go back to ${redirectHost}.</p>`);
    const path = { clientId: party.clientId };
    const body = { logoUri: 'https://cdn.example.com/logo.png' };
    expect((await service.ours.call('updateOidcClient', { path, body })).status).toBe(200);
    const shown = await browser.open((await begin(party, { scope: 'openid' })).url);
    expect(shown.text).toContain(
      '<img src="https://cdn.example.com/logo.png" alt="" referrerpolicy="no-referrer">',
    );
    // The initial lies behind the logo, and shows if the logo cannot be loaded.
    expect(shown.text).toContain('<span class="initial" aria-hidden="true">É</span><img ');
  });
});

describe('showOidcInteraction, of the rights', () => {
  test('shows the values that the client gets now, what the user has not added, and names of scopes', async ({
    service,
  }) => {
    const scope = {
      name: `orders.${randomUUID()}`,
      displayName: 'Read your orders',
      description: 'The last <ten>',
      claims: [{ claim: 'staff_number', source: 'employeeNumber' }],
    };
    expect((await service.ours.call('createOidcScope', { body: scope })).status).toBe(201);
    const scopes = ['openid', 'profile', 'email', 'phone', scope.name];
    const { party, userId, browser } = await aVisit(service, { scopes });
    const body = {
      displayName: 'Ada <b> Lovelace',
      locale: 'de-CH',
      picture: 'https://cdn.example.com/ada.png',
      employeeNumber: 'E<1>',
    };
    const { status, body: user } = await service.ours.call('updateUser', { path: { userId }, body });
    expect(status).toBe(200);
    const { text } = await browser.open((await begin(party, { scope: scopes.join(' ') })).url);
    expect(text).toContain(
      `<br><span class="hint">Name: Ada &lt;b&gt; Lovelace · Username: ${user.username} · Picture: yes · Language: Swiss High German</span></li>`,
    );
    expect(text).toContain(`See your email address<br><span class="hint">${user.email}</span>`);
    expect(text).toContain(
      'See your phone number<br><span class="hint">Nothing yet. If this changes, the app can see it.</span>',
    );
    expect(text).toContain('<li>Know who you are</li>');
    expect(text).toContain(
      '<li>Read your orders<br><span class="hint">The last &lt;ten&gt;</span><br><span class="hint">staff_number: E&lt;1&gt;</span></li>',
    );
    expect(text).not.toContain(scope.name);
  });
});

describe('answerOidcInteraction', () => {
  test('records and reports what the user allowed, and later only what is added', async ({ service }) => {
    const { party, userId, browser } = await aVisit(service);
    await authorized(party, browser, { scope: 'openid' });
    await authorized(party, browser, { scope: 'openid', prompt: 'consent' });
    const about = { userId, userName: expect.any(String), clientId: party.clientId, environment: 'live' };
    const by = { type: 'USER', id: userId, name: expect.any(String) };
    expect(await eventsOf(service, userId)).toEqual([
      {
        type: 'oidc_consent.granted',
        data: { ...about, clientName: expect.stringMatching(/^App /), scopes: ['openid'], grantedBy: by },
      },
    ]);
    const other = await signedIn(service, { issuer: party.issuer, userId });
    await authorized(party, other, { scope: 'openid email' });
    expect((await eventsOf(service, userId)).map(({ data }) => data['scopes'])).toEqual([
      ['openid'],
      ['openid', 'email'],
    ]);
    const trail = await trailOf(service, userId);
    expect(trail).toMatchObject([
      { action: 'oidc_consent.grant', actor_id: userId },
      { action: 'oidc_consent.grant', actor_id: userId },
    ]);
    expect(trail[1]?.content).toContain(party.clientId);
    expect(trail[1]?.content).toContain('"ipAddress": "127.0.0.1"'.replaceAll(' ', ''));
    expect(await silently(browser, party, 'openid email')).toBeUndefined();
  });

  test('records that a user refused, and grants nothing', async ({ service }) => {
    const { party, userId, browser } = await aVisit(service);
    const asked = await browser.open((await begin(party)).url);
    expect(asked.text).toMatch(/You’re signed in as [^<]+\./);
    const { url } = await browser.send(asked, { answer: 'deny' });
    expect(url.searchParams.get('error')).toBe('access_denied');
    expect(await trailOf(service, userId)).toMatchObject([{ action: 'oidc_consent.refuse' }]);
    expect(await eventsOf(service, userId)).toEqual([]);
    expect(await isAsked(browser, party)).toBe(true);
  });

  test('keeps the consent when the user signs out at the client or the client revokes tokens', async ({
    service,
  }) => {
    const { party, userId, browser } = await aVisit(service);
    const tokens = await (await authorized(party, browser)).exchange();
    await oidc.tokenRevocation(party.config, tokens.refresh_token ?? '');
    expect(await isActive(party, tokens.access_token)).toBe(false);
    expect(await silently(browser, party)).toBeUndefined();
    const bye = oidc.buildEndSessionUrl(party.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: logoutUri,
    });
    await browser.send(await browser.open(bye), { logout: 'yes' });
    await signedIn(service, { issuer: party.issuer, userId }, browser);
    expect(await silently(browser, party)).toBeUndefined();
  });
});

describe('showAccount, of applications', () => {
  test('shows which scopes each application has, since when, and its last use', async ({ service }) => {
    const { party, userId, browser } = await aVisit(service, { name: 'Quill & Ink', resources: [api] });
    expect((await accountOf(browser, party)).text).not.toContain('applications-title');
    await authorized(party, browser, { scope: 'openid email', resource: api });
    const { text } = await accountOf(browser, party);
    expect(text).toContain('<strong>Quill &amp; Ink</strong>');
    for (const words of ['Know who you are', 'See your email address', 'Remove access: Quill &amp; Ink'])
      expect(text).toContain(words);
    await service.sql(
      `update oidc_consents set granted_at = '2026-02-03', last_used_at = '2026-03-04' where user_id = $1`,
      [userId],
    );
    expect((await accountOf(browser, party)).text).toContain(
      'Access given on Feb 3, 2026 · last used on Mar 4, 2026',
    );
    const german = await browser.open(`/account/${service.ours.orgId}?section=applications&ui_locales=de`);
    expect(german.text).toContain('seit 03.02.2026 · zuletzt verwendet am 04.03.2026');
    const other = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    expect((await accountOf(other, party)).text).not.toContain('Quill');
  });

  test('counts a token that the application fetched by itself as a use', async ({ service }) => {
    const { party, userId, browser } = await aVisit(service);
    const tokens = await (await authorized(party, browser)).exchange();
    await service.sql(`update oidc_consents set last_used_at = '2026-03-04' where user_id = $1`, [userId]);
    await service.sql(`update oidc_artifacts set created_at = '2026-03-05' where user_id = $1`, [userId]);
    expect((await accountOf(browser, party)).text).toContain('last used on Mar 5, 2026');
    await oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    expect((await accountOf(browser, party)).text).not.toContain('Mar 5, 2026');
  });
});

describe('revokeOwnConsent', () => {
  test.for(['opaque', 'jwt'])(
    'ends all issued tokens, with tokens that are %s',
    async (format, { service }) => {
      const { party, userId, browser } = await aVisit(service, {
        accessTokenFormat: format,
        resources: [api],
        scopes: ['openid', 'email', 'offline_access'],
      });
      const called = await aRelyingParty(service.ours, {
        grantTypes: [exchangeGrant],
        redirectUris: [],
        postLogoutRedirectUris: [],
        servedResources: [api],
      });
      const parameters = { scope: 'openid offline_access', prompt: 'consent' };
      const tokens = await (await authorized(party, browser, parameters)).exchange();
      const bound = await (await authorized(party, browser, { ...parameters, resource: api })).exchange();
      const { body } = await call(called, '/token', {
        grant_type: exchangeGrant,
        subject_token: bound.access_token,
        subject_token_type: accessToken,
      });
      const exchanged = String(body['access_token']);
      const late = await authorized(party, browser, parameters);
      // These tokens belong to another login of the same user.
      const there = await signedIn(service, { issuer: party.issuer, userId });
      const elsewhere = await (await authorized(party, there, parameters)).exchange();
      const all = [tokens, bound, elsewhere].flatMap((one) => [one.access_token, one.refresh_token]);
      for (const token of all) expect(await isActive(party, token)).toBe(true);
      expect(await isActive(called, exchanged)).toBe(true);

      const done = await withdraw(browser, party);
      expect([done.url.search, done.text.includes('Access was removed.')]).toEqual([
        '?section=applications&done=application',
        true,
      ]);
      expect(done.text).not.toContain('applications-title');
      for (const token of all) expect(await isActive(party, token)).toBe(false);
      expect(await isActive(called, exchanged)).toBe(false);
      for (const one of [tokens, bound, elsewhere])
        await expect(oidc.refreshTokenGrant(party.config, one.refresh_token ?? '')).rejects.toMatchObject({
          error: 'invalid_grant',
        });
      await expect(oidc.fetchUserInfo(party.config, tokens.access_token, userId)).rejects.toThrow();
      await expect(late.exchange()).rejects.toMatchObject({ error: 'invalid_grant' });
      for (const one of [browser, there]) expect(await isAsked(one, party)).toBe(true);
      expect((await eventsOf(service, userId)).at(-1)).toMatchObject({
        type: 'oidc_consent.withdrawn',
        data: { clientId: party.clientId, scopes: ['openid', 'offline_access'], withdrawnBy: { id: userId } },
      });
      expect((await trailOf(service, userId)).at(-1)).toMatchObject({ action: 'oidc_consent.withdraw' });
    },
  );

  test('ends the tokens of a device', async ({ service }) => {
    const { party, browser } = await aVisit(service, {
      grantTypes: [deviceGrant, 'refresh_token'],
      redirectUris: [],
      postLogoutRedirectUris: [],
      scopes: ['openid'],
    });
    const ask = async (): Promise<{ code: string }> => {
      const { body } = await call(party, '/device/authorize', { scope: 'openid' });
      const typed = await browser.open(String(body['verification_uri']));
      const confirm = await browser.send(typed, { user_code: String(body['user_code']) });
      let shown = await browser.send(confirm, { confirm: 'yes' });
      if (shown.text.includes('name="answer"')) shown = await browser.send(shown, { answer: 'allow' });
      expect(shown.text).toContain('Device connected');
      return { code: String(body['device_code']) };
    };
    const fetched = ({ code }: { code: string }) =>
      call(party, '/token', { grant_type: deviceGrant, device_code: code });
    const { body: tokens } = await fetched(await ask());
    const waiting = await ask();
    await withdraw(browser, party);
    expect(await isActive(party, String(tokens['access_token']))).toBe(false);
    const again = await call(party, '/token', {
      grant_type: 'refresh_token',
      refresh_token: String(tokens['refresh_token']),
    });
    expect(again.body['error']).toBe('invalid_grant');
    expect((await fetched(waiting)).body['error']).toBe('invalid_grant');
  });

  test('does nothing the second time, and nothing without the form token', async ({ service }) => {
    const { party, userId, browser } = await aVisit(service);
    const tokens = await (await authorized(party, browser)).exchange();
    const forged = await withdraw(browser, party, { csrf: 'x'.repeat(43) });
    expect([forged.status, await isActive(party, tokens.access_token)]).toEqual([403, true]);
    const statuses = [await withdraw(browser, party), await withdraw(browser, party)].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 200]);
    expect((await eventsOf(service, userId)).map(({ type }) => type)).toEqual([
      'oidc_consent.granted',
      'oidc_consent.withdrawn',
    ]);
  });

  test('keeps the consents of other users, in this tenant and in another', async ({ service }) => {
    const { party, browser } = await aVisit(service);
    await (await authorized(party, browser)).exchange();
    const other = await signedIn(service, { issuer: party.issuer, userId: await aPerson(service) });
    const others = await (await authorized(party, other)).exchange();
    const foreign = await aVisit(service, {}, service.theirs);
    const theirs = await (await authorized(foreign.party, foreign.browser)).exchange();
    await withdraw(browser, party, { client: foreign.party.clientId });
    expect(await silently(browser, party)).toBeUndefined();
    await withdraw(browser, party);
    expect(await isActive(party, others.access_token)).toBe(true);
    expect(await silently(other, party)).toBeUndefined();
    expect(await isActive(foreign.party, theirs.access_token)).toBe(true);
    expect(await silently(foreign.browser, foreign.party)).toBeUndefined();
  });

  test('issues no token to eight parallel refreshes', async ({ service }) => {
    for (let round = 0; round < 3; round++) {
      const { party, browser } = await aVisit(service, { accessTokenFormat: round === 0 ? 'jwt' : 'opaque' });
      const held = [];
      for (let at = 0; at < 8; at++) held.push(await (await authorized(party, browser)).exchange());
      const asking = held.map(async ({ refresh_token: token }) =>
        oidc.refreshTokenGrant(party.config, token ?? '').catch(() => undefined),
      );
      await Promise.all([withdraw(browser, party), ...asking]);
      for (const tokens of [...held, ...(await Promise.all(asking))]) {
        if (!tokens) continue;
        expect(await isActive(party, tokens.access_token)).toBe(false);
        await expect(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
          error: 'invalid_grant',
        });
      }
    }
  });

  test('issues nothing to a refresh that had already found its token', async ({ service }) => {
    const { party, browser } = await aVisit(service, { accessTokenFormat: 'jwt' });
    const tokens = await (await authorized(party, browser)).exchange();
    const release = await holding(
      service,
      `delete from oidc_artifacts where client_id = '${party.clientId}' and model = 'RefreshToken'`,
    );
    const refreshed = oidc
      .refreshTokenGrant(party.config, tokens.refresh_token ?? '')
      .catch((error) => error);
    await waiting(service, 1);
    await service.sql('delete from oidc_consents where client_id = $1', [party.clientId]);
    await release();
    expect(await refreshed).toMatchObject({ error: 'invalid_grant' });
  });

  test('waits for an authorization that uses the consent, and vice versa', async ({ service }) => {
    const { party, userId, browser } = await aVisit(service);
    await authorized(party, browser);
    const other = await signedIn(service, { issuer: party.issuer, userId });
    const release = await holding(
      service,
      `select from oidc_consents where user_id = '${userId}' for update`,
    );
    const going = authorized(party, other, { prompt: 'none' });
    await waiting(service, 1);
    const withdrawn = withdraw(browser, party);
    await waiting(service, 2);
    await release();
    await Promise.all([going, withdrawn]);
    for (const one of [browser, other]) expect(await silently(one, party)).toBe('consent_required');

    await authorized(party, browser);
    const end = await holding(service, `delete from oidc_consents where user_id = '${userId}'`);
    const late = authorized(party, other, { prompt: 'none' });
    await waiting(service, 1);
    await end();
    expect((await late).callback.searchParams.get('error')).toBe('consent_required');
  });

  test('is not undone by eight parallel authorizations', async ({ service }) => {
    const { party, userId, browser } = await aVisit(service);
    await authorized(party, browser);
    const browsers = [];
    for (let at = 0; at < 8; at++) browsers.push(await signedIn(service, { issuer: party.issuer, userId }));
    await Promise.all([withdraw(browser, party), ...browsers.map(async (one) => silently(one, party))]);
    for (const one of [browser, ...browsers]) expect(await silently(one, party)).toBe('consent_required');
    expect(
      await service.sql("select 1 from oidc_artifacts where user_id = $1 and model = 'Grant'", [userId]),
    ).toEqual([]);
  });
});

describe('a consent', () => {
  test('outlives a suspension and ends when the user is removed', async ({ service }) => {
    const { party, userId, browser } = await aVisit(service);
    await authorized(party, browser);
    const kept = () => service.sql('select 1 from oidc_consents where user_id = $1', [userId]);
    for (const operation of ['suspendUser', 'reactivateUser'] as const)
      await service.ours.call(operation, { path: { userId } });
    expect(await kept()).toHaveLength(1);
    await service.ours.call('deprovisionUser', { path: { userId } });
    expect(await kept()).toEqual([]);
  });

  test('ends with the user and with the application', async ({ service }) => {
    const [one, other] = [await aVisit(service), await aVisit(service)];
    for (const { party, browser } of [one, other]) await authorized(party, browser);
    await service.ours.call('deleteUser', { path: { userId: one.userId } });
    await service.ours.call('deleteOidcClient', { path: { clientId: other.party.clientId } });
    const left = await service.sql('select 1 from oidc_consents where user_id = any($1)', [
      [one.userId, other.userId],
    ]);
    expect(left).toEqual([]);
  });
});
