import { expect, test } from 'vitest';
import { headersOf } from '../../../src/http/answer-headers.ts';
import type { RequestContext } from '../../../src/http/request-context.ts';

const headersWith = (deprecation: { since: number; sunset: string } | null) => {
  const request = { complete: true, isPaused: () => false };
  const context = { request, headers: {}, facts: { deprecation } } as unknown as RequestContext;
  return headersOf(context, { status: 200, body: {} });
};

test('an answer of a deprecated operation says since when, and when it ends (RFC 9745, RFC 8594)', () => {
  expect(headersWith({ since: 1_799_971_200, sunset: 'Sat, 17 Jul 2027 00:00:00 GMT' })).toMatchObject({
    Deprecation: '@1799971200',
    Sunset: 'Sat, 17 Jul 2027 00:00:00 GMT',
    Link: '</docs/guides/compatibility>; rel="deprecation"; type="text/html"',
  });
  expect(headersWith(null)).toEqual({ 'Content-Type': 'application/json; charset=utf-8' });
});
