import type { Exchange } from './exchange.ts';
import type { StoredAnswer } from './idempotency.ts';
import { rateHeaders } from './limits.ts';

/** The headers of an answer, but for its length. */
export const headersOf = (
  { request, headers, standing }: Exchange,
  answer: StoredAnswer,
): Record<string, string | number> => ({
  'Content-Type': 'application/json; charset=utf-8',
  ...headers,
  ...(standing ? rateHeaders(standing) : undefined),
  ...answer.headers,
  // A body that was not read to its end would be taken for the next request.
  ...(request.complete ? {} : { Connection: 'close' }),
});
