import { expect, test } from 'vitest';
import { isDocumentUrl, isRowId, mostDocumentUrl } from '../../../src/oidc/strangers.ts';
import { newId } from '../../../src/lib/id.ts';

test.for([
  'https://agent.example/client.json',
  'https://agent.example:8443/',
  'https://agent.example/a/b?c=d',
  'https://xn--bcher-kva.example/client',
])('%s can be the address of a client ID metadata document', (url) => {
  expect(isDocumentUrl(url)).toBe(true);
  expect(isRowId(url)).toBe(true);
});

test.for([
  'http://agent.example/client.json',
  'https://agent.example',
  'https://agent.example?a',
  'https://agent.example/client.json#a',
  'https://agent.example/client.json#',
  'https://user@agent.example/client.json',
  'https://user:word@agent.example/client.json',
  'https://agent.example/a/../client.json',
  'https://agent.example/./client.json',
  'https://agent.example/%2e%2e/client.json',
  'https://agent.example/%2E/client.json',
  'https://agent.example\\@other.example/client.json',
  'https://AGENT.example/client.json',
  'HTTPS://agent.example/client.json',
  'https://agent.example:443/client.json',
  'https://agent.example/client json',
  'https://agent.example/cliënt',
  ' https://agent.example/client.json',
  'https://agent.example/client.json\n',
  'https://[::1/client.json',
  'https:///client.json',
  `https://agent.example/${'a'.repeat(mostDocumentUrl)}`,
  'javascript:alert(1)',
  '',
])('%j cannot', (url) => {
  expect(isDocumentUrl(url)).toBe(false);
});

test('the id of a row is one of ours or such an address', () => {
  expect(isRowId(newId('cli'))).toBe(true);
  expect(isRowId(newId('cred'))).toBe(false);
  expect(isRowId('keyward-cli')).toBe(false);
});
