import type { OutgoingHttpHeaders } from 'node:http';
import type { RequestContext } from './request-context.ts';
import type { SentAnswer } from './idempotency.ts';
import { rateHeaders } from './admission/limits.ts';

/** The headers of an answer, but for its length. */
export const headersOf = (
  { request, headers, standing }: RequestContext,
  answer: SentAnswer,
): OutgoingHttpHeaders => ({
  // A redirect has nothing to be read, so it has no type either.
  ...(answer.body === undefined ? undefined : { 'Content-Type': 'application/json; charset=utf-8' }),
  ...headers,
  ...(standing ? rateHeaders(standing) : undefined),
  ...answer.headers,
  ...(answer.cookies?.length ? { 'Set-Cookie': [...answer.cookies] } : undefined),
  // A body that was not read to its end would be taken for the next request.
  ...(request.complete && !request.isPaused() ? {} : { Connection: 'close' }),
});
