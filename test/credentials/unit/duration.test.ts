import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../../src/credentials/duration.ts';

describe('parseDuration', () => {
  test.each([
    ['1s', 1],
    ['90s', 90],
    ['15m', 900],
    ['4h', 14_400],
    ['30d', 2_592_000],
    ['007s', 7],
    ['9007199254740991s', Number.MAX_SAFE_INTEGER],
  ])('reads %s as %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test.each([
    '',
    '0s',
    '00d',
    's',
    '1',
    '1S',
    '1w',
    '1.5h',
    '-1s',
    '+1s',
    ' 1s',
    '1s ',
    '1s\n',
    '1h30m',
    '1\\d+s',
    '١s',
    '1e3s',
    '9007199254740992s',
    '104249991375d',
  ])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  test('refuses more digits than a number holds', () => {
    expect(parseDuration(`${'9'.repeat(400)}d`)).toBeUndefined();
  });

  test('multiplies by the unit', () => {
    const unit = fc.constantFrom<[string, number]>(['s', 1], ['m', 60], ['h', 3600], ['d', 86_400]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), unit, (count, [letter, seconds]) => {
        expect(parseDuration(`${count}${letter}`)).toBe(count * seconds);
      }),
    );
  });
});
