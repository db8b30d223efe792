import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAnonymousNetworks } from '../../../src/conditional-access/judge/anonymous-networks.ts';

function fileOf(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'networks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'networks.txt');
  writeFileSync(file, content);
  return file;
}

test('reads addresses and ranges of both families, and skips comments and empty lines', () => {
  const set = openAnonymousNetworks(
    fileOf('# exits\n192.0.2.1\r\n\n 198.51.100.0/24 \n2001:db8::/32\n::ffff:203.0.113.7'),
  );
  const inside = ['192.0.2.1', '::ffff:192.0.2.1', '198.51.100.255', '2001:db8:9::1', '203.0.113.7'];
  expect(inside.filter((address) => !set?.has(address))).toEqual([]);
  const outside = ['192.0.2.2', '198.51.101.0', '2001:db9::1', '203.0.113.8', 'nonsense'];
  expect(outside.filter((address) => set?.has(address))).toEqual([]);
  expect(openAnonymousNetworks(undefined)).toBeUndefined();
});

test.for([
  '203.0.113.1/24',
  'tor.example',
  '203.0.113.0/33',
  '203.0.113.1 comment',
  '203.0.113.0 - 203.0.113.9',
])('names the line with %s', (line) => {
  expect(() => openAnonymousNetworks(fileOf(`192.0.2.1\n\n${line}\n192.0.2.2`))).toThrow(
    'line 3 of the file of ANONYMOUS_NETWORKS_FILE is neither an address nor a CIDR range such as 203.0.113.0/24',
  );
});

test('says that there is no such file', () => {
  expect(() => openAnonymousNetworks('/nowhere/networks.txt')).toThrow(
    'the file of ANONYMOUS_NETWORKS_FILE cannot be read (ENOENT)',
  );
});
