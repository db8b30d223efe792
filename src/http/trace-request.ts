import { type SpanEnd, type Tracer, withSpan } from '../platform/tracing.ts';
import type { StoredAnswer } from './idempotency.ts';
import type { RequestContext } from './request-context.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Responds to a request, and records it if it is sampled. A span never has a path, a query, a header or a body. A stranger
 * chooses the request id, so the line of the log has the id of the trace instead.
 * @param respond returns undefined if the client has gone
 * @returns the status of the response
 */
export async function traceRequest(
  tracer: Tracer,
  context: RequestContext,
  respond: () => Promise<StoredAnswer | undefined>,
): Promise<number | undefined> {
  const method = methods.has(context.method) ? context.method : '_OTHER';
  const from = context.incoming['traceparent'];
  const span = tracer.start('request', 'server', undefined, from);
  if (span === undefined) return (await withSpan(undefined, respond))?.status;
  let answer: StoredAnswer | undefined;
  try {
    answer = await withSpan(span, respond);
    return answer?.status;
  } finally {
    span.end(endOf(context, method, answer));
  }
}

function endOf(context: RequestContext, method: string, answer: StoredAnswer | undefined): SpanEnd {
  const { id, facts } = context;
  const code = answer && codeOfRefusal(answer);
  return {
    name: id ?? 'none',
    attributes: {
      'http.request.method': method,
      ...(facts ? { 'http.route': facts.path } : {}),
      ...(answer ? { 'http.response.status_code': answer.status } : {}),
      ...(code === undefined ? {} : { 'keyward.code': code }),
    },
    error:
      answer === undefined
        ? 'NO_RESPONSE'
        : answer.status >= 500
          ? (code ?? String(answer.status))
          : undefined,
  };
}

/** Returns the code of a refusal; docs/errors.md lists them. */
export function codeOfRefusal({ status, body, headers }: StoredAnswer): string | undefined {
  if (status < 400) return undefined;
  const told =
    typeof body === 'object' && body !== null && 'code' in body ? body.code : headers?.['X-Error-Code'];
  return typeof told === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(told) ? told : undefined;
}
