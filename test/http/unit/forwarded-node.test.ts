import { describe, expect, test } from 'vitest';
import { addressMatcher } from '../../../src/lib/address.ts';
import { addressSet } from '../../../src/conditional-access/judge/address-set.ts';
import { addressOfNode } from '../../../src/http/forwarded-node.ts';
import { isUnreadableAddress, unreadableAddressOf } from '../../../src/lib/unreadable-address.ts';

describe('an element of X-Forwarded-For', () => {
  test.for([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7\t', '203.0.113.7'],
    ['203.0.113.7:80', '203.0.113.7'],
    ['203.0.113.7:_http', '203.0.113.7'],
    ['"203.0.113.7"', '203.0.113.7'],
    ['"203.0.113.7:80"', '203.0.113.7'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['[2001:DB8:0::9]:4711', '2001:db8::9'],
    ['"[2001:db8::9]"', '2001:db8::9'],
    ['"[2001:db8::9]:4711"', '2001:db8::9'],
    ['2001:db8::9', '2001:db8::9'],
    ['"2001:db8::9"', '2001:db8::9'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
  ] as const)('is read in each form of RFC 7239 section 6: %s', ([text, address]) => {
    expect(addressOfNode(text)).toBe(address);
  });

  test.for([
    '',
    ' ',
    '""',
    'unknown',
    'unknown:80',
    '_hidden',
    'nonsense',
    'proxy.example',
    '203.0.113.7:',
    '203.0.113.7:123456',
    '203.0.113.7:port',
    '203.0.113.007',
    '203.0.113.7/32',
    '203.0.113',
    '[203.0.113.7]',
    '[2001:db8::9',
    '2001:db8::9]',
    '[2001:db8::9]80',
    '[[2001:db8::9]]',
    '1:2:3:4:5:6:7:8:9',
    '"203.0.113.7',
    '203.0.113.7"',
    '""203.0.113.7""',
    '"203.0.113.7\\"',
    "'203.0.113.7'",
    'for=203.0.113.7',
    '203.0.113.7 10.0.0.1',
    '100:6b64::1',
  ])('that names no address is unreadable: %s', (text) => {
    expect(addressOfNode(text)).toBeUndefined();
  });
});

describe('the address that stands for an unreadable one', () => {
  test('is one for each proxy, and lies in no range', () => {
    const peers = ['10.0.0.7', '0.0.0.0', '10.0.0.8', '2001:db8::7', '2001:db8::8'];
    const addresses = peers.map(unreadableAddressOf);
    expect(new Set(addresses).size).toBe(peers.length);
    expect(addresses[0]).toBe('100:6b64:a00:7::');
    const ranges = ['0.0.0.0/0', '::/0', '100:6b64::/32'];
    for (const address of addresses) {
      expect(isUnreadableAddress(address)).toBe(true);
      expect(addressMatcher(ranges)(address)).toBe(false);
      expect(addressSet(ranges).has(address)).toBe(false);
    }
  });
});
