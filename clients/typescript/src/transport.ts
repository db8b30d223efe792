import { KeywardAnswerError, KeywardConnectionError, KeywardError, KeywardUsageError } from './errors.ts';
import { failureOf, readAnswer } from './answer.ts';
import { delayBeforeRetry, sleep } from './retry.ts';

/** What each call may be told besides its parameters. */
export interface CallOptions {
  /** Ends the call, waits between attempts included; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** For one attempt, in milliseconds; instead of the client's. */
  timeoutMs?: number;
  /** Attempts after the first; instead of the client's. */
  maxRetries?: number;
  /** Changes only a resource that still has this ETag (RFC 9110 section 13.1.1), otherwise it answers 412. */
  ifMatch?: string;
  /** A key of your own for a creating call, so that you can repeat it after a crash; the client makes one otherwise. */
  idempotencyKey?: string;
  /** Sees the answer's status and headers (ETag, X-RateLimit-…) before the call resolves; its body is already read. */
  onResponse?: (response: Response) => void;
}

/** One operation of the contract and the values of this call. */
export interface Call {
  method: string;
  /** As in the contract, with `{name}` for each parameter. */
  path: string;
  parameters?: Record<string, string>;
  query?: object | undefined;
  body?: unknown;
  /** The media type of the body. */
  type?: string;
  /** The media type of the answer; undefined where it has no body. */
  accept?: string;
  /** Whether the operation honours Idempotency-Key. */
  keyed?: true;
}

export interface TransportOptions {
  baseUrl: string;
  apiKey: string | undefined;
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof fetch;
}

const idempotentMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
// What a proxy or the service says when it could not do it now.
const passing = new Set([502, 503, 504]);

/** Sends requests to one service with one key: time-out, retries, and one typed error for whatever goes wrong. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** @throws {KeywardError} of the class that fits, or the reason of `options.signal` */
  async send<Answer>(call: Call, options: CallOptions = {}): Promise<Answer> {
    const { maxRetries = this.#options.maxRetries, signal } = options;
    const url = this.#address(call);
    const init = this.#init(call, options);
    const repeatable = idempotentMethods.has(call.method) || call.keyed === true;
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      try {
        return await this.#attempt<Answer>(url, init, call, options);
      } catch (error) {
        const again = error instanceof KeywardError && mayRepeat(error, repeatable);
        const delay = again && attempt < maxRetries ? delayBeforeRetry(error, attempt) : undefined;
        if (delay === undefined) throw error;
        await sleep(delay, signal);
      }
    }
  }

  async #attempt<Answer>(url: string, init: RequestInit, call: Call, options: CallOptions): Promise<Answer> {
    const { timeoutMs = this.#options.timeoutMs, signal, onResponse } = options;
    const controller = new AbortController();
    const forward = (): void => controller.abort();
    const timer = setTimeout(forward, timeoutMs);
    signal?.addEventListener('abort', forward, { once: true });
    try {
      const { fetch } = this.#options;
      const response = await fetch(url, { ...init, signal: controller.signal });
      if (isRedirect(response)) throw redirected(response, url);
      const text = await response.text();
      const failure = failureOf(response, text);
      if (failure) throw failure;
      const answer = readAnswer(response, text, call.accept);
      onResponse?.(response);
      return answer as Answer;
    } catch (error) {
      if (error instanceof KeywardError) throw error;
      signal?.throwIfAborted();
      throw notAnswered(error, controller.signal.aborted, timeoutMs, url);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', forward);
    }
  }

  #address({ path, parameters = {}, query = {} }: Call): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = parameters[name];
      // `..` would climb out of the path, and an empty one is another operation.
      if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
        throw new KeywardUsageError(`${name} must be the id of a resource`, { code: 'INVALID_ARGUMENT' });
      return encodeURIComponent(value);
    });
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query) as [string, unknown][])
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined && one !== null) search.append(name, String(one));
    return `${this.#options.baseUrl}${filled}${search.size > 0 ? `?${search.toString()}` : ''}`;
  }

  #init({ method, body, type, accept, keyed }: Call, { idempotencyKey, ifMatch }: CallOptions): RequestInit {
    const headers = new Headers();
    const set = (name: string, value: string | undefined) => value !== undefined && headers.set(name, value);
    const { apiKey } = this.#options;
    set('Authorization', apiKey && `Bearer ${apiKey}`);
    set('Accept', accept);
    set('If-Match', ifMatch);
    // The same key on every attempt: the service answers a repetition with the first answer, secret included.
    if (keyed) set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
    const init: RequestInit = { method, headers, redirect: 'manual', credentials: 'omit' };
    if (body === undefined) return init;
    set('Content-Type', type);
    const form = type === 'application/x-www-form-urlencoded';
    return {
      ...init,
      body: form ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body),
    };
  }
}

/** A refused rate is no execution, so any call may come again; after the others the service may have acted. */
function mayRepeat(error: KeywardError, repeatable: boolean): boolean {
  if (error.status === 429) return true;
  if (!repeatable) return false;
  return error instanceof KeywardConnectionError || (error.status !== undefined && passing.has(error.status));
}

// Browsers show a redirect they were told not to follow as an opaque answer with status 0.
const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

function redirected(response: Response, url: string): KeywardAnswerError {
  // Its body is never read, so the connection is given back here.
  void response.body?.cancel();
  const { origin } = new URL(url);
  const target = response.headers.get('location');
  // Following would send the API key to whatever the answer names.
  return new KeywardAnswerError(
    `${origin} redirects${target ? ` to ${target}` : ''}; set baseUrl to where the service answers itself`,
    { code: 'REDIRECT', ...(response.status ? { status: response.status } : {}) },
  );
}

function notAnswered(
  cause: unknown,
  timedOut: boolean,
  timeoutMs: number,
  url: string,
): KeywardConnectionError {
  const { origin } = new URL(url);
  if (timedOut)
    return new KeywardConnectionError(`${origin} did not answer within ${timeoutMs} ms`, {
      code: 'TIMEOUT',
      cause,
    });
  return new KeywardConnectionError(`The connection to ${origin} failed`, {
    code: 'CONNECTION_FAILED',
    cause,
  });
}
