import { describe, expect, test } from 'vitest';
import type { Locale } from '../../../src/lib/locale.ts';
import { consentPage } from '../../../src/oidc/pages/consent.ts';
import { heldValue, heldValues } from '../../../src/oidc/pages/held-values.ts';
import { viewOf } from '../../../src/platform/pages/view.ts';

const groups = Array.from({ length: 12 }, (_, at) => `g${at}`);

describe('the values of a scope on the consent page', () => {
  test.for([
    ['profile', { name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace' }, 'Name: Ada Lovelace'],
    [
      'profile',
      { name: 'Neo', given_name: 'Thomas', middle_name: 'A.', family_name: 'Anderson' },
      'Name: Neo · First name: Thomas · Middle name: A. · Last name: Anderson',
    ],
    // A part of a word is another name.
    ['profile', { name: 'Adam', given_name: 'Ada' }, 'Name: Adam · First name: Ada'],
    [
      'profile',
      { locale: 'de-CH', picture: 'https://a.example/b' },
      'Picture: yes · Language: Swiss High German',
    ],
    ['profile', { locale: '!' }, 'Language: !'],
    ['email', { email: 'ada@example.com', email_verified: true }, 'ada@example.com'],
    ['phone', {}, 'Nothing yet. If this changes, the app can see it.'],
    ['groups', { groups: [] }, 'Nothing yet. If this changes, the app can see it.'],
    ['groups', { groups }, 'g0, g1, g2, g3, g4, g5, g6, g7, g8, g9 and 2 more'],
    ['address', { address: { street_address: '1 Way\nTop', country: 'UK' } }, '1 Way, Top, UK'],
    ['address', { address: { formatted: 'Home', country: 'UK' } }, 'Home, UK'],
    ['address', { address: { formatted: '1 Way\nUK', country: 'UK' } }, '1 Way, UK'],
    ['openid', { sub: 'usr_1' }, undefined],
    ['offline_access', {}, undefined],
  ] as const)('%s of %j is %s', ([scope, held, text]) => {
    expect(heldValues('en', scope, held)).toBe(text);
  });

  test('are the claims of a custom scope by their names', () => {
    const held = { team: 'red', floor: 4, tags: { a: [1] }, isLead: false };
    expect(heldValues('en', 'work', held, ['team', 'floor', 'tags', 'isLead', 'none'])).toBe(
      'team: red · floor: 4 · tags: [1] · isLead: false',
    );
  });

  test('are cut before they fill the page', () => {
    expect(heldValue('en', 'team', { team: 'x'.repeat(5000) })).toHaveLength(500);
  });
});

describe('the consent page', () => {
  const leadingTo = (redirectUri: string | undefined, locale: Locale = 'en'): string => {
    const nobody = { displayName: null, username: 'ada' };
    const asked = {
      scopes: ['openid'],
      claims: [],
      resources: [],
      held: {},
      words: { scopes: new Map(), resources: () => undefined },
      isMore: false,
    };
    const client = { id: 'cli_x', name: 'Acme', logoUri: null, origin: 'ADMINISTRATOR' } as const;
    const view = viewOf({ locale, requestId: 'req_1' });
    const shown = consentPage(view, {
      ...asked,
      clientId: 'cli_01kahz5v3be4nr7q2m8x9c0d1e',
      action: '/x',
      csrf: 'y',
      client,
      redirectUri,
      person: nobody,
    });
    return shown.text.replaceAll(/<\/?bdi>/g, '');
  };

  test('names the host that the user goes back to, in each language', () => {
    const uri = 'http://localhost:9999/callback';
    expect(leadingTo(uri)).toContain('<p>You’ll go back to localhost:9999.</p>');
    expect(leadingTo(uri, 'de')).toContain('<p>Danach kehren Sie zu localhost:9999 zurück.</p>');
    expect(leadingTo(uri, 'fr')).toContain('<p>Vous retournerez ensuite sur localhost:9999.</p>');
  });

  test.for([
    ['https://good.example@evil.example/', 'evil.example'],
    ['https://evil.example/?good.example', 'evil.example'],
    ['https://evil.example\\@good.example/', 'evil.example'],
    ['https://gооd.example/', 'xn--gd-fmca.example'],
  ] as const)('names no other host, even if %s has one', ([uri, host]) => {
    expect(leadingTo(uri)).toContain(`<p>You’ll go back to ${host}.</p>`);
  });

  test.for([undefined, 'com.example.app:/callback', 'javascript:alert(1)', 'no address'])(
    'says nothing of a host for %s',
    (uri) => {
      expect(leadingTo(uri)).not.toContain('go back');
    },
  );
});
