import * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import { aScimToken } from '../../support/builders.ts';
import { anotherPassword, mailing, password } from '../../support/mailed-links.ts';
import { aPerson as aVisitor } from '../../support/person.ts';
import {
  aRelyingParty,
  authorized,
  type Browser,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';

const world = mailing();

/** Signs in a user to two applications. Only the first application may act while the user is away. */
async function begun() {
  const party = await aRelyingParty(world.service.ours, { scopes: ['openid', 'offline_access'] });
  const { userId, email } = await world.somebody();
  const browser = await signedIn(world.service, { issuer: party.issuer, userId });
  const offline = await (
    await authorized(party, browser, { scope: 'openid offline_access', prompt: 'consent' })
  ).exchange();
  const other = await aRelyingParty(world.service.ours);
  const online = await (await authorized(other, browser)).exchange();
  return { party, other, userId, email, browser, offline, online };
}

const isOver = async (
  { config }: Pick<RelyingParty, 'config'>,
  tokens: { access_token: string; refresh_token?: string | undefined },
): Promise<void> => {
  await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  expect(await oidc.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
};

const accountOf = ({ issuer }: RelyingParty): string =>
  `${new URL(issuer).origin}/account/${world.service.ours.orgId}`;

async function send(
  browser: Browser,
  party: RelyingParty,
  form: string,
  fields: Record<string, string> = {},
) {
  const { text } = await browser.open(accountOf(party));
  const csrf = /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? '';
  return browser.post(`${accountOf(party)}${form}`, { csrf, ...fields });
}

describe('a token with offline_access', () => {
  test('outlives a sign-out and a sign-out everywhere', async () => {
    const { party, other, browser, offline, online } = await begun();
    await send(browser, party, '/sessions/end-all');
    await isOver(other, online);
    expect(
      (await oidc.refreshTokenGrant(party.config, offline.refresh_token ?? '')).access_token,
    ).toBeTruthy();
  });

  test('ends when the user changes the password, but the user stays signed in', async () => {
    const { party, other, browser, offline, online } = await begun();
    await send(browser, party, '/password', { password, new_password: anotherPassword });
    await isOver(party, offline);
    await isOver(other, online);
    // The login continues, with the interactions that began in it. Applications get new tokens from the login.
    const again = await (await authorized(other, browser, { prompt: 'none' })).exchange();
    expect(again.refresh_token).toBeTruthy();
  });

  test('ends when the user resets the password by a link', async () => {
    const { party, email, offline } = await begun();
    const visitor = aVisitor(world.service.origin);
    await world.askToReset(visitor, email);
    const page = await visitor.open((await world.delivered()).path);
    const done = await visitor.send(page, { new_password: anotherPassword });
    expect(done.title).toBe('Your password was changed');
    await isOver(party, offline);
  });

  test('ends when an administrator changes the password', async () => {
    const { party, userId, offline } = await begun();
    const { status } = await world.service.ours.call('updateUser', {
      path: { userId },
      body: { password: anotherPassword },
    });
    expect(status).toBe(200);
    await isOver(party, offline);
  });

  test('ends when the password changes over SCIM', async () => {
    const { party, userId, offline } = await begun();
    const { token } = await aScimToken(world.service.ours);
    const { status } = await fetch(
      `${world.service.origin}/api/scim/v2/${world.service.ours.orgId}/Users/${userId}`,
      {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', path: 'password', value: anotherPassword }],
        }),
      },
    );
    expect(status).toBe(200);
    await isOver(party, offline);
  });

  test('ends with a suspension, and when an administrator removes the factors', async () => {
    const suspended = await begun();
    const one = { path: { userId: suspended.userId }, body: {} };
    expect((await world.service.ours.call('suspendUser', one)).status).toBe(200);
    await isOver(suspended.party, suspended.offline);
    const reset = await begun();
    const other = { path: { userId: reset.userId } };
    expect((await world.service.ours.call('deleteUserFactors', other)).status).toBe(200);
    await isOver(reset.party, reset.offline);
  });

  test('stays valid if a new password is rejected', async () => {
    const { party, browser, offline } = await begun();
    await send(browser, party, '/password', { password, new_password: 'password' });
    expect(
      (await oidc.refreshTokenGrant(party.config, offline.refresh_token ?? '')).access_token,
    ).toBeTruthy();
  });

  test('is not issued without prompt=consent', async () => {
    const { party, browser } = await begun();
    const tokens = await (await authorized(party, browser, { scope: 'openid offline_access' })).exchange();
    expect(tokens.scope).toBe('openid');
  });
});
