import { describe, expect } from 'vitest';
import { folded, signInKey } from '../../../src/lib/name-key.ts';
import { unassigned } from '../../../src/lib/unicode-14.ts';
import { type Database } from '../../../src/database/open.ts';
import { drawn } from '../../support/thorough.ts';
import { test } from '../../support/scim-database.ts';

const isNewer = (code: number): boolean => unassigned.some(([first, last]) => code >= first && code <= last);

const isSurrogate = (code: number): boolean => code >= 0xd8_00 && code <= 0xdf_ff;

const last = 0x10_ff_ff;

async function inSql(database: Database, name: string, texts: readonly string[]): Promise<string[]> {
  const rows = await database.orm.em
    .fork()
    .execute<{ key: string }[]>(
      `select ${name}(text) as key from jsonb_array_elements_text(?::jsonb) with ordinality as t (text, place) order by place`,
      [JSON.stringify(texts)],
    );
  return rows.map(({ key }) => key);
}

/** Texts whose keys differ, with both. */
async function differing(database: Database, texts: readonly string[]) {
  const found = await inSql(database, 'folded', texts);
  return texts.flatMap((text, at) => (folded(text) === found[at] ? [] : [[text, found[at], folded(text)]]));
}

const letters = Array.from({ length: last }, (_, at) => at + 1).filter((code) => !isSurrogate(code));

const isPrivate = (code: number): boolean => code > 0xe_ffff || (code >= 0xe0_00 && code <= 0xf8_ff);

const known = letters.filter((code) => !isNewer(code) && !isPrivate(code));

describe('a folded text', () => {
  test('is the same in SQL and in memory for every letter, and folds to itself', {
    timeout: 60_000,
  }, async ({ database }) => {
    const newer = drawn(letters.filter(isNewer), 5_000, 'newer letters');
    const texts = [...known, ...newer].map((code) => String.fromCodePoint(code));
    expect(await differing(database, texts)).toEqual([]);
    const changed = texts.map(folded).filter((text, at) => text !== texts[at]);
    expect(changed.length).toBeGreaterThan(6_000);
    expect(changed.filter((text) => folded(text) !== text)).toEqual([]);
  });

  test('is the same in SQL and in memory for letters with marks around them', {
    timeout: 60_000,
  }, async ({ database }) => {
    const drawnLetters = drawn(known, 5_000, 'letters with marks').map((code) => String.fromCodePoint(code));
    const texts = drawnLetters.flatMap((letter) =>
      ['\u0301', '\u0307', '\u0323', '\u0345', '\u3099', '\u0378'].flatMap((mark) => [
        letter + mark,
        `a${mark}${letter}`,
        `${letter}\u0316${mark}A`,
      ]),
    );
    expect(await differing(database, texts)).toEqual([]);
  });

  test.for([
    ['Café', 'Cafe\u0301'],
    ['john', 'ｊｏｈｎ'],
    ['ガス', 'ｶﾞｽ'],
    ['office', 'oﬃce'],
    ['Jo Ann', 'Jo\u00a0Ann'],
    ['ÄRZTE', 'a\u0308rzte'],
    ['한글', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
  ])('is one for %s and %s', async ([one, other], { database }) => {
    expect(folded(one ?? '')).toBe(folded(other ?? ''));
    expect(await inSql(database, 'folded', [one ?? ''])).toEqual(
      await inSql(database, 'folded', [other ?? '']),
    );
  });

  test('leaves letters that a later edition of Unicode may have, and folds the texts around them', async ({
    database,
  }) => {
    const [newest] = unassigned[0] ?? [];
    const text = `CAFE\u0301 ${String.fromCodePoint(newest ?? 0)} CAFE\u0301`;
    const wanted = `café ${String.fromCodePoint(newest ?? 0)} café`;
    expect([folded(text), ...(await inSql(database, 'folded', [text]))]).toEqual([wanted, wanted]);
  });
});

/** Spellings of one mailbox each. */
const mailboxes = [
  [
    'u@bücher.example',
    'U@BÜCHER.example',
    'u@xn--bcher-kva.example',
    'u@xn--bcher-kva.example.',
    'u@bu\u0308cher.example.',
  ],
  ['u@例え.テスト', 'u@xn--r8jz45g.xn--zckzah', 'u@例え。テスト', 'u@XN--R8JZ45G.XN--ZCKZAH.'],
  ['u@straße.example', 'u@xn--strae-oqa.example'],
  ['u@example.com', 'U@Example.com.', 'u@ｅxample.com'],
];

/** Each is a name of its own. */
const others = [
  'u@xn--.example',
  'u@xn--abc-.example',
  'u@abc.example',
  'u@xn--bcher-hsa.example',
  'u@xn--99999999999999999999.example',
  'u@xn--a!b.example',
  'u@xn--bücher-kva.example',
  'u@xn--ü.example',
  'xn--bcher-kva.example',
  'bücher.example',
  'u@strasse.example',
  'u@bücher.example..',
  '@',
  'a@b@c',
  '.',
  `${'\ufdfa'.repeat(255)}a`,
];

describe('the key of a mailbox', () => {
  test.for(mailboxes)('is one for %s', async (spellings, { database }) => {
    const keys = [...spellings.map(signInKey), ...(await inSql(database, 'sign_in_key', spellings))];
    expect(new Set(keys)).toEqual(new Set([keys[0]]));
  });

  test('is the same in SQL and in memory for other texts, and differs from theirs', async ({ database }) => {
    const texts = [...others, ...mailboxes.map(([one = '']) => one)];
    const keys = texts.map(signInKey);
    expect(await inSql(database, 'sign_in_key', texts)).toEqual(keys);
    expect(new Set(keys).size).toBe(texts.length);
  });
});
