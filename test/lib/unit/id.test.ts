import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idPrefixes, isAnyId, isId, newId } from '../../../src/lib/id.ts';

const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const latest = 2 ** 48 - 1;

/** The 128 bits of an id, by another route than the code: BigInt. */
function bitsOf(id: string): bigint {
  const body = id.slice(id.indexOf('_') + 1);
  return Array.from(body).reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n);
}

describe('newId', () => {
  test('holds a UUIDv7: the milliseconds, version 7, variant 10', () => {
    fc.assert(
      fc.property(fc.constantFrom(...idPrefixes), fc.integer({ min: 0, max: latest }), (prefix, now) => {
        const id = newId(prefix, now);
        const bits = bitsOf(id);
        expect(isId(prefix, id)).toBe(true);
        expect(bits >> 80n).toBe(BigInt(now));
        expect((bits >> 76n) & 15n).toBe(7n);
        expect((bits >> 62n) & 3n).toBe(2n);
      }),
    );
  });

  test('takes the time from the clock by default', () => {
    const before = Date.now();
    const time = Number(bitsOf(newId('evt')) >> 80n);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  test('sorts by time as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: latest }), fc.integer({ min: 0, max: latest }), (a, b) => {
        fc.pre(a < b);
        expect(newId('idn', a) < newId('idn', b)).toBe(true);
      }),
    );
  });

  test('repeats none of 20000 ids of one millisecond', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => newId('cred', 1))).size).toBe(20_000);
  });

  test('varies each of its 74 random bits', () => {
    let ones = 0n;
    let zeros = 0n;
    for (let i = 0; i < 200; i++) {
      const bits = bitsOf(newId('cred', 0));
      ones |= bits;
      zeros |= ~bits;
    }
    const random = (0xfffn << 64n) | ((1n << 62n) - 1n);
    expect(ones & random).toBe(random);
    expect(zeros & random).toBe(random);
  });
});

describe('isId', () => {
  const id = 'org_01m7x2ta4mem4v0nqff57zyxjv';

  test('accepts its own prefix only', () => {
    expect(isId('org', id)).toBe(true);
    expect(isId('idn', id)).toBe(false);
    expect(isId('cred', id)).toBe(false);
  });

  test.each([
    ['an empty text', ''],
    ['the prefix alone', 'org_'],
    ['a digit too few', id.slice(0, -1)],
    ['a digit too many', `${id}0`],
    ['upper case', `org_${id.slice(4).toUpperCase()}`],
    ['a letter Crockford leaves out', `${id.slice(0, -1)}u`],
    ['more than 128 bits', 'org_81m7x2ta4mem4v0nqff57zyxjv'],
    ['a newline at the end', `${id.slice(0, -1)}\n`],
    ['another separator', id.replace('_', '-')],
  ])('refuses %s', (_, text) => {
    expect(isId('org', text)).toBe(false);
  });
});

describe('isAnyId', () => {
  test('knows the ids of every kind, and nothing else', () => {
    for (const prefix of idPrefixes) expect(isAnyId(newId(prefix))).toBe(true);
    const id = newId('cred');
    for (const text of [
      '',
      'cred',
      'cred_',
      id.toUpperCase(),
      `${id}0`,
      id.slice(0, -1),
      `kd_live_${'0'.repeat(49)}`,
      `no_${id.slice(5)}`,
    ]) {
      expect(isAnyId(text)).toBe(false);
    }
  });
});
