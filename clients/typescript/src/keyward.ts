import { KeywardUsageError } from './errors.ts';
import { Families } from './generated/families.ts';
import { type Caller, checkRetries, checkTimeout } from './request.ts';
import { version } from './generated/version.ts';
import { Transport } from './transport.ts';

const ourAgent = `keyward-typescript/${version}`;

/** A user who is signed in with the browser. */
export interface KeywardSession {
  /** The tenant that the calls work in: that of the session, or its test twin; `org_…`. */
  tenant: string;
}

interface KeyOption {
  /** `kd_live_…` or `kd_test_…`, for the SCIM operations a token `scim_…`; only public operations work without one. */
  apiKey?: string | undefined;
  session?: undefined;
}

interface SessionOption {
  /** Instead of a key, on a page of the origin of the service: the browser adds the cookie of the user who is signed in. */
  session: KeywardSession;
  apiKey?: undefined;
}

interface CommonOptions {
  /** Where the service answers, `https://keyward.example`; in a browser the page's own origin if left out. */
  baseUrl?: string | undefined;
  /** For one attempt, in milliseconds; default 30,000. */
  timeoutMs?: number | undefined;
  /**
   * Attempts after the first; default 2. Repeated are: any call refused with 429, and after 502, 503, 504 or a
   * broken connection only those that cannot act twice. A DELETE that comes again may answer 404: it is gone.
   */
  maxRetries?: number | undefined;
  /** Stands before the name of this client in `User-Agent`, such as `shop/2.1`. A browser may send its own name instead. */
  userAgent?: string | undefined;
  /** Sends the requests instead of the global `fetch`, for proxies and tests; it must end when its signal does. */
  fetch?: typeof fetch | undefined;
}

/** Who calls is a key or a session, never both. */
export type KeywardOptions = CommonOptions & (KeyOption | SessionOption);

/** A client of one service with one API key or session. It holds no connection, so it needs no closing. */
export class Keyward extends Families {
  readonly #transport: Transport;

  /** @throws {KeywardUsageError} when one of the options cannot be what it should */
  constructor({
    baseUrl,
    apiKey,
    session,
    timeoutMs = 30_000,
    maxRetries = 2,
    fetch = globalThis.fetch,
    userAgent,
  }: KeywardOptions = {}) {
    // `fetch` of a browser must be called without a receiver of ours.
    const send: typeof fetch = (...request) => fetch(...request);
    const transport = new Transport({
      baseUrl: checkedBase(baseUrl),
      caller: callerOf(apiKey, session),
      timeoutMs: checkTimeout(timeoutMs),
      maxRetries: checkRetries(maxRetries),
      fetch: send,
      userAgent: userAgent === undefined ? ourAgent : `${userAgent} ${ourAgent}`,
    });
    super(transport);
    this.#transport = transport;
  }

  /**
   * Opens the stream of changes of credentials as it comes, with one attempt, for 90 to 120 seconds. `verificationCache` reads it.
   * @param after the id of the last event that was read
   * @throws {KeywardError} of the class that fits
   */
  openChanges(after: string | undefined, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    // The place of a process that is frozen stays taken until then. Not the same for all, or they would come back together.
    const query = { seconds: 90 + Math.floor(31 * Math.random()) };
    const accept = 'text/event-stream';
    return this.#transport.open(
      { method: 'GET', path: '/api/v1/credentials/changes', query, accept, lastEventId: after },
      signal,
    );
  }
}

function checkedBase(given: string | undefined): string {
  const base = given ?? (globalThis as { location?: { origin?: string } }).location?.origin ?? '';
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new KeywardUsageError(
      'baseUrl must be the http(s) address of the service, like https://keyward.example',
      {
        code: 'INVALID_BASE_URL',
      },
    );
  // `?` and `#` without anything after them are not in these two.
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function callerOf(apiKey: string | undefined, session: KeywardSession | undefined): Caller {
  if (session === undefined) return { apiKey: checkedKey(apiKey) };
  if (apiKey !== undefined) throw wrongSession('give apiKey or session, not both');
  if (/^org_[0-9a-z]{26}$/.test(session.tenant)) return { tenant: session.tenant };
  throw wrongSession('session.tenant must be the id of a tenant, org_…');
}

const wrongSession = (message: string) => new KeywardUsageError(message, { code: 'INVALID_SESSION' });

function checkedKey(key: string | undefined): string | undefined {
  // Other characters would make `fetch` throw an error that shows the header.
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return key;
  throw new KeywardUsageError('apiKey must be a key like kd_live_…, without spaces or line ends', {
    code: 'INVALID_API_KEY',
  });
}
