import type { KeywardError } from './errors.ts';

const firstDelayMs = 250;
const longestBackoffMs = 8_000;
/** A service that asks for more is not waited for: the caller gets the error with `retryAfterSeconds`. */
const longestAskedSeconds = 60;

/** How long the service asks to wait, in seconds: Retry-After in both its forms, else when the rate window ends. */
export function askedDelay({ status, headers }: Response): number | undefined {
  const after = headers.get('retry-after');
  if (after !== null) {
    if (/^\d+$/.test(after)) return Number(after);
    // `Date.parse` alone would take 1.5 for a day long ago. The form of asctime has no comma and no zone (RFC 9110, section 5.6.7).
    const asctime = /^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d [\d:]{8} \d{4}$/.test(after);
    const date = asctime
      ? Date.parse(`${after} GMT`)
      : /^[A-Za-z]{3,}, /.test(after)
        ? Date.parse(after)
        : NaN;
    if (!Number.isNaN(date)) return Math.max(0, (date - Date.now()) / 1000);
  }
  const reset = status === 429 ? headers.get('x-ratelimit-reset') : null;
  return reset !== null && /^\d+$/.test(reset) ? Math.max(0, Number(reset) - Date.now() / 1000) : undefined;
}

/** Milliseconds to wait before the next attempt, or undefined when waiting makes no sense. */
export function delayBeforeRetry(
  { retryAfterSeconds: asked }: KeywardError,
  attempt: number,
): number | undefined {
  const jitter = backoff(attempt);
  if (asked === undefined) return jitter;
  return asked > longestAskedSeconds ? undefined : asked * 1000 + jitter;
}

/** Milliseconds before another attempt. Full jitter, so that callers refused together do not come back together. */
export const backoff = (attempt: number, longestMs = longestBackoffMs): number =>
  Math.random() * Math.min(longestMs, firstDelayMs * 2 ** attempt);

/** @throws the signal's reason as soon as it is aborted */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
