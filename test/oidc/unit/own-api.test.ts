import { describe, expect, test } from 'vitest';
import { isOwnApi, ownApiOf } from '../../../src/oidc/own-api.ts';

const base = 'https://keyward.example.com';

describe('the resource of our API', () => {
  test('is the path of the API under the public origin', () => {
    expect(ownApiOf(base)).toBe('https://keyward.example.com/api/v1');
    expect(ownApiOf('http://localhost:3000/')).toBe('http://localhost:3000/api/v1');
  });

  test.for([
    '/api/v1',
    '/api/v1/',
    '/api/v1/identities',
    '/api/v1?x=1',
    '/api/v1;a=b',
    '/api/v1;a=b/me',
    '/API/V1',
    '//api/v1',
    '/api//v1',
    '/api/./v1',
    '/x/../api/v1',
    '/x/%2e%2e/api/v1',
    '/%61pi/v1',
    '/%2561pi/v1',
    '/api%2Fv1',
    '/api\\v1',
    '/api/v1%20',
  ])('may not be spelled %s', (path) => expect(isOwnApi(base + path, base)).toBe(true));

  test.for([
    'https://KEYWARD.example.com/api/v1',
    'https://keyward.example.com:443/api/v1',
    'https://keyward.example.com./api/v1',
    'http://keyward.example.com/api/v1',
    'http://keyward.example.com:80/api/v1',
    'https://user:secret@keyward.example.com/api/v1',
    'wss://keyward.example.com/api/v1',
    'keyward://keyward.example.com/api/v1',
    'keyward://KEYWARD.example.com:443/api/v1',
  ])('may not be %s', (resource) => expect(isOwnApi(resource, base)).toBe(true));

  test.for([
    'https://keyward.example.com/api/v10',
    'https://keyward.example.com/api',
    'https://keyward.example.com/x/api/v1',
    'https://api.keyward.example.com/api/v1',
    'https://keyward.example.com:8443/api/v1',
    'https://example.com/api/v1',
    'urn:keyward:api',
    'api/v1',
    '',
  ])('leaves %s to others', (resource) => expect(isOwnApi(resource, base)).toBe(false));

  test('has a port where the service has one', () => {
    const local = 'http://localhost:3000';
    expect(isOwnApi('http://localhost:3000/api/v1', local)).toBe(true);
    expect(isOwnApi('http://LOCALHOST.:3000/api/v1/me', local)).toBe(true);
    expect(isOwnApi('http://localhost:4000/api/v1', local)).toBe(false);
    expect(isOwnApi('http://localhost/api/v1', local)).toBe(false);
  });
});
