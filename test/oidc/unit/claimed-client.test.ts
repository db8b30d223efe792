import { expect, test } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { claimedClient, claimedToken } from '../../../src/oidc/engine/claimed-client.ts';

const id = newId('cli');
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const assertion = (sub: unknown): string => `${encoded({ alg: 'none' })}.${encoded({ sub })}.c2ln`;

test('a request belongs to the client that it names, in any form', () => {
  expect(claimedClient(basic(`${id}:secret`), {})).toBe(id);
  expect(claimedClient(undefined, { client_id: id })).toBe(id);
  expect(claimedClient(undefined, { client_assertion: assertion(id) })).toBe(id);
  expect(claimedClient(basic(`${id}:`), { client_id: newId('cli') })).toBe(id);
});

test('a request without a valid client id belongs to no client', () => {
  expect(claimedClient(undefined, {})).toBeUndefined();
  expect(claimedClient(`Bearer ${id}`, {})).toBeUndefined();
  expect(claimedClient(basic('somebody:secret'), {})).toBeUndefined();
  expect(claimedClient('Basic %%%', {})).toBeUndefined();
  expect(claimedClient(undefined, { client_id: newId('usr') })).toBeUndefined();
  expect(claimedClient(undefined, { client_id: [id] })).toBeUndefined();
  expect(claimedClient(undefined, { client_assertion: assertion({ id }) })).toBeUndefined();
  expect(claimedClient(undefined, { client_assertion: 'x.y.z' })).toBeUndefined();
});

test('a request names the token of its header, or of its form', () => {
  expect(claimedToken('Bearer abc', {})).toBe('abc');
  expect(claimedToken('dpop a.b.c', { access_token: 'other' })).toBe('a.b.c');
  expect(claimedToken(basic(`${id}:secret`), { token: 'abc' })).toBe('abc');
  expect(claimedToken(undefined, { access_token: 'abc' })).toBe('abc');
  expect(claimedToken(undefined, { code: 'abc' })).toBe('abc');
  expect(claimedToken(undefined, { refresh_token: 'abc' })).toBe('abc');
  expect(claimedToken('Bearer', { token: ['abc'] })).toBeUndefined();
  expect(claimedToken(undefined, {})).toBeUndefined();
});
