import { generateKeyPairSync } from 'node:crypto';
import { type JWTPayload, SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect } from 'vitest';
import { oidcTexts } from '../../../src/oidc/pages/messages/oidc.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  logoutUri,
  signedIn,
} from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

async function aHint(service: TestService) {
  const party = await aRelyingParty(service.ours);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: party.issuer, userId });
  const hint = (await (await authorized(party, browser)).exchange()).id_token ?? '';
  return { party, userId, browser, hint };
}

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** An ID token with other claims or another header, and the signature that it had. */
function changed(hint: string, claims: Record<string, unknown>, header: Record<string, unknown> = {}) {
  const [, , signature = ''] = hint.split('.');
  return [
    encoded({ ...decodeProtectedHeader(hint), ...header }),
    encoded({ ...decodeJwt(hint), ...claims }),
    signature,
  ].join('.');
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The same claims, signed by a stranger, who names the key of the tenant. */
const forged = (hint: string): Promise<string> =>
  new SignJWT(decodeJwt(hint))
    .setProtectedHeader({ ...decodeProtectedHeader(hint), alg: 'RS256' })
    .sign(privateKey);

describe('a changed id_token_hint', () => {
  test('leads to an error page at sign-out, and signs no user out', async ({ service }) => {
    const { party, userId, browser, hint } = await aHint(service);
    const other = await aRelyingParty(service.ours);
    const claims: JWTPayload[] = [
      { sub: 'usr_00000000000000000000000000' },
      { exp: 4_000_000_000 },
      { iss: 'https://other.example/' },
      { aud: other.clientId },
      { aud: [party.clientId] },
      { aud: [party.clientId, other.clientId] },
      { aud: '' },
    ];
    const hints = [
      ...claims.map((one) => changed(hint, one)),
      ...[5, null, {}, '\0', undefined].map((aud) => changed(hint, { aud })),
      changed(hint, {}, { alg: 'none' }),
      changed(hint, {}, { alg: 'HS256' }),
      changed(hint, {}, { kid: 'other' }),
      changed(hint, {}, { crit: ['x'] }),
      hint.slice(0, -4),
      `${hint.slice(0, -8)}AAAAAAAA`,
      `${hint.split('.').slice(0, 2).join('.')}.`,
      hint.split('.').slice(0, 2).join('.'),
      await forged(hint),
      'nonsense',
    ];
    const { errorHintTitle, errorHint } = oidcTexts.en;
    for (const wrong of hints) {
      const query = new URLSearchParams({ id_token_hint: wrong, post_logout_redirect_uri: logoutUri });
      const shown = await browser.open(`${party.issuer}/end-session?${query.toString()}`);
      expect({
        wrong,
        status: shown.status,
        told: shown.text.includes(errorHintTitle) && shown.text.includes(errorHint),
        code: shown.headers.get('x-error-code'),
      }).toEqual({ wrong, status: 400, told: true, code: 'VALIDATION_ERROR' });
    }
    expect(await service.sql('select from login_sessions where user_id = $1', [userId])).toHaveLength(1);
  });

  test('is reported to programs with the body of RFC 6749', async ({ service }) => {
    const { party, hint } = await aHint(service);
    for (const wrong of [changed(hint, { exp: 4_000_000_000 }), changed(hint, { aud: [party.clientId] })]) {
      const response = await fetch(`${party.issuer}/end-session?id_token_hint=${wrong}`, {
        headers: { accept: 'application/json' },
      });
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({
          error: 'invalid_request',
          error_description: expect.stringContaining('id_token_hint'),
        }),
      ]);
    }
  });

  test('is rejected if it belongs to another client than the client_id', async ({ service }) => {
    const { party, browser, hint } = await aHint(service);
    const other = await aRelyingParty(service.ours);
    const query = new URLSearchParams({ id_token_hint: hint, client_id: other.clientId });
    const shown = await browser.open(`${party.issuer}/end-session?${query.toString()}`);
    expect([shown.status, shown.text.includes(oidcTexts.en.errorHintTitle)]).toEqual([400, true]);
  });

  test('is reported to the client at sign-in', async ({ service }) => {
    const { party, browser, hint } = await aHint(service);
    for (const wrong of [changed(hint, { exp: 4_000_000_000 }), changed(hint, { aud: 5 }), 'nonsense']) {
      const { url } = await begin(party, { prompt: 'none', id_token_hint: wrong });
      const { searchParams } = (await browser.open(url)).url;
      expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual([
        'invalid_request',
        'could not validate id_token_hint',
      ]);
    }
  });

  test('shows no error if it is in fact unchanged', async ({ service }) => {
    const { party, browser, hint } = await aHint(service);
    const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: logoutUri });
    const shown = await browser.open(`${party.issuer}/end-session?${query.toString()}`);
    expect([shown.status, shown.text.includes('name="logout"')]).toEqual([200, true]);
    expect(shown.text).not.toContain(oidcTexts.en.errorHintTitle);
  });
});
