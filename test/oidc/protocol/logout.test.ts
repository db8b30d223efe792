import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aReceiver, type Received, type Receiver } from '../../support/receiver.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  logoutUri,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROLE: 'all' });
});
afterAll(() => service.stop());

async function aListener(fields: Record<string, unknown> = {}) {
  const receiver = await aReceiver();
  const party = await aRelyingParty(service.ours, { backchannelLogoutUri: receiver.url, ...fields });
  return { receiver, party };
}

async function begun(fields: Record<string, unknown> = {}, scope = 'openid') {
  const { receiver, party } = await aListener(fields);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  const tokens = await (await authorized(party, browser, { scope })).exchange();
  return { receiver, party, userId, browser, tokens };
}

/** Returns the requests of a receiver, once there are so many. */
async function told({ received }: Receiver, times = 1): Promise<readonly Received[]> {
  await expect.poll(() => received.length, { timeout: 15_000 }).toBe(times);
  return received;
}

const verified = ({ issuer, clientId }: RelyingParty, { body }: Received) =>
  jwtVerify(body.logout_token, createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`)), {
    issuer,
    audience: clientId,
    typ: 'logout+jwt',
    requiredClaims: ['iat', 'exp', 'jti', 'sub', 'sid'],
  });

const isOver = (refreshed: Promise<unknown>) =>
  expect(refreshed).rejects.toMatchObject({ error: 'invalid_grant' });

describe('a client with a backchannelLogoutUri', () => {
  test('receives a standard logout token when an administrator suspends a user', async () => {
    const { receiver, party, userId, tokens } = await begun();
    const sid = tokens.claims()?.['sid'];
    expect(sid).toBeTruthy();
    const { status } = await service.ours.call('suspendUser', { path: { userId }, body: { reason: 'left' } });
    expect(status).toBe(200);
    const [message] = (await told(receiver)) as [Received];
    expect(message.headers['content-type']).toMatch('application/x-www-form-urlencoded');
    const { payload } = await verified(party, message);
    expect(payload).toMatchObject({
      sub: userId,
      sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(payload).not.toHaveProperty('nonce');
    await isOver(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? ''));
    // Nothing is left of what was sealed for it.
    expect(
      await service.sql(`select from oidc_artifacts where model = 'Session' and user_id = $1`, [userId]),
    ).toEqual([]);
  });

  test('receives the pairwise subject of the user', async () => {
    const { receiver, party, userId, tokens } = await begun({ subjectType: 'pairwise' });
    await service.ours.call('suspendUser', { path: { userId }, body: {} });
    const [message] = (await told(receiver)) as [Received];
    const { payload } = await verified(party, message);
    expect(payload.sub).toBe(tokens.claims()?.sub);
    expect(payload.sub).not.toBe(userId);
  });

  test('receives a token when the user ends every session, as does every client', async () => {
    const { receiver, party, userId, browser } = await begun();
    const second = await aListener();
    await (await authorized(second.party, browser)).exchange();
    const page = await browser.open(`${new URL(party.issuer).origin}/account/${service.ours.orgId}`);
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    await browser.post(`${new URL(party.issuer).origin}/account/${service.ours.orgId}/sessions/end-all`, {
      csrf,
    });
    for (const one of [receiver, second.receiver]) {
      const [message] = (await told(one)) as [Received];
      expect(decodeJwt(message.body.logout_token).sub).toBe(userId);
    }
  });

  test('receives a token when an administrator ends the session, whose tokens end', async () => {
    const { receiver, userId, party, tokens } = await begun();
    const [session] = (await service.ours.call('listUserSessions', { path: { userId } })).body.data;
    const ended = await service.ours.call('endUserSession', { path: { userId, sessionId: session.id } });
    expect(ended.status).toBe(200);
    const [message] = (await told(receiver)) as [Received];
    expect(decodeJwt(message.body.logout_token).sub).toBe(userId);
    await isOver(oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? ''));
  });

  test('receives one token when the user signs out at a client', async () => {
    const { receiver, party, browser, tokens } = await begun();
    const asked = await browser.open(
      oidc.buildEndSessionUrl(party.config, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: logoutUri,
      }),
    );
    expect((await browser.send(asked, { logout: 'yes' })).url.href).toBe(logoutUri);
    await told(receiver);
    await expect.poll(() => service.sql(`select from tenant_jobs where task ~ 'logout'`)).toEqual([]);
    expect(receiver.received).toHaveLength(1);
  });

  test('receives the token again after a failure, with ten attempts at most', async () => {
    const { receiver, userId } = await begun();
    receiver.answer((response) => response.writeHead(503).end());
    await service.ours.call('suspendUser', { path: { userId }, body: {} });
    await told(receiver);
    const [job] = await service.sql<{ max_attempts: number }>(
      `select max_attempts from tenant_jobs where task = 'tell-logout'`,
    );
    expect(job?.max_attempts).toBe(10);
    receiver.answer((response) => response.writeHead(200).end());
    await told(receiver, 2);
    await expect.poll(() => service.sql(`select from tenant_jobs where task ~ 'logout'`)).toEqual([]);
  });

  test('receives no token for a change that does not commit', async () => {
    const { receiver, userId } = await begun();
    const refused = await service.ours.call('suspendUser', {
      path: { userId },
      headers: { 'If-Match': '"999"' },
      body: {},
    });
    expect(refused.status).toBe(412);
    expect(await service.sql(`select from tenant_jobs where task ~ 'logout'`)).toEqual([]);
    expect(receiver.received).toHaveLength(0);
  });
});

describe('a token of a client', () => {
  test.for(['jwt', 'opaque'])(
    'ends with the sign-in, as %s, and outlives it with offline_access',
    async (format) => {
      const { party, userId, browser, tokens } = await begun({
        scopes: ['openid', 'offline_access'],
        accessTokenFormat: format,
      });
      const { config } = party;
      const late = await authorized(party, browser);
      const other = await signedIn(service, { issuer: party.issuer, userId });
      const kept = await (
        await authorized(party, other, { scope: 'openid offline_access', prompt: 'consent' })
      ).exchange();
      const origin = new URL(party.issuer).origin;
      const page = await other.open(`${origin}/account/${service.ours.orgId}`);
      const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
      await other.post(`${origin}/account/${service.ours.orgId}/sessions/end-all`, { csrf });
      await isOver(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ''));
      expect(await oidc.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
      await expect(oidc.fetchUserInfo(config, tokens.access_token, userId)).rejects.toThrow();
      await isOver(late.exchange());
      expect((await oidc.refreshTokenGrant(config, kept.refresh_token ?? '')).access_token).toBeTruthy();
    },
  );
});
