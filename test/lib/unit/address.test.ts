import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressMatcher,
  isAddress,
  isCidr,
  isLoopback,
  normalizeAddress,
  normalizeCidr,
} from '../../../src/lib/address.ts';

const v4 = fc.ipV4();
const v6 = fc.ipV6();

describe('normalizeAddress', () => {
  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:10.0.0.1', '10.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:0:0', '0.0.0.0'],
    ['::10.0.0.1', '::a00:1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::1', '::1'],
    ['::', '::'],
  ])('writes %s as %s', (text, expected) => {
    expect(normalizeAddress(text)).toBe(expected);
  });

  test.each(['', 'example.org', '10.0.0.1:80', '[::1]', '::1/128', '1::2::3', '10.0.0.1%eth0', ']:x'])(
    'returns the invalid address %j unchanged',
    (text) => {
      expect(normalizeAddress(text)).toBe(text);
    },
  );

  test('changes nothing the second time and keeps an address an address', () => {
    fc.assert(
      fc.property(fc.oneof(v4, v6), (text) => {
        const once = normalizeAddress(text);
        expect(normalizeAddress(once)).toBe(once);
        expect(isAddress(once)).toBe(true);
      }),
    );
  });
});

describe('isAddress', () => {
  test('accepts addresses of both families', () => {
    fc.assert(fc.property(fc.oneof(v4, v6), isAddress));
  });

  test.each([
    '',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '0x7f.1',
    '2130706433',
    '10.0.0.1/32',
    'fe80::1%eth0',
    ' 10.0.0.1',
    '10.0.0.1\n',
  ])('refuses %j', (text) => {
    expect(isAddress(text)).toBe(false);
  });
});

describe('isCidr', () => {
  test.each([
    '10.0.0.0/8',
    '10.0.0.1',
    '10.0.0.1/32',
    '0.0.0.0/0',
    '192.168.128.0/17',
    '2001:db8::/32',
    '2001:db8:8000::/33',
    '::/0',
    '::1',
    '::1/128',
    '::ffff:10.0.0.0/104',
  ])('accepts %s', (text) => {
    expect(isCidr(text)).toBe(true);
  });

  test.each([
    '',
    '/',
    '10.0.0.1/8',
    '192.168.128.0/16',
    '2001:db8::1/32',
    '::ffff:10.0.0.0/64',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10/8',
    'fe80::%eth0/64',
    'example.org/8',
    '10.0.0.0/8 ',
  ])('refuses %j', (text) => {
    expect(isCidr(text)).toBe(false);
  });
});

describe('normalizeCidr', () => {
  test.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1/32', '10.0.0.1/32'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::FFFF:a00:0/104', '10.0.0.0/8'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['0:0:0:0:0:ffff:a00:1/128', '10.0.0.1/32'],
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
    ['::/0', '::/0'],
  ])('writes %s as %s', (text, expected) => {
    expect(normalizeCidr(text)).toBe(expected);
  });

  test.each(['', '10.0.0.1/8', '::ffff:10.0.0.0/64', '::ffff:10.0.0.1/104', 'fe80::1%eth0', 'example.org'])(
    'returns undefined for the invalid range %j',
    (text) => {
      expect(normalizeCidr(text)).toBeUndefined();
    },
  );

  test('changes nothing the second time and means the same addresses', () => {
    fc.assert(
      fc.property(fc.oneof(v4, v6), fc.oneof(v4, v6), (text, other) => {
        const once = normalizeCidr(text) ?? '';
        expect(normalizeCidr(once)).toBe(once);
        expect(addressMatcher([once])(text)).toBe(true);
        expect(addressMatcher([once])(other)).toBe(addressMatcher([text])(other));
      }),
    );
  });
});

describe('addressMatcher', () => {
  const matches = addressMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);

  test.each([
    '10.0.0.0',
    '10.255.255.255',
    '192.0.2.7',
    '2001:db8::1',
    '2001:DB8:ffff::',
    '::ffff:10.1.2.3',
    '::ffff:a01:203',
    '2001:db8::1%eth0',
  ])('finds %s inside', (address) => {
    expect(matches(address)).toBe(true);
  });

  test.each([
    '9.255.255.255',
    '11.0.0.0',
    '192.0.2.8',
    '2001:db9::',
    '::ffff:11.0.0.1',
    '',
    'example.org',
    '10.0.0.1/8',
    '10.0.0.1:80',
  ])('finds %j outside', (address) => {
    expect(matches(address)).toBe(false);
  });

  test('agrees with arithmetic on the 32 bits', () => {
    const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    fc.assert(
      fc.property(v4, fc.integer({ min: 0, max: 32 }), v4, (base, bits, other) => {
        const size = 2 ** (32 - bits);
        const first = Math.floor(number(base) / size) * size;
        const network = [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.');
        expect(isCidr(`${network}/${bits}`)).toBe(true);
        const within = addressMatcher([`${network}/${bits}`]);
        expect(within(base)).toBe(true);
        expect(within(`::ffff:${base}`)).toBe(true);
        expect(within(other)).toBe(number(other) >= first && number(other) < first + size);
      }),
    );
  });

  test('reads a mapped range as IPv4', () => {
    expect(addressMatcher(['::ffff:10.0.0.0/104'])('10.9.9.9')).toBe(true);
    expect(addressMatcher(['::ffff:0:0/96'])('10.9.9.9')).toBe(true);
  });

  test('keeps the families apart', () => {
    expect(addressMatcher(['::/0'])('10.0.0.1')).toBe(false);
    expect(addressMatcher(['::/0'])('::ffff:10.0.0.1')).toBe(false);
    expect(addressMatcher(['::/0'])('2001:db8::1')).toBe(true);
    expect(addressMatcher(['0.0.0.0/0'])('10.0.0.1')).toBe(true);
    expect(addressMatcher(['0.0.0.0/0'])('2001:db8::1')).toBe(false);
  });

  test('matches nothing without ranges', () => {
    expect(addressMatcher([])('10.0.0.1')).toBe(false);
  });

  test('throws for an invalid range', () => {
    expect(() => addressMatcher(['10.0.0.1/8'])).toThrow(RangeError);
  });
});

describe('isLoopback', () => {
  test.each(['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::1%lo'])(
    'is true for %s',
    (address) => {
      expect(isLoopback(address)).toBe(true);
    },
  );

  test.each([
    '',
    '128.0.0.1',
    '::2',
    '127.evil.example',
    '127.0.0.1.example.org',
    'localhost',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
  ])('is false for %j', (address) => {
    expect(isLoopback(address)).toBe(false);
  });
});
