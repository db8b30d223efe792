import { describe, expect } from 'vitest';
import * as oidc from 'openid-client';
import { aPerson, aRelyingParty, authorized, issuerOf, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const whole = {
  firstName: 'Ada',
  middleName: 'King',
  lastName: 'Lovelace',
  displayName: 'Ada Lovelace',
  nickname: 'Countess',
  picture: 'https://example.com/ada.png',
  website: 'https://example.com/ada',
  profileUrl: 'https://example.com/people/ada',
  gender: 'female',
  birthdate: '1815-12-10',
  timezone: 'Europe/London',
  locale: 'en-GB',
  phoneNumber: '+44 20 7946 0000',
  phoneNumberVerified: true,
  address: {
    formatted: '12 St James’s Square, London',
    streetAddress: '12 St James’s Square',
    locality: 'London',
    region: 'Greater London',
    postalCode: 'SW1Y 4JH',
    country: 'GB',
  },
};

const scopes = ['openid', 'profile', 'email', 'address', 'phone'];

/** Returns the claims of a new user at the userinfo endpoint. */
async function told(service: TestService, fields: Record<string, unknown>) {
  return toldOf(service, await aPerson(service, fields));
}

async function toldOf(service: TestService, userId: string, asked = scopes) {
  const party = await aRelyingParty(service.ours, { scopes: asked });
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  const flow = await authorized(party, browser, { scope: asked.join(' ') });
  const tokens = await flow.exchange();
  return oidc.fetchUserInfo(party.config, tokens.access_token, userId);
}

describe('the standard scopes', () => {
  test('give every claim of OpenID Connect Core 5.4 that the directory holds', async ({ service }) => {
    const { email, ...claims } = await told(service, whole);
    expect(email).toMatch(/@/);
    expect(claims).toEqual({
      sub: expect.any(String),
      name: 'Ada Lovelace',
      given_name: 'Ada',
      middle_name: 'King',
      family_name: 'Lovelace',
      nickname: 'Countess',
      preferred_username: email,
      profile: 'https://example.com/people/ada',
      picture: 'https://example.com/ada.png',
      website: 'https://example.com/ada',
      gender: 'female',
      birthdate: '1815-12-10',
      zoneinfo: 'Europe/London',
      locale: 'en-GB',
      updated_at: expect.any(Number),
      email_verified: true,
      phone_number: '+44 20 7946 0000',
      phone_number_verified: true,
      address: {
        formatted: '12 St James’s Square, London',
        street_address: '12 St James’s Square',
        locality: 'London',
        region: 'Greater London',
        postal_code: 'SW1Y 4JH',
        country: 'GB',
      },
    });
    // The claims above include every claim that discovery lists for the standard scopes.
    const response = await fetch(`${issuerOf(service.ours)}/.well-known/openid-configuration`);
    const { claims_supported: supported } = (await response.json()) as { claims_supported: string[] };
    const ofTokens = ['sub', 'acr', 'amr', 'auth_time', 'iss', 'sid', 'groups'];
    const given = [...Object.keys(claims), 'email'];
    expect(supported.filter((claim) => !ofTokens.includes(claim) && !given.includes(claim))).toEqual([]);
  });

  // Directories keep such values over SCIM, and others were stored before there was a rule.
  test('leave out stored values that do not fit their claims', async ({ service }) => {
    const userId = await aPerson(service, {});
    const stored = {
      picture: 'javascript:alert(1)',
      website: 'data:text/html,x',
      profile_url: 'ada',
      birthdate: 'today',
      timezone: 'Mars/Olympus',
      locale: 'english',
      phone_number: 'call me',
      nickname: '\u202e',
      display_name: 'ecilA\u202e',
    };
    const columns = Object.keys(stored).map((name, at) => `${name} = $${at + 2}`);
    await service.sql(`update users set ${columns.join()} where id = $1`, [userId, ...Object.values(stored)]);
    const custom = { name: `zone-${userId.slice(-8)}`, claims: [{ claim: 'my_zone', source: 'timezone' }] };
    expect((await service.ours.call('createOidcScope', { body: custom })).status).toBe(201);
    const claims = await toldOf(service, userId, [...scopes, custom.name]);
    expect(claims.name).toBe('ecilA');
    const left = ['picture', 'website', 'profile', 'birthdate', 'zoneinfo', 'locale', 'nickname', 'my_zone'];
    for (const claim of [...left, 'phone_number', 'phone_number_verified'])
      expect(claims).not.toHaveProperty(claim);
    await service.sql(
      `update users set locale = 'en_US', phone_number = 'tel:+44-20-7946-0000' where id = $1`,
      [userId],
    );
    const fitting = { locale: 'en-US', phone_number: '+44-20-7946-0000' };
    expect(await toldOf(service, userId)).toMatchObject(fitting);
  });

  test('leave out what the directory does not hold', async ({ service }) => {
    const bare = await told(service, {});
    for (const claim of ['address', 'birthdate', 'website', 'gender', 'phone_number_verified', 'profile'])
      expect(bare).not.toHaveProperty(claim);
    const unverified = await told(service, { phoneNumber: '+44 20 7946 0000' });
    expect(unverified.phone_number_verified).toBe(false);
  });
});
