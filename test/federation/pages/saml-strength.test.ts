import { describe, expect } from 'vitest';
import type { AssertionContent } from '../../../src/saml-messages/build/response.ts';
import { aRelyingParty, begin, Browser } from '../../support/relying-party.ts';
import {
  arrive,
  aSamlSubject,
  askedBy,
  responseTo,
  samlConnected,
  type Says,
  signedInBySaml,
} from '../../support/saml-upstream.ts';
import { test } from '../../support/service.ts';
import type { SamlConnectionFields } from '../../support/stored-connections.ts';
import { outcomeOf } from '../../support/upstream.ts';

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

describe('trustMfa', () => {
  const methods = 'http://schemas.microsoft.com/claims/authnmethodsreferences';
  test.for<[fields: SamlConnectionFields, authnContextClass: string, amr: string[], expected: string[]]>([
    [{}, 'https://refeds.org/profile/mfa', [], ['fed']],
    [{ trustMfa: true }, 'https://refeds.org/profile/mfa', [], ['fed', 'mfa']],
    [{ trustMfa: true }, 'http://schemas.microsoft.com/claims/multipleauthn', [], ['fed', 'mfa']],
    [{ trustMfa: true }, 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport', [], ['fed']],
    [
      { trustMfa: true },
      'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
      [
        'http://schemas.microsoft.com/ws/2008/06/identity/authenticationmethod/password',
        'http://schemas.microsoft.com/claims/multipleauthn',
      ],
      ['fed', 'mfa'],
    ],
  ])(
    'decides whether %j, %s and %j are two factors',
    async ([fields, authnContextClass, amr, expected], { service }) => {
      const one = await samlConnected(service, fields);
      const ada = aSamlSubject(one);
      const attributes = [...(ada.attributes ?? []), { name: methods, values: amr }];
      await signedInBySaml(service, one, { ...ada, attributes, assertion: { authnContextClass } });
      const logins = await service.sql('select amr from login_sessions where connection_id = $1', [one.id]);
      expect(logins).toEqual([{ amr: expected }]);
    },
  );
});

describe('the time of the identity provider', () => {
  test('is the time of the login, and comes with the names that sign the user out', async ({ service }) => {
    const one = await samlConnected(service);
    const authnInstant = inSeconds(-7_200);
    const ada = aSamlSubject(one);
    await signedInBySaml(service, one, {
      ...ada,
      assertion: { authnInstant, sessionIndex: 'upstream-session' },
    });
    const [login] = await service.sql(
      `select upstream_session, upstream_subject::jsonb ->> 1 as name, auth_time, tokens_end_at,
              expires_at > now() + interval '6 days 23 hours' as long
         from login_sessions where connection_id = $1`,
      [one.id],
    );
    expect(login).toEqual({
      upstream_session: 'upstream-session',
      name: ada.name,
      auth_time: authnInstant,
      tokens_end_at: null,
      long: true,
    });
  });

  test('is refused beyond the clock skew of the connection', async ({ service }) => {
    const one = await samlConnected(service, { clockSkewSeconds: 120 });
    const at = async (seconds: number) =>
      outcomeOf(
        await signedInBySaml(service, one, {
          ...aSamlSubject(one),
          assertion: { authnInstant: inSeconds(seconds) },
        }),
      );
    expect([await at(100), await at(140)]).toEqual(['SIGNED_IN', 'CLOCK_SKEW']);
  });

  test('caps the login and its refresh tokens, those for the absence of the user too (SessionNotOnOrAfter)', async ({
    service,
  }) => {
    const one = await samlConnected(service, { maxSessionSeconds: 86_400 });
    const ends = async (assertion: Partial<AssertionContent>) => {
      await signedInBySaml(service, one, { ...aSamlSubject(one), assertion });
      const [login] = await service.sql<{ ends: number; tokens: number }>(
        `select extract(epoch from expires_at - now())::int as ends, extract(epoch from tokens_end_at - now())::int as tokens
           from login_sessions where connection_id = $1 order by id desc limit 1`,
        [one.id],
      );
      return [login?.ends, login?.tokens].map((seconds) => Math.round((seconds ?? 0) / 60));
    };
    expect(await ends({})).toEqual([1_440, 1_440]);
    expect(await ends({ sessionNotOnOrAfter: inSeconds(3_600) })).toEqual([60, 60]);
    expect(await ends({ sessionNotOnOrAfter: inSeconds(200_000) })).toEqual([1_440, 1_440]);
    const over = { ...aSamlSubject(one), assertion: { sessionNotOnOrAfter: inSeconds(-10) } };
    expect(outcomeOf(await signedInBySaml(service, one, over))).toBe('NOT_FRESH');
  });
});

describe('a fresh proof', () => {
  test.for<Record<string, string>>([{ prompt: 'login' }, { max_age: '1000' }])(
    'is demanded by ForceAuthn for %j, and AuthnInstant is compared',
    async (parameters, { service }) => {
      const one = await samlConnected(service);
      const ada = aSamlSubject(one);
      const party = await aRelyingParty(service.ours);
      const browser = new Browser(party.issuer);
      const through = async (asks: Record<string, string>, authnInstant: Date) => {
        const page = await browser.open((await begin(party, asks)).url);
        const led = await browser.send(page, { username: `ada@${one.domain}` });
        const asked = askedBy({ status: 303, location: led.url.href, forms: [] } as never);
        return { asked, back: await back(asked, authnInstant) };
      };
      const back = async (asked: ReturnType<typeof askedBy>, authnInstant: Date) => {
        const says: Says = { ...ada, assertion: { authnInstant } };
        const arrived = await arrive(service, one, responseTo(one, asked.id, says), asked.relayState);
        return browser.open(arrived.location);
      };
      const first = await through({}, inSeconds(-3_000));
      expect([first.asked.request.forceAuthn, first.back.url.searchParams.has('code')]).toEqual([
        false,
        true,
      ]);
      const old = await through(parameters, inSeconds(-3_000));
      expect([old.asked.request.forceAuthn, old.back.status, old.back.text.includes('NOT_FRESH')]).toEqual([
        true,
        403,
        true,
      ]);
      const fresh = await through(parameters, new Date());
      expect(fresh.back.url.searchParams.has('code')).toBe(true);
    },
  );
});
