import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { aVisit } from '../../support/consents.ts';
import { aPerson, aRelyingParty, authorized, call, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';
import { statementsSent } from '../../support/statements.ts';

async function flow(service: TestService, fields: Record<string, unknown> = {}) {
  const party = await aRelyingParty(service.ours, fields);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  return { party, userId, browser };
}

/** The statements about artifacts and logins while `work` runs, each by its first words. */
async function sentIn(sent: ReturnType<typeof statementsSent>, work: () => Promise<unknown>) {
  sent.forget();
  await work();
  return sent
    .since()
    .filter((text) => /oidc_artifacts|login_sessions/.test(text))
    .map((text) => {
      const isWritten = /(insert into|update|delete from) oidc_artifacts/.test(text);
      return isWritten ? 'write' : 'read';
    });
}

describe('authorizeOidc', () => {
  test('reads once and writes once for a user who is signed in', async ({ service }) => {
    const { party, browser } = await flow(service);
    const sent = statementsSent();
    const open = () => authorized(party, browser);
    expect(await sentIn(sent, open)).toEqual(['read', 'write']);
    // From now on there is a session of the engine, which names the grant.
    expect(await sentIn(sent, open)).toEqual(['read', 'read', 'write']);
  });
});

describe('issueOidcToken', () => {
  test('reads once and writes once for a code and for a refresh token', async ({ service }) => {
    const { party, browser } = await flow(service);
    // The client reads the keys of the issuer once.
    await (await authorized(party, browser)).exchange();
    const { exchange } = await authorized(party, browser);
    const sent = statementsSent();
    let token = '';
    expect(
      await sentIn(sent, async () => {
        token = (await exchange()).refresh_token ?? '';
      }),
    ).toEqual(['read', 'write']);
    expect(await sentIn(sent, () => oidc.refreshTokenGrant(party.config, token))).toEqual(['read', 'write']);
  });

  test('uses up a code before it stores tokens with a consent', async ({ service }) => {
    const { party, browser } = await aVisit(service);
    await (await authorized(party, browser)).exchange();
    const { exchange } = await authorized(party, browser);
    const sent = statementsSent();
    expect(await sentIn(sent, exchange)).toEqual(['read', 'write', 'write']);
  });

  test('uses up a code whose request it refuses afterwards', async ({ service }) => {
    const { party, browser } = await flow(service, { resources: ['https://api.example.com/'] });
    const { exchange, callback, verifier } = await authorized(party, browser);
    const refused = await call(party, '/token', {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: callback.origin + callback.pathname,
      code_verifier: verifier,
      resource: 'https://elsewhere.example.com/',
    });
    expect(refused.body['error']).toBe('invalid_target');
    await expect(exchange()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('stores nothing for the second of two uses, and ends what the first got', async ({ service }) => {
    const { party, browser, userId } = await flow(service, { accessTokenFormat: 'opaque' });
    const { exchange } = await authorized(party, browser);
    const all = await Promise.allSettled([exchange(), exchange()]);
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    const left = `select model from oidc_artifacts where user_id = $1 and grant_id is not null`;
    expect(await service.sql(left, [userId])).toEqual([]);
  });
});
