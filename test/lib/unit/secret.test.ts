import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  familyOfUserToken,
  hashSecret,
  isWellFormedScimToken,
  isWellFormedSecret,
  isWellFormedUserToken,
  lastFour,
  newSecret,
  newUserToken,
  scimTokenPattern,
  scimTokenPrefix,
  secretPattern,
  secretPrefix,
  secretPrefixes,
} from '../../../src/lib/secret.ts';
import { holdsSecret } from '../../../src/lib/secret-text.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 (the zlib polynomial) bit by bit, and base 62 by BigInt: not as the code does it. */
function checkOf(payload: string): string {
  let crc = 0xffffffffn;
  for (const byte of Buffer.from(payload)) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1n) ^ (crc & 1n ? 0xedb88320n : 0n);
  }
  let rest = crc ^ 0xffffffffn;
  let text = '';
  for (; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text.padStart(6, '0');
}

function numberOf(secret: string): bigint {
  const random = secret.slice(-49, -6);
  return Array.from(random).reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n);
}

describe('newSecret', () => {
  test.each(secretPrefixes)('makes a well-formed %s key with the check of decisions 6.1', (prefix) => {
    for (let i = 0; i < 100; i++) {
      const secret = newSecret(prefix);
      expect(secret).toMatch(new RegExp(secretPattern));
      expect(secret.startsWith(prefix)).toBe(true);
      expect(secret.slice(-6)).toBe(checkOf(secret.slice(0, -6)));
      expect(isWellFormedSecret(secret)).toBe(true);
    }
  });

  test('writes a number of 256 bits, and every bit varies', () => {
    let ones = 0n;
    let zeros = 0n;
    for (let i = 0; i < 200; i++) {
      const bits = numberOf(newSecret('kd_live_'));
      expect(bits >> 256n).toBe(0n);
      ones |= bits;
      zeros |= ~bits;
    }
    const all = (1n << 256n) - 1n;
    expect(ones & all).toBe(all);
    expect(zeros & all).toBe(all);
  });
});

describe('isWellFormedSecret', () => {
  test('accepts a known key, so that the format cannot drift', () => {
    expect(isWellFormedSecret('kd_live_YBGNe2J4RJklVyo4k0vMVDIHW33XLsdDlZ9EIxPZusj0AIde4')).toBe(true);
  });

  test('accepts a check that starts with zeros', () => {
    const payload = leadingZeroPayload();
    expect(checkOf(payload).startsWith('0')).toBe(true);
    expect(isWellFormedSecret(payload + checkOf(payload))).toBe(true);
  });

  test('refuses a key with any one character changed', () => {
    const secret = newSecret('kd_test_');
    fc.assert(
      fc.property(fc.nat({ max: secret.length - 1 }), fc.constantFrom(...Array.from(digits)), (at, digit) => {
        fc.pre(secret[at] !== digit);
        expect(isWellFormedSecret(secret.slice(0, at) + digit + secret.slice(at + 1))).toBe(false);
      }),
    );
  });

  test('refuses a key whose prefix was exchanged', () => {
    expect(isWellFormedSecret(newSecret('kd_live_').replace('live', 'test'))).toBe(false);
  });

  test('refuses any other text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (text) => {
        expect(isWellFormedSecret(text)).toBe(false);
        expect(isWellFormedSecret(`kd_live_${text}`)).toBe(false);
      }),
    );
  });

  test('refuses a key with something before or after it', () => {
    const secret = newSecret('kd_jit_');
    for (const text of [` ${secret}`, `${secret} `, `${secret}\n`, `${secret}0`, secret.slice(0, -1)]) {
      expect(isWellFormedSecret(text)).toBe(false);
    }
  });
});

