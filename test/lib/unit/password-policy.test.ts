import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brokenRules,
  defaultPasswordPolicy,
  normalizedPassword,
  type PasswordPolicy,
} from '../../../src/lib/password-policy.ts';

const nobody = { email: null, username: 'u', firstName: null, lastName: null, displayName: null };
const ann = {
  email: 'ann.keyserling@example.com',
  username: 'annkey',
  firstName: 'Ann',
  lastName: 'Keyserling-Łódź',
  displayName: 'Ann K.',
};
const common = new Set(['password', 'password1234', 'dragon', 'qwertyuiop', '123456789012']);

const broken = (
  password: string,
  policy: Partial<PasswordPolicy> = {},
  about = nobody as typeof ann | typeof nobody,
) =>
  Object.keys(
    brokenRules(
      { ...defaultPasswordPolicy, ...policy },
      { password: normalizedPassword(password), about, common },
    ),
  );

describe('the default policy', () => {
  test.each([
    'correct horse battery',
    'k7Gq-w2Pz-x9Rm',
    'пароль из слов',
    '一二三四五六七八九十百千',
    'ann and the planner',
  ])('takes %s', (password) => expect(broken(password)).toEqual([]));

  test.each([
    ['elevenchars', ['minLength']],
    ['', ['minLength', 'minCharacterTypes']],
    ['🔑🔒🗝🛡🚪🏠🌲🌊🔥🌍⭐', ['minLength']],
    ['Password1234', ['disallowCommon']],
    ['PASSWORD2026!', ['disallowCommon']],
    ['123456789012', ['disallowCommon']],
    ['2026QwertyUiop', ['disallowCommon']],
    ['ｐａｓｓｗｏｒｄ１２３４', ['disallowCommon']],
    ['aaaaaaaaaaaa', ['disallowRepetition']],
    ['abcabcabcabc', ['disallowRepetition']],
    ['AbcabCabcabca', ['disallowRepetition']],
    ['seven oooo nine', ['disallowRepetition']],
    ['aaaaaaaaaaa', ['minLength', 'disallowRepetition']],
  ])('refuses %s', (password, rules) => expect(broken(password)).toEqual(rules));

  test('counts code points of the compared text, not bytes or half characters', () => {
    expect(broken('🔑🔒🗝🛡🚪🏠🌲🌊🔥🌍⭐🍎')).toEqual([]);
    expect(broken('e\u0301'.repeat(3) + 'abcdefghi')).toEqual([]);
    expect(broken('e\u0301o\u0301a\u0301u\u0301i\u0301y\u0301')).toEqual(['minLength']);
  });

  test('accepts 128 characters and refuses 129 without reading the rest', () => {
    const long = Array.from({ length: 128 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
    expect(broken(long)).toEqual([]);
    expect(broken(`${long}x`)).toEqual(['maxLength']);
    expect(broken('a'.repeat(1_000_000))).toEqual(['maxLength']);
  });

  test('lets a common word be the smaller part of a password', () =>
    expect(broken('dragon-7391-4820-5566')).toEqual([]));

  test.each([
    'my keyserling pass',
    'MY-ANNKEY-IS-LONG',
    'the example.com one',
    'one łódź two three',
    'x ann.keyserling@example.com x',
  ])('refuses a password with the names of its owner: %s', (password) =>
    expect(broken(password, {}, ann)).toEqual(['disallowUserInfo']),
  );

  test('accepts short names, which many words contain', () =>
    expect(broken('the planner and annex', {}, ann)).toEqual([]));
});

describe('a policy of its own', () => {
  test.each([
    [{ requireUppercase: true }, 'correct horse battery', ['requireUppercase']],
    [{ requireLowercase: true }, 'CORRECT HORSE BATTERY', ['requireLowercase']],
    [{ requireNumber: true }, 'correct horse battery', ['requireNumber']],
    [{ requireSymbol: true }, 'correctHorse7battery', ['requireSymbol']],
    [
      { requireUppercase: true, requireLowercase: true, requireNumber: true, requireSymbol: true },
      'Correct horse 7',
      [],
    ],
    [{ minCharacterTypes: 3 }, 'correct horse battery', ['minCharacterTypes']],
    [{ minCharacterTypes: 3 }, 'Correct horse battery', []],
    [{ minLength: 30 }, 'correct horse battery', ['minLength']],
    [{ customBlockedWords: ['Horse', ''] }, 'correct horse battery', ['customBlockedWords']],
    [{ disallowCommon: false }, 'password1234', []],
    [{ disallowRepetition: false }, 'abcabcabcabc', []],
  ] as const)('%o judges %s', (policy, password, rules) => expect(broken(password, policy)).toEqual(rules));

  test('may allow the names of the owner', () =>
    expect(broken('my keyserling pass', { disallowUserInfo: false }, ann)).toEqual([]));
});

describe('the message', () => {
  test('is a sentence for each rule and repeats nothing of the password', () => {
    const all = {
      ...defaultPasswordPolicy,
      requireNumber: true,
      requireSymbol: true,
      requireUppercase: true,
    };
    fc.assert(
      fc.property(fc.string({ minLength: 5, maxLength: 40, unit: 'binary' }), (password) => {
        const said = Object.values(brokenRules(all, { password, about: ann, common }));
        const known = /^(Use|Add|Choose|Leave|Do not) [a-zA-Z0-9 ,:!#.]+\.$/;
        return said.every((sentence) => known.test(sentence));
      }),
    );
    expect(brokenRules(all, { password: 'zzzzz', about: ann, common })).toEqual({
      minLength: 'Use at least 12 characters. A few unrelated words are easy to remember.',
      requireUppercase: 'Add an uppercase letter.',
      requireNumber: 'Add a number.',
      requireSymbol: 'Add a symbol, such as ! or #.',
      disallowRepetition: 'Do not use a character more than three times in a row, or repeat the same part.',
    });
  });

  test('is the same for every spelling of the password', () => {
    expect(normalizedPassword('ﬁancé ①')).toBe(normalizedPassword('fiance\u0301 1'));
  });
});
