import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneLine } from '../../../src/lib/line.ts';
import { isolated, partsOfShown, refusalOfShownText, withoutDisguise } from '../../../src/lib/shown-text.ts';

const rule =
  'must be text without control, invisible or direction-changing characters, such as Ada Lovelace. It has';

describe('a text that users read', () => {
  test.for([
    'Ada Lovelace',
    '',
    'Zoë',
    'שלום',
    'محمد علي',
    'می‌خواهم', // ZWNJ in Persian
    'कार्यालय',
    'क्‍ष', // ZWJ behind a virama
    'র‍্যাব', // ZWJ before one, in Bengali
    'අක්‍ෂර',
    '👩‍👩‍👧‍👦',
    '👩🏽‍🚀',
    '🏳️‍🌈',
    '❤️',
    '1️⃣',
    '葛󠄀城', // an ideograph in the form that its bearer writes
    'a\u00a0b',
  ])('may be %j', (text) => {
    expect(refusalOfShownText(text, 'line')).toBeUndefined();
    expect(withoutDisguise(text)).toBe(text);
  });

  test.for<[string, string]>([
    ['Google\u202e', '202E'],
    ['\u2066Google\u2069', '2066'],
    ['Goo\u200bgle', '200B'],
    ['Goo\u200dgle', '200D'],
    ['Goo\u200cgle', '200C'],
    ['د\u200c', '200C'],
    ['Goo\u00adgle', '00AD'],
    ['Goo\u2060gle', '2060'],
    ['Goo\u2064gle', '2064'],
    ['\ufeffGoogle', 'FEFF'],
    ['Google\ufe0f', 'FE0F'],
    ['1\ufe0f', 'FE0F'],
    ['Google\u061c', '061C'],
    ['Google\u200e', '200E'],
    ['Google\u{e0041}', 'E0041'],
    ['Google\u{e0100}', 'E0100'],
    ['\u3164', '3164'],
    ['Goo\u034fgle', '034F'],
    ['a\u0000', '0000'],
    ['a\u0085b', '0085'],
    ['a\u007f', '007F'],
    ['a\nb', '000A'],
    ['a\u2028b', '2028'],
    ['a\ud800b', 'D800'],
    ['a\uffffb', 'FFFF'],
    ['a\ufff9b', 'FFF9'],
  ])('may not be %j', ([text, code]) => {
    expect(refusalOfShownText(text, 'line')).toBe(`${rule} U+${code}`);
  });

  test.for([' ', '\u00a0\u3000', '\u2800'])('may not be blank: %j', (text) =>
    expect(refusalOfShownText(text, 'line')).toMatch(/^must have a visible character/),
  );

  test('may have several lines in prose, but no other controls', () => {
    expect(refusalOfShownText('a\r\n\tb', 'prose')).toBeUndefined();
    for (const text of ['a\u2028b', 'a\u0007', 'a\u202eb'])
      expect(refusalOfShownText(text, 'prose')).toMatch(rule);
  });

  test('may be shown after its disguise is removed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = withoutDisguise(text);
        expect(refusalOfShownText(shown, 'line') ?? 'must have a visible character').toMatch(/visible/);
        expect(oneLine(text)).not.toMatch(/[\p{Cc}\p{Bidi_C}]/u);
      }),
    );
  });

  test('is isolated from the text around it, and cannot end the isolation', () => {
    expect(isolated('שלום')).toBe('\u2068שלום\u2069');
    expect(isolated('ש\u2069\u202eלום')).toBe('\u2068שלום\u2069');
    expect(partsOfShown(`Allow ${isolated('שלום')}?`)).toEqual([
      { text: 'Allow ', isOthers: false },
      { text: 'שלום', isOthers: true },
      { text: '?', isOthers: false },
    ]);
    for (const [text, shown] of [
      ['Zoë', 'Zoë'],
      ['A\u2069\u202eda', 'Ada'],
    ] as const)
      expect(isolated(text)).toBe(shown);
    expect(partsOfShown('a\u2068b\u202e')).toEqual([{ text: 'ab', isOthers: false }]);
    expect(partsOfShown('שלום\u2069')).toEqual([{ text: 'שלום', isOthers: true }]);
  });
});
