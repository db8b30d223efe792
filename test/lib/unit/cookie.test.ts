import { describe, expect, test } from 'vitest';
import { cookieName, readCookies, setCookie } from '../../../src/lib/cookie.ts';

const baseUrl = 'https://id.example.com';
const plain = 'http://localhost:3000';

describe('setCookie', () => {
  test('binds it to our origin over https, and to nothing that plain HTTP cannot keep', () => {
    expect(setCookie('s', 'v', { baseUrl })).toBe('__Host-s=v; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(setCookie('s', 'v', { baseUrl: plain })).toBe('s=v; Path=/; HttpOnly; SameSite=Lax');
  });

  test('has no prefix below a path of its own', () => {
    expect(setCookie('s', 'v', { baseUrl, path: '/api/oidc/org_1' })).toBe(
      's=v; Path=/api/oidc/org_1; HttpOnly; Secure; SameSite=Lax',
    );
    expect(cookieName('s', baseUrl, '/x')).toBe('s');
    expect(cookieName('s', baseUrl)).toBe('__Host-s');
  });

  test('is kept for whole seconds, or removed', () => {
    expect(setCookie('s', 'v', { baseUrl, maxAge: 60.9 })).toContain('; Max-Age=60;');
    expect(setCookie('s', '', { baseUrl, maxAge: 0 })).toContain('__Host-s=; Path=/; Max-Age=0;');
  });

  test.for<[string, string, string]>([
    ['s', 'a\r\nSet-Cookie: b=1', '/'],
    ['s', 'a; Domain=evil.example', '/'],
    ['s', 'a b', '/'],
    ['s', '"a"', '/'],
    ['s', 'a,b', '/'],
    ['s', 'ü', '/'],
    ['s', 'a\n', '/'],
    ['', 'a', '/'],
    ['s=', 'a', '/'],
    ['s\n', 'a', '/'],
    ['s', 'a', '/; Domain=evil.example'],
    ['s', 'a', '/\r\nx'],
    ['s', 'a', '/\n'],
    ['s', 'a', 'x'],
    ['s', 'a', ''],
  ])('refuses the name %j with the value %j at %j', ([name, value, path]) => {
    expect(() => setCookie(name, value, { baseUrl, path })).toThrow('characters that end it');
  });
});

describe('readCookies', () => {
  test.for<[string | undefined, Record<string, string>]>([
    [undefined, {}],
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1; b=2;c=3', { a: '1', b: '2', c: '3' }],
    ['a=1; a=1', { a: '1' }],
    ['a=1; a=2; b=3', { b: '3' }],
    ['a=', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a; =x; b=1', { '': 'x', b: '1' }],
    ['a=%41', { a: '%41' }],
    [';;; ;', {}],
  ])('reads %j', ([header, cookies]) => expect({ ...readCookies(header) }).toEqual(cookies));

  test('has names that were sent and no others', () => {
    const cookies = readCookies('__proto__=x');
    expect(Object.keys(cookies)).toEqual(['__proto__']);
    expect(cookies['constructor']).toBeUndefined();
  });

  test('reads what was set', () => {
    const [pair] = setCookie('s', "A-z0!#$%&'()*+./:<=>?@[]^_`{|}~", { baseUrl }).split(';');
    expect({ ...readCookies(pair) }).toEqual({ '__Host-s': "A-z0!#$%&'()*+./:<=>?@[]^_`{|}~" });
  });
});
