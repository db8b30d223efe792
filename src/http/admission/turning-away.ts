import { Failure } from '../../failure.ts';
import type { Log } from '../../platform/log.ts';
import { refusalOf, type Refusal } from '../failures.ts';
import type { StoredAnswer } from '../idempotency.ts';
import { strangerOf } from './limits.ts';
import type { Metrics } from '../metrics.ts';
import type { RequestContext } from '../request-context.ts';
import { restDropper } from '../body/rest-of-request.ts';
import { writtenRefusal } from '../written-refusal.ts';

interface Parts {
  metrics: Pick<Metrics, 'observe' | 'turnedAway'>;
  log: Log;
  baseUrl: () => string;
  /** Throws where an answer breaks the contract; for tests. */
  judge?: ((context: RequestContext, answer: StoredAnswer) => void) | undefined;
}

const failure = new Failure('SERVICE_UNAVAILABLE', {
  reason: 'this node has too many requests at once; retry after the seconds in Retry-After',
});

/** Clients that were refused together come back in different seconds: after 1, 2, 3 or 4. */
const longestPause = 4;

/** A body of at most so many bytes is dropped by Node after the response. The rest of a larger one is read before the response. */
const mostDropped = 65_536;

/** Many clients are refused at once. */
const rests = { requests: 32, bytes: 1_048_576, ms: 1_000 };

/** The log tells of refusals once in this time. The metrics count each. */
const quietMs = 10_000;

/**
 * Answers a request that is refused for overload. A refusal must cost little, because there are many of them: it is written from
 * a text that was made once, and has no line in the log.
 */
export function turningAway({ metrics, log, baseUrl, judge }: Parts): (context: RequestContext) => void {
  const texts = new Map<string, readonly [head: string, tail: string]>();
  const dropRest = restDropper(rests);
  let count = 0;
  let told = -Infinity;
  let untold = 0;

  const writtenFor = (context: RequestContext): Refusal<unknown> =>
    writtenRefusal(failure, context, refusalOf(failure, context.requestId, baseUrl()));

  /** @returns the text of a body in which only the id of the request differs */
  const textFor = (context: RequestContext): string => {
    let parts = texts.get(context.errors);
    if (!parts) {
      const { body } = writtenFor({ ...context, requestId: mark });
      const [head = '', tail = ''] = JSON.stringify(body).split(mark);
      texts.set(context.errors, (parts = [head, tail]));
    }
    return parts[0] + context.requestId + parts[1];
  };

  return (context) => {
    const { request, response, incoming, errors, facts, started } = context;
    const headers: Record<string, string> = {
      'Content-Type': 'application/json; charset=utf-8',
      ...context.headers,
    };
    let content: string;
    if (errors === 'api' || errors === 'oauth') content = textFor(context);
    else {
      const { body, headers: more } = writtenFor(context);
      Object.assign(headers, more);
      content = typeof body === 'string' ? body : JSON.stringify(body);
    }
    headers['Retry-After'] = String(1 + (count++ % longestPause));
    if (facts?.scripts) Object.assign(headers, headersForScripts(incoming.origin));
    judge?.(context, { status: 503, body: bodyOf(content), headers });
    headers['Content-Length'] = String(Buffer.byteLength(content));
    const send = (): void => {
      if (!isShort(context)) headers['Connection'] = 'close';
      response.writeHead(503, headers);
      if (request.method === 'HEAD') response.end();
      else response.end(content);
    };
    if (isShort(context)) send();
    else dropRest(request, strangerOf(context.transport.address), send);
    metrics.observe(context.id ?? 'none', 503, (performance.now() - started) / 1000);
    if (facts?.work) metrics.turnedAway(facts.work);
    untold++;
    if (started - told < quietMs) return;
    told = started;
    log.warn(
      { refused: untold, work: facts?.work },
      'requests are refused, because this node has too many at once',
    );
    untold = 0;
  };
}

const mark = 'id-of-the-request';

/** Lets a script of another origin read when it may come back. The refusal says nothing about the client or the tenant. */
const headersForScripts = (origin: string | undefined): Record<string, string> => ({
  Vary: 'Origin',
  ...(origin === undefined
    ? {}
    : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' }),
});

const bodyOf = (content: string): unknown => (content.startsWith('{') ? JSON.parse(content) : content);

/** Whether Node can drop the rest of the request: it does so by itself, once the response was sent. */
const isShort = ({ request, incoming }: RequestContext): boolean =>
  request.complete ||
  (incoming['transfer-encoding'] === undefined && Number(incoming['content-length'] ?? 0) <= mostDropped);
