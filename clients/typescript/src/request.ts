import { KeywardUsageError, misuse } from './errors.ts';

/** The options of a call besides its parameters. */
export interface CallOptions {
  /** Ends the call, waits between attempts included; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** For one attempt, in milliseconds; instead of the client's. */
  timeoutMs?: number | undefined;
  /** Attempts after the first; instead of the client's. */
  maxRetries?: number | undefined;
  /**
   * Changes only a resource that still has this ETag (RFC 9110 section 13.1.1), otherwise it answers 412.
   * Operations that do not declare `If-Match` ignore it.
   */
  ifMatch?: string | undefined;
  /**
   * A key of your own for a creating call, so that you can repeat it after a crash; the client makes one otherwise.
   * Operations that do not declare `Idempotency-Key` are not sent it.
   */
  idempotencyKey?: string | undefined;
  /**
   * Does everything and keeps nothing: the answer is the resource as it would be, with what would change. A call that
   * has no dry run is not sent.
   */
  dryRun?: boolean | undefined;
  /**
   * Wraps the secret for so many seconds, 30 to 3600: its field then holds a token for `credentials.unwrap`. A call that
   * answers no secret is not sent.
   */
  wrapTtl?: number | undefined;
  /** Sees the status and headers (ETag, X-RateLimit-…) of a success; its body is already read. */
  onResponse?: ((response: Response) => void) | undefined;
}

/** Who calls: a key, the session of the browser in a tenant, or, without a key, anybody. */
export type Caller = { apiKey: string | undefined } | { tenant: string };

/** One operation of the contract and the values of this call. */
export interface Call {
  method: string;
  /** As in the contract, with `{name}` for each parameter. */
  path: string;
  parameters?: Record<string, string>;
  query?: object | undefined;
  body?: unknown;
  /** The media type of the body, which is sent as JSON. */
  type?: string;
  /** The media type of the answer; undefined where it has no body. */
  accept?: string;
  /** Whether it may answer 204, without a body, as well. */
  empty?: true;
  /** Whether the operation honours Idempotency-Key. */
  keyed?: true;
  /** Whether the operation has a dry run. */
  dry?: true;
  /** Whether the operation answers a secret, which can be wrapped. */
  wraps?: true;
  /** The event behind which a stream goes on (WHATWG HTML, section 9.2.4). */
  lastEventId?: string | undefined;
}

/** @throws {KeywardUsageError} when it cannot be the wait for one attempt */
export function checkTimeout(timeoutMs: number): number {
  // Timers of JavaScript run out at once when they are asked for more than 31 bits.
  if (timeoutMs > 0 && timeoutMs < 2 ** 31) return timeoutMs;
  throw misuse('timeoutMs must be more than 0 and less than 2,147,483,648');
}

/** @throws {KeywardUsageError} when it cannot be a number of attempts */
export function checkRetries(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0) return maxRetries;
  throw misuse('maxRetries must be a whole number, 0 or more');
}

/** The path and query of a call. @throws {KeywardUsageError} */
export function targetOf({ path, parameters = {}, query = {} }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    // `..` would climb out of the path, and an empty one is another operation.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value) || !isWellFormed(value))
      throw misuse(`${name} must be the id of a resource`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][])
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one));
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

/**
 * Returns the options of `fetch`, the same for every attempt.
 * @throws {KeywardUsageError}
 */
export function initOf(
  { method, body, type, accept, keyed, dry, wraps, lastEventId }: Call,
  { idempotencyKey, ifMatch, dryRun, wrapTtl }: CallOptions,
  caller: Caller,
  userAgent: string,
): RequestInit {
  const headers = new Headers();
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) return;
    // Checked here because the error of `fetch` would show the value.
    if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value))
      throw misuse(`${name} must be printable ASCII`);
    headers.set(name, value);
  };
  if ('tenant' in caller) set('Keyward-Tenant', caller.tenant);
  else {
    set('Authorization', caller.apiKey && `Bearer ${caller.apiKey}`);
    // A page keeps the name of its browser.
    set('User-Agent', userAgent);
  }
  set('Accept', accept);
  set('If-Match', ifMatch);
  set('Last-Event-ID', lastEventId);
  // A service that does not know the header would do it all.
  if (dryRun && !dry) throw misuse('dryRun is not for this operation');
  if (dryRun) set('X-Dry-Run', 'true');
  if (wrapTtl !== undefined && !wraps) throw misuse('wrapTtl is not for this operation');
  set('X-Wrap-Ttl', wrapTtl?.toString());
  // The same key on every attempt: the service answers a repetition with the first answer, secret included.
  if (keyed) set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
  // A key needs no cookie, and the service refuses a request with both.
  const credentials = 'tenant' in caller ? 'same-origin' : 'omit';
  const init: RequestInit = { method, headers, redirect: 'manual', credentials };
  if (body === undefined) return init;
  set('Content-Type', type);
  return { ...init, body: jsonOf(body) };
}

function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new KeywardUsageError('The body cannot be written as JSON', { code: 'INVALID_ARGUMENT', cause });
  }
}

function isWellFormed(text: string): boolean {
  try {
    return encodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}
