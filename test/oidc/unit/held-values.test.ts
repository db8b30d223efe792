import { describe, expect, test } from 'vitest';
import { heldValue, heldValues } from '../../../src/oidc/pages/held-values.ts';

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
