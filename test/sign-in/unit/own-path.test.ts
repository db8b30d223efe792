import { describe, expect, test } from 'vitest';
import { isOwnPath } from '../../../src/sign-in/own-path.ts';

describe('isOwnPath', () => {
  test.each([
    '/',
    '/account/org_1',
    '/api/oidc/org_1/interaction/abc?x=https://evil.example',
    '/a#b',
    '/a//b',
  ])('takes %s', (path) => expect(isOwnPath(path)).toBe(true));

  test.each([
    '',
    'account',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/a b',
    '/a\0',
    'javascript:alert(1)',
  ])('refuses %j', (path) => expect(isOwnPath(path)).toBe(false));
});
