import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../src/lib/public-address.ts';
import { refusalOfUrl } from '../../../src/lib/public-url.ts';

describe('isPublicAddress', () => {
  test.for([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.255.255',
    '::ffff:8.8.8.8',
  ])('treats %s as public', (address) => expect(isPublicAddress(address)).toBe(true));
  test.for(['2606:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '3ffe::1'])(
    'treats %s as public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  const privateAddresses = `
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
    168.63.129.16 ::ffff:168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1
    192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255
    240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1
    ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:2::1
    2001:db8::1 2002:7f00:1:: 2002:808:808::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1
    fe80::1%eth0 febf::1 fec0::1 ff02::1 4000::1 e000::1 localhost example.org 8.8.8 8.8.8.8/32
    08.8.8.8 0x8.8.8.8 134744072 [::1]`;
  test.for(privateAddresses.trim().split(/\s+/))('treats %j as not public', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );
  test('treats an empty text as not public', () => expect(isPublicAddress('')).toBe(false));
});

describe('refusalOfUrl', () => {
  test.for([
    'https://example.org',
    'https://example.org/',
    'HTTPS://Example.ORG:8443/hook?a=b@c&d=%20',
    'https://example.org/@user',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://bücher.example/größe',
    'https://xn--bcher-kva.example/',
    'https://10.example.org/',
    'https://localhost.example.org/',
    `https://example.org/${'x'.repeat(2028)}`,
  ])('takes %s', (url) => expect(refusalOfUrl(url)).toBeUndefined());

  test.for([
    [
      'https://example.org:25/',
      'a URL with port 443 or a port above 1023, such as https://hooks.example.com:8443/',
    ],
    [
      'https://8.8.8.8:1023/',
      'a URL with port 443 or a port above 1023, such as https://hooks.example.com:8443/',
    ],
    ['', 'an absolute https:// URL'],
    ['example.org', 'an absolute https:// URL'],
    ['http://example.org/', 'an absolute https:// URL'],
    ['ftp://example.org/', 'an absolute https:// URL'],
    ['https:example.org', 'an absolute https:// URL'],
    ['https:/example.org', 'an absolute https:// URL'],
    ['https:\\\\example.org', 'an absolute https:// URL'],
    ['https://example.org\\@10.0.0.1/', 'an absolute https:// URL'],
    [' https://example.org/', 'an absolute https:// URL'],
    ['https://example.org/ ', 'an absolute https:// URL'],
    ['https://exa\nmple.org/', 'an absolute https:// URL'],
    ['https://exa\tmple.org/', 'an absolute https:// URL'],
    ['https://example.org/\0', 'an absolute https:// URL'],
    ['https://example.org:99999/', 'an absolute https:// URL'],
    ['https:///', 'an absolute https:// URL'],
    ['https://256.1.1.1/', 'an absolute https:// URL'],
    ['https://[::1%25eth0]/', 'an absolute https:// URL'],
    ['https://example.org/#part', 'an https:// URL without a fragment'],
    ['https://example.org/#', 'an https:// URL without a fragment'],
    ['https://user@example.org/', 'an https:// URL without user and password'],
    ['https://user:password@example.org/', 'an https:// URL without user and password'],
    ['https://@example.org/', 'an https:// URL without user and password'],
    ['https://:@example.org/', 'an https:// URL without user and password'],
    ['https:////user@example.org/', 'an https:// URL without user and password'],
    [`https://example.org/${'x'.repeat(2029)}`, 'at most 2048 characters'],
    [`https://example.org/${'ö'.repeat(1000)}`, 'at most 2048 characters, encoded'],
  ] as const)('refuses %j', ([url, allowed]) => expect(refusalOfUrl(url)).toBe(allowed));

  test.for([
    'a..example',
    '.example.org',
    'example.org..',
    '-a.example',
    'a-.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
    `${'ü'.repeat(60)}.example`,
    'a$b.example',
    'a,b.example',
    'keyward.onion',
  ])('refuses this host, which no resolver finds: %s', (host) =>
    expect(refusalOfUrl(`https://${host}/`)).toMatch(/^(a URL whose host can exist: |an absolute https)/),
  );
  test.for([
    'a_b.example',
    'hooks',
    'example.org.',
    'xn--bcher-kva.example',
    `${'a'.repeat(63)}.example`,
    'a--b.example',
  ])('takes the host %s', (host) => expect(refusalOfUrl(`https://${host}/`)).toBeUndefined());

  const privateHosts = `
    127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. 0
    0.0.0.0 10.0.0.1 10.1 169.254.169.254 0xa9fea9fe 192.168.1.1 [::1] [::] [0:0:0:0:0:0:0:1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [fd00::1]
    [fe80::1] １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 %31%32%37.0.0.1 localhost LOCALHOST localhost.
    a.localhost ⓛocalhost`;
  test.for(privateHosts.trim().split(/\s+/))('refuses this host: %s', (host) => {
    expect(refusalOfUrl(`https://${host}/`)).toBe('a URL of a public address');
    expect(refusalOfUrl(`https://${host}:8443/hook`)).toBe('a URL of a public address');
  });

  test('takes an address that the operator allows', () => {
    const mayReach = (address: string | undefined) => address === '127.0.0.1';
    for (const host of ['127.0.0.1', '0x7f.1', 'localhost']) {
      expect(refusalOfUrl(`https://${host}/`, mayReach)).toBeUndefined();
    }
    expect(refusalOfUrl('https://10.0.0.1/', mayReach)).toBe('a URL of a public address');
  });

  test('checks the port in the URL, also port 0', () => {
    const mayReach = (_: string | undefined, port: number) => port === 443;
    expect(refusalOfUrl('https://10.0.0.1/', mayReach)).toBeUndefined();
    expect(refusalOfUrl('https://10.0.0.1:443/', mayReach)).toBeUndefined();
    for (const port of [0, 25, 8443])
      expect(refusalOfUrl(`https://10.0.0.1:${port}/`, mayReach)).toBe('a URL of a public address');
  });
});
