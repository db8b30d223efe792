import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressMatcher, normalizeCidr } from '../../../src/lib/address.ts';
import { addressSet } from '../../../src/conditional-access/judge/address-set.ts';

const byte = fc.integer({ min: 0, max: 255 });
// Few values, so that ranges overlap, touch and repeat.
const near = fc.constantFrom(0, 1, 2, 3, 127, 128, 254, 255);
const ipv4 = fc.tuple(fc.constantFrom(10, 192, 255, 0), near, near, near).map((bytes) => bytes.join('.'));
const group = fc.constantFrom('0', '1', '7fff', '8000', 'ffff', 'db8');
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'));
const mapped = ipv4.map((address) => `::ffff:${address}`);
const address = fc.oneof(ipv4, ipv6, mapped);

/** A range that the address lies in, written with zero host bits. */
const cidr = fc.tuple(fc.oneof(ipv4, ipv6), byte).map(([text, length]) => {
  const bits = text.includes(':') ? length % 129 : length % 33;
  for (let shorter = bits; shorter > 0; shorter--) {
    const normal = normalizeCidr(`${text}/${shorter}`);
    if (normal !== undefined) return normal;
  }
  return text;
});

describe('addressSet', () => {
  test('holds the addresses that a comparison with each range finds', () => {
    fc.assert(
      fc.property(
        fc.array(cidr, { maxLength: 12 }),
        fc.array(address, { minLength: 1, maxLength: 8 }),
        (cidrs, ones) => {
          const [set, matches] = [addressSet(cidrs), addressMatcher(cidrs)];
          for (const one of ones) expect([one, set.has(one)]).toEqual([one, matches(one)]);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('holds the first and the last address of a range, and not their neighbours', () => {
    const set = addressSet(['10.0.0.0/30', '10.0.0.4/32', '2001:db8::/127', '255.255.255.255', '0.0.0.0']);
    for (const one of [
      '10.0.0.0',
      '10.0.0.4',
      '::ffff:10.0.0.3',
      '2001:DB8::1',
      '255.255.255.255',
      '0.0.0.0',
    ])
      expect([one, set.has(one)]).toEqual([one, true]);
    for (const one of ['9.255.255.255', '10.0.0.5', '2001:db8::2', '::', 'office', '', '10.0.0'])
      expect([one, set.has(one)]).toEqual([one, false]);
  });

  test('holds no address of the other family', () => {
    expect(addressSet(['::/0']).has('10.0.0.1')).toBe(false);
    expect(addressSet(['0.0.0.0/0']).has('2001:db8::1')).toBe(false);
    expect(addressSet(['0.0.0.0/0']).has('255.255.255.255')).toBe(true);
    expect(addressSet(['::/0']).has('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')).toBe(true);
  });

  test('refuses text that is not a range', () => {
    expect(() => addressSet(['10.0.0.1/8'])).toThrow(RangeError);
  });
});
