import type * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import type { Claims } from '../../../src/federation/connections/claims.ts';
import type { Tokens } from '../../../src/federation/openid/dialogue.ts';
import type { Connection } from '../../../src/federation/connections/entities/connection.ts';
import { provedAt } from '../../../src/federation/linking/freshness.ts';
import { identityOf } from '../../../src/federation/linking/identity.ts';
import { saysTwoFactors } from '../../../src/federation/linking/strength.ts';

describe('two factors', () => {
  test.for<[amr: string[], acr: string | null, counts: boolean]>([
    [['mfa'], null, true],
    [['pwd', 'mfa'], null, true],
    [['ngcmfa'], null, true],
    [['pwd', 'otp'], null, true],
    [['hwk', 'pin'], null, true],
    [['hwk', 'fpt'], null, true],
    [['swk', 'user'], null, false],
    [['otp'], null, false],
    [['hwk'], null, false],
    [['pwd', 'pin'], null, false],
    [['otp', 'sms'], null, false],
    [['pwd', 'constructor'], null, false],
    [[], null, false],
    [['pwd'], 'https://refeds.org/profile/mfa', true],
    [['pwd'], 'http://schemas.openid.net/pape/policies/2007/06/multi-factor', true],
    [['pwd'], 'urn:keyward:acr:multi', true],
    [['pwd'], 'urn:keyward:acr:single', false],
    [['pwd'], 'mfa', false],
  ])('are what amr %j and acr %j say', ([amr, acr, counts]) =>
    expect(saysTwoFactors({ amr, acr })).toBe(counts),
  );
});

describe('the time of a proof', () => {
  const now = new Date('2026-01-15T12:00:00.000Z');
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  const since = ago(60).getTime();
  test.for<[what: string, authTime: Date | null, maxAge: number | undefined, at: Date | string]>([
    ['none', null, undefined, now],
    ['an old one', ago(90_000), undefined, ago(90_000)],
    ['one of a clock that is ahead', ago(-20), undefined, now],
    ['one that is to come', ago(-40), undefined, 'CLOCK_SKEW'],
    ['none, for a fresh proof', null, 0, 'NOT_FRESH'],
    ['one from before the sign-in, for a fresh proof', ago(100), 0, 'NOT_FRESH'],
    ['one of a clock that is behind, for a fresh proof', ago(80), 0, ago(60)],
    ['one since the sign-in, for a fresh proof', ago(30), 0, ago(30)],
    ['one within max_age', ago(3_000), 3_600, ago(3_000)],
    ['one beyond max_age', ago(3_700), 3_600, 'NOT_FRESH'],
  ])('is that of the identity provider: %s', ([, authTime, maxAge, at]) => {
    const demand = maxAge === undefined ? undefined : { since: since - maxAge * 1000, maxAge };
    expect(provedAt(authTime, demand, now, null)).toEqual(at);
  });
});

describe('identities of known issuers', () => {
  const tenant = '3f2b1c0d-1111-4222-8333-944445555666';
  const oid = 'aaaaaaaa-1111-4222-8333-944445555666';
  const entra = `https://login.microsoftonline.com/${tenant}/v2.0`;
  const personal = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
  const google = 'https://accounts.google.com';
  const verified = { email: 'ada@acme.example', email_verified: true };
  const silent = { email: 'ada@acme.example' };
  const read = async (issuer: string, claims: Claims, trustEmail = true) => {
    const connection = { issuer, trustEmail, userInfo: false, attributeMapping: {}, groupMapping: [] };
    const configuration = { serverMetadata: () => ({ issuer }) };
    return identityOf(
      connection as unknown as Connection,
      configuration as unknown as oidc.Configuration,
      { claims: () => ({ sub: 'pairwise', ...claims }) } as unknown as Tokens,
    ).then(
      ({ key, subject, vouchedEmail }) => [key, subject, vouchedEmail],
      (error: unknown) => String(error),
    );
  };
  const entraIds = { tid: tenant, oid };

  test.for<[what: string, issuer: string, claims: Claims, key: string, email: string | null]>([
    ['Entra ID', entra, { ...entraIds, ...silent }, `${tenant}:${oid}`, silent.email],
    [
      'Entra ID, in capitals',
      entra
        .toUpperCase()
        .replace('HTTPS://LOGIN.MICROSOFTONLINE.COM', 'https://login.microsoftonline.com')
        .replace('V2.0', 'v2.0'),
      { tid: tenant.toUpperCase(), oid: oid.toUpperCase() },
      `${tenant}:${oid}`,
      null,
    ],
    ['an old issuer of it', `https://sts.windows.net/${tenant}/`, entraIds, `${tenant}:${oid}`, null],
    ['Google Workspace', google, { ...verified, hd: 'acme.example' }, 'pairwise', verified.email],
    ['a personal account of Google', google, verified, 'pairwise', null],
    ['another domain of Google', google, { ...verified, hd: 'other.example' }, 'pairwise', null],
    ['Google without a vouch', google, { ...silent, hd: 'acme.example' }, 'pairwise', null],
    ['an issuer of its own', 'https://id.acme.example', silent, 'pairwise', silent.email],
  ])('have keys and addresses: %s', async ([, issuer, claims, key, email]) =>
    expect(await read(issuer, claims)).toEqual([key, 'pairwise', email]),
  );

  test('have no address without a vouch, if they are personal accounts of Microsoft', async () => {
    const tid = '9188040d-6c67-4c5b-b112-36a304b66dad';
    expect(await read(personal, { tid, oid, ...silent })).toEqual([`${tid}:${oid}`, 'pairwise', null]);
  });

  test.for<[what: string, claims: Claims]>([
    ['no tid', { oid }],
    ['another tid', { tid: '9188040d-6c67-4c5b-b112-36a304b66dad', oid }],
    ['a list', { tid: [tenant], oid }],
    ['no oid', { tid: tenant }],
    ['an oid of another form', { tid: tenant, oid: 'x' }],
  ])('are refused by their tid and oid: %s', async ([, claims]) =>
    expect(await read(entra, claims)).toMatch(/^SocialTrouble: The ID token has no/),
  );
});
