import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  it.each([
    'correct horse battery',
    'k7Gq-w2Pz-x9Rm',
    'пароль из слов',
    '一二三四五六七八九十百千',
    'ann and the planner',
  ])('takes %s', (password) => expect(broken(password)).toEqual([]));

  it.each([
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

  it('counts code points of what is compared, not bytes or halves of them', () => {
    expect(broken('🔑🔒🗝🛡🚪🏠🌲🌊🔥🌍⭐🍎')).toEqual([]);
    expect(broken('e\u0301'.repeat(3) + 'abcdefghi')).toEqual([]);
    expect(broken('e\u0301o\u0301a\u0301u\u0301i\u0301y\u0301')).toEqual(['minLength']);
  });

  it('takes 128 characters and refuses 129, without a look at the rest', () => {
    const long = Array.from({ length: 128 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
    expect(broken(long)).toEqual([]);
    expect(broken(`${long}x`)).toEqual(['maxLength']);
    expect(broken('a'.repeat(1_000_000))).toEqual(['maxLength']);
  });

  it('lets a common word be the smaller part of a password', () =>
    expect(broken('dragon-7391-4820-5566')).toEqual([]));

  it.each([
    'my keyserling pass',
    'MY-ANNKEY-IS-LONG',
    'the example.com one',
    'one łódź two three',
    'x ann.keyserling@example.com x',
  ])('refuses what holds the names of its owner: %s', (password) =>
    expect(broken(password, {}, ann)).toEqual(['disallowUserInfo']),
  );

  it('does not mind short names, which many words hold', () =>
    expect(broken('the planner and annex', {}, ann)).toEqual([]));
});

describe('a policy of its own', () => {
  it.each([
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

  it('can do without the names of the owner', () =>
    expect(broken('my keyserling pass', { disallowUserInfo: false }, ann)).toEqual([]));
});

describe('what is said', () => {
  it('is a sentence for each rule and nothing of the password', () => {
    const all = {
      ...defaultPasswordPolicy,
      requireNumber: true,
      requireSymbol: true,
      requireUppercase: true,
    };
    fc.assert(
      fc.property(fc.string({ minLength: 5, maxLength: 40, unit: 'binary' }), (password) => {
        const said = Object.values(brokenRules(all, { password, about: ann, common }));
        const known = /^(Use|Add|Mix|Choose|Leave) [a-zA-Z0-9 ,;:\-']+\.$/;
        return said.every((sentence) => known.test(sentence));
      }),
    );
    expect(brokenRules(all, { password: 'zzzzz', about: ann, common })).toEqual({
      minLength: 'Use at least 12 characters; a few unrelated words are easy to remember.',
      requireUppercase: 'Add an upper-case letter.',
      requireNumber: 'Add a digit.',
      requireSymbol: 'Add a character that is no letter and no digit.',
      disallowRepetition:
        'Use no character more than three times in a row, and do not only repeat one piece.',
    });
  });

  it('is the same however the password is written', () => {
    expect(normalizedPassword('ﬁancé ①')).toBe(normalizedPassword('fiance\u0301 1'));
  });
});
