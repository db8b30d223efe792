import { checkType, failureOf, isRedirect, readAnswer, redirected, textOf } from './answer.ts';
import { KeywardConnectionError, KeywardError } from './errors.ts';
import {
  type Call,
  type CallOptions,
  type Caller,
  checkRetries,
  checkTimeout,
  initOf,
  targetOf,
} from './request.ts';
import { delayBeforeRetry, sleep } from './retry.ts';

export interface TransportOptions {
  baseUrl: string;
  caller: Caller;
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof fetch;
  userAgent: string;
}

const idempotentMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
// The statuses with which a proxy or the service says that it cannot answer now.
const passing = new Set([502, 503, 504]);

/** Sends requests to one service as one caller: time-out, retries, and one typed error for every failure. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** @throws {KeywardError} of the class that fits, or the reason of `options.signal` */
  async send<Answer>(call: Call, options: CallOptions = {}): Promise<Answer> {
    const { baseUrl, caller, userAgent } = this.#options;
    const maxRetries = checkRetries(options.maxRetries ?? this.#options.maxRetries);
    const url = baseUrl + targetOf(call);
    const init = initOf(call, options, caller, userAgent);
    const { response, answer } = await this.#repeat(url, init, call, options, maxRetries);
    // Outside of the attempts: an error of the caller's is the caller's, and no reason to send again.
    options.onResponse?.(response);
    return answer as Answer;
  }

  /**
   * Opens a response that has no end, with one attempt. The signal ends it.
   * @throws {KeywardError} of the class that fits
   */
  async open(call: Call, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { baseUrl, caller, fetch, userAgent } = this.#options;
    const url = baseUrl + targetOf(call);
    try {
      const response = await fetch(url, { ...initOf(call, {}, caller, userAgent), signal });
      if (isRedirect(response)) throw redirected(response, url);
      const failure = response.ok ? undefined : failureOf(response, await textOf(response, call.accept));
      if (failure) throw failure;
      checkType(response, call.accept);
      if (response.body) return response.body;
      throw new TypeError('The response has no body');
    } catch (error) {
      if (error instanceof KeywardError) throw error;
      throw connectionFailed(error, url);
    }
  }

  async #repeat(url: string, init: RequestInit, call: Call, options: CallOptions, maxRetries: number) {
    const repeatable = idempotentMethods.has(call.method) || call.keyed === true;
    for (let attempt = 0; ; attempt += 1) {
      options.signal?.throwIfAborted();
      try {
        return await this.#attempt(url, init, call, options);
      } catch (error) {
        const again = error instanceof KeywardError && mayRepeat(error, repeatable);
        const delay = again && attempt < maxRetries ? delayBeforeRetry(error, attempt) : undefined;
        if (delay === undefined) throw error;
        await sleep(delay, options.signal);
      }
    }
  }

  async #attempt(url: string, init: RequestInit, call: Call, { signal, ...options }: CallOptions) {
    const timeoutMs = checkTimeout(options.timeoutMs ?? this.#options.timeoutMs);
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const { fetch } = this.#options;
      const response = await fetch(url, { ...init, signal: controller.signal });
      if (isRedirect(response)) throw redirected(response, url);
      // The response to a deletion shows no resource, even where a dry run would.
      const accept = call.empty && response.status === 204 ? undefined : call.accept;
      // The type is checked before the body is read, because the response of another server may have no end.
      if (response.ok) checkType(response, accept);
      const text = await textOf(response, accept);
      const failure = failureOf(response, text);
      if (failure) throw failure;
      return { response, answer: readAnswer(response, text, accept) };
    } catch (error) {
      if (error instanceof KeywardError) throw error;
      signal?.throwIfAborted();
      throw notAnswered(error, controller.signal.aborted, timeoutMs, url);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
}

/**
 * Returns whether a call may be repeated. A request over the rate limit was not executed, so any call may be repeated.
 * After other failures the service may have acted.
 */
function mayRepeat(error: KeywardError, repeatable: boolean): boolean {
  if (error.status === 429) return true;
  if (!repeatable) return false;
  return error instanceof KeywardConnectionError || (error.status !== undefined && passing.has(error.status));
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
  return connectionFailed(cause, url);
}

const connectionFailed = (cause: unknown, url: string) =>
  new KeywardConnectionError(`The connection to ${new URL(url).origin} failed`, {
    code: 'CONNECTION_FAILED',
    cause,
  });
