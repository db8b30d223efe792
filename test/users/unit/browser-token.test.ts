import { describe, expect, test } from 'vitest';
import {
  csrfOf,
  isBrowserToken,
  isCsrfOf,
  newBrowserToken,
} from '../../../src/users/sessions/browser-token.ts';

describe('a token of a browser', () => {
  test('has 256 bits, and its form', () => {
    const token = newBrowserToken();
    expect(isBrowserToken(token)).toBe(true);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(newBrowserToken()).not.toBe(token);
    for (const text of [undefined, '', `${token}=`, token.slice(1), `${token}\n`, 'é'.repeat(43)])
      expect(isBrowserToken(text)).toBe(false);
  });

  test('makes a proof for one form that no other token and no other form has', () => {
    const [one, other] = [newBrowserToken(), newBrowserToken()];
    expect(isCsrfOf(one, 'sgn_1', csrfOf(one, 'sgn_1'))).toBe(true);
    for (const given of [
      undefined,
      '',
      csrfOf(other, 'sgn_1'),
      csrfOf(one, 'sgn_2'),
      csrfOf(one, 'sgn_1').slice(1),
    ])
      expect(isCsrfOf(one, 'sgn_1', given)).toBe(false);
  });
});
