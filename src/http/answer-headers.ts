import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestContext } from './request-context.ts';
import type { SentAnswer } from './idempotency.ts';
import type { OperationFacts } from '../../generated/operations.ts';
import { rateHeaders } from './admission/limits.ts';

/** The headers of an answer, but for its length. */
export const headersOf = (
  { request, headers, standing, facts }: RequestContext,
  answer: SentAnswer,
): OutgoingHttpHeaders => ({
  // A redirect has nothing to be read, so it has no type either.
  ...(answer.body === undefined ? undefined : { 'Content-Type': 'application/json; charset=utf-8' }),
  ...headers,
  ...(standing ? rateHeaders(standing) : undefined),
  ...answer.headers,
  ...deprecationHeaders(facts?.deprecation),
  ...(answer.cookies?.length ? { 'Set-Cookie': [...answer.cookies] } : undefined),
  // A body that was not read to its end would be taken for the next request.
  ...(request.complete && !request.isPaused() ? {} : { Connection: 'close' }),
});

/** RFC 9745 and RFC 8594. The page says how long what is deprecated goes on. */
const deprecationHeaders = (
  deprecation: OperationFacts['deprecation'] | undefined,
): OutgoingHttpHeaders | undefined =>
  deprecation
    ? {
        Deprecation: `@${deprecation.since}`,
        Sunset: deprecation.sunset,
        Link: '</docs/guides/compatibility>; rel="deprecation"; type="text/html"',
      }
    : undefined;