describe('a SCIM token', () => {
  test('is made like a key, with its own prefix', () => {
    for (let i = 0; i < 100; i++) {
      const token = newSecret(scimTokenPrefix);
      expect(token).toMatch(/^scim_[0-9A-Za-z]{49}$/);
      expect(token).toMatch(new RegExp(scimTokenPattern));
      expect(token.slice(-6)).toBe(checkOf(token.slice(0, -6)));
      expect(isWellFormedScimToken(token)).toBe(true);
    }
  });

  test('has a well-formed example in the contract, so that the format cannot drift', () => {
    expect(isWellFormedScimToken('scim_EXAMPLE0000000000000000000000000000000000001ZtzVt')).toBe(true);
  });

  test('is refused with any one character changed, or with something before or after it', () => {
    const token = newSecret(scimTokenPrefix);
    for (let at = 0; at < token.length; at++) {
      const digit = token[at] === 'x' ? 'y' : 'x';
      expect(isWellFormedScimToken(token.slice(0, at) + digit + token.slice(at + 1))).toBe(false);
    }
    for (const text of ['', ` ${token}`, `${token}\n`, `${token}0`, token.slice(0, -1)])
      expect(isWellFormedScimToken(text)).toBe(false);
  });

  test('is not a key, and a key is not a SCIM token', () => {
    expect(isWellFormedSecret(newSecret(scimTokenPrefix))).toBe(false);
    expect(newSecret(scimTokenPrefix)).not.toMatch(new RegExp(secretPattern));
    expect(() => secretPrefix(newSecret(scimTokenPrefix))).toThrow(TypeError);
    for (const prefix of secretPrefixes) {
      expect(isWellFormedScimToken(newSecret(prefix))).toBe(false);
      expect(newSecret(prefix)).not.toMatch(new RegExp(scimTokenPattern));
    }
  });
});

describe('a token of a user', () => {
  test('has a part of its own and its family, and is not a key', () => {
    const first = newUserToken('kd_user_', undefined);
    const family = familyOfUserToken(first);
    const next = newUserToken('kd_refresh_', family);
    expect(familyOfUserToken(next)).toBe(family);
    expect(next.slice('kd_refresh_'.length, -49)).not.toBe(first.slice('kd_user_'.length, -49));
    expect(family).toMatch(/^[0-9A-Za-z]{43}$/);
    expect([first, next].map(isWellFormedUserToken)).toEqual([true, false]);
    expect([first, next].map(isWellFormedSecret)).toEqual([false, false]);
    expect([first, next].map(holdsSecret)).toEqual([true, true]);
  });

  test('is refused with any one character changed, or with something before or after it', () => {
    const token = newUserToken('kd_user_', undefined);
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === '0' ? '1' : '0') + token.slice(at + 1);
      expect([at, isWellFormedUserToken(changed)]).toEqual([at, false]);
    }
    for (const text of [` ${token}`, `${token} `, `${token}0`, token.slice(0, -1), ''])
      expect(isWellFormedUserToken(text)).toBe(false);
  });
});

describe('hashSecret', () => {
  test('is SHA-256 of the whole key', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(hashSecret(text)).toEqual(createHash('sha256').update(text).digest());
      }),
    );
  });
});

describe('secretPrefix', () => {
  test('returns the prefix of a key', () => {
    for (const prefix of secretPrefixes) expect(secretPrefix(newSecret(prefix))).toBe(prefix);
  });

  test('throws on other text without repeating it', () => {
    expect(() => secretPrefix('scim_hidden')).toThrow(TypeError);
    expect(() => secretPrefix('scim_hidden')).not.toThrow(/hidden/);
  });
});

describe('lastFour', () => {
  test('returns the last four characters', () => {
    expect(lastFour('kd_live_YBGNe2J4RJklVyo4k0vMVDIHW33XLsdDlZ9EIxPZusj0AIde4')).toBe('Ide4');
  });
});

function leadingZeroPayload(): string {
  for (let i = 0; ; i++) {
    const payload = `kd_live_${String(i).padStart(43, '0')}`;
    if (checkOf(payload).startsWith('0')) return payload;
  }
}
