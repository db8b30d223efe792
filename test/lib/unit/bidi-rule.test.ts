import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { followsBidiRule } from '../../../src/lib/bidi-rule.ts';
import { unassigned } from '../../../src/lib/unicode-14.ts';
import { refusalOfUserName } from '../../../src/lib/user-name.ts';

/** A label of a domain name follows the rule, or the URL Standard refuses the label. */
const isDomain = (label: string): boolean => domainToASCII(`${label}.example`) !== '';

/** A letter of each direction, digits, and a mark. */
const alphabet = ['a', 'א', 'م', '1', '۱', '١', '-', 'َ'];

const words = (length: number): string[] =>
  length === 0 ? [''] : words(length - 1).flatMap((word) => alphabet.map((letter) => word + letter));

test('words of every mixture of directions are judged as labels of domains are', () => {
  for (const length of [1, 2, 3, 4])
    for (const word of words(length)) {
      // A label must not begin with a mark either, and no other rule of labels refuses these letters.
      if (word.startsWith('َ')) continue;
      expect([word, followsBidiRule(word)]).toEqual([word, !/[אم١]/u.test(word) || isDomain(word)]);
    }
});

/** Letters of Unicode 13 and 14, and U+0345, which is mapped to a letter: the URL parser of Node has another direction for them. */
const unknownToNode: readonly (readonly [first: number, last: number])[] = [
  [0x345, 0x345],
  [0x870, 0x89f],
  [0x8b5, 0x8b5],
  [0x8c8, 0x8d2],
  [0xc3c, 0xc3c],
  [0x1734, 0x1734],
  [0x1ac1, 0x1ace],
  [0x1dfa, 0x1dfa],
  [0x10f70, 0x10f85],
  [0x11070, 0x11074],
  [0x110c2, 0x110c2],
  [0x1171e, 0x1171e],
  [0x1cf00, 0x1cf46],
  [0x1e2ae, 0x1e2ae],
];
const isIn = (code: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([first, last]) => first <= code && code <= last);

test('each letter that names may have is of the direction that the URL Standard knows', () => {
  const wrong: string[] = [];
  let judged = 0;
  for (let code = 0x80; code <= 0x10_ffff; code++) {
    const letter = String.fromCodePoint(code);
    const around = [`a${letter}a`, `א${letter}א`];
    // The URL Standard maps other spellings, and refuses joiners behind these letters.
    if (letter.normalize('NFKC') !== letter || isIn(code, unknownToNode) || /\p{Join_C}/u.test(letter))
      continue;
    if (around.every((word) => refusalOfUserName(word) !== undefined) || isIn(code, unassigned)) continue;
    judged++;
    for (const word of [`א${letter}א`, `א${letter}`])
      if (followsBidiRule(word) !== isDomain(word)) wrong.push(`${code.toString(16)} ${word}`);
  }
  expect(wrong).toEqual([]);
  expect(judged).toBeGreaterThan(100_000);
}, 60_000);
