// Every call to an address that a user or a tenant chose goes through this file (security.md section 2).
import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import type { LookupAddress } from 'node:dns';
import { connect, type TLSSocket } from 'node:tls';
import { callbackify } from 'node:util';
import type { Agent, buildConnector } from 'undici';
import { errorCode } from '../lib/error-code.ts';
import { type EgressRule, egressMatcher } from '../lib/egress-rule.ts';
import { createLookUp, type LookUp } from './look-up.ts';
import { isPublicAddress } from '../lib/public-address.ts';
import { hostOf, isCallablePort, type MayReach, portOf } from '../lib/public-url.ts';

const outcomes = {
  TIMEOUT: 'There was no complete response in time',
  DNS_FAILURE: 'The name has no address',
  CONNECTION_REFUSED: 'No connection could be made',
  TLS_ERROR: 'The certificate or the TLS handshake was not accepted',
  BLOCKED_ADDRESS: 'The address is not https, or is not on the public internet',
  CONNECTION_LOST: 'The connection was lost before the response was complete',
  RESPONSE_TOO_LARGE: 'The response is too large',
} as const;

export type OutgoingFailureCode = keyof typeof outcomes;

/** A call that got no answer. The message may be shown; the cause, which may hold addresses, is for the log. */
export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure';
  readonly code: OutgoingFailureCode;

  constructor(code: OutgoingFailureCode, cause?: unknown) {
    super(outcomes[code], { cause });
    this.code = code;
  }
}

export interface OutgoingRequest {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
  /** Ends the call at once; it then throws the signal's reason, not an {@link OutgoingFailure}. */
  signal?: AbortSignal;
  /** For everything, from the look-up of the name to the last byte of the answer. */
  timeoutMs?: number;
  /** A response with a longer body counts as a failure. */
  maximumBytes?: number;
  /** How much of the body is given back. */
  keepBytes?: number;
}

/** The headers of a response that say how long it may be kept, as they came. */
export interface Caching {
  cacheControl: string | undefined;
  expires: string | undefined;
  date: string | undefined;
  age: string | undefined;
}

export interface OutgoingAnswer {
  /** Any; redirects are not followed. */
  status: number;
  /** The start of the body as it came, never decompressed, as text that Postgres can store. */
  body: string;
  /** The same start as it came: a strict parser rejects what `body` replaces. */
  bytes: Buffer;
  /** Its Content-Type, where there is one. */
  type?: string | undefined;
  /** Its headers about caching (RFC 9111 sections 5.1 to 5.3). */
  caching?: Caching | undefined;
  latencyMs: number;
}

export interface Outgoing {
  /**
   * Calls an https URL, if all addresses of its host may be reached, over a connection to one of these.
   * @throws {OutgoingFailure} when there is no complete answer
   */
  send: (url: string, request: OutgoingRequest) => Promise<OutgoingAnswer>;
  /** For {@link refusalOfUrl}. */
  mayReach: MayReach;
  /** Ends all calls and connections. */
  close: () => Promise<void>;
}

export interface OutgoingOptions {
  /** The addresses that may be reached although they are not public: `EGRESS_ALLOW`. */
  allow: readonly EgressRule[];
  /** For tests: the one authority whose certificates are believed, in PEM, and how names are looked up. */
  ca?: string;
  lookUp?: LookUp;
}

const connectMs = 30_000;
/** Connecting tries one after the other: a name with hundreds would have us knock at hundreds of strangers' doors. */
const mostAddresses = 8;
/**
 * The most bytes of one response on the wire. Interim responses, chunk extensions and blank lines do not count as body.
 * Nothing else would therefore stop a receiver that sends these as fast as it can, and reading them takes a whole core.
 */
const wireBytes = 2_097_152;
/** Below the two seconds after which some servers (gunicorn) close, so that we seldom write to a closing one. */
const keepAliveMs = 1_500;

export function createOutgoing({ allow, ca, lookUp = createLookUp() }: OutgoingOptions): Outgoing {
  const isAllowed = egressMatcher(allow);
  const mayReach: MayReach = (address, port) =>
    address === undefined
      ? isCallablePort(port) || allow.some((rule) => rule.port === undefined || rule.port === port)
      : (isPublicAddress(address) && isCallablePort(port)) || isAllowed(address, port);

  async function open(options: buildConnector.Options): Promise<TLSSocket> {
    const host = hostOf(options);
    const port = portOf(options);
    const addresses = await lookUp(host).catch((error: unknown) => {
      throw new OutgoingFailure('DNS_FAILURE', error);
    });
    // One bad address blocks all, because the name may be an attempt to get us to that address.
    if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address, port))) {
      throw new OutgoingFailure('BLOCKED_ADDRESS');
    }
    const socket = await openTls(host, port, addresses.slice(0, mostAddresses), ca);
    // Should a runtime not heed `lookup`, it ends here.
    if (mayReach(socket.remoteAddress ?? '', port)) return limited(socket);
    socket.destroy();
    throw new OutgoingFailure('BLOCKED_ADDRESS');
  }

  const makeAgent = async (): Promise<Agent> => {
    const { Agent } = await loadUndici();
    return new Agent({
      connect(options, callback) {
        callbackify(open)(options, (error, socket) =>
          error ? callback(error, null) : callback(null, socket),
        );
      },
      allowH2: false,
      // The time of a whole call is what counts, and `send` keeps it.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    });
  };
  let agent: Promise<Agent> | undefined;

  return {
    mayReach,
    async close() {
      await (await agent)?.destroy();
    },
    async send(text, wanted) {
      const url = new URL(text);
      if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
        throw new OutgoingFailure('BLOCKED_ADDRESS');
      }
      const { signal, timeoutMs = 30_000 } = wanted;
      signal?.throwIfAborted();
      const end = new AbortController();
      const timer = setTimeout(() => end.abort(new OutgoingFailure('TIMEOUT')), timeoutMs);
      const stop = (): void => end.abort(signal?.reason);
      signal?.addEventListener('abort', stop);
      try {
        // undici heeds the signal only once it has a connection.
        agent ??= makeAgent();
        return await Promise.race([exchange(agent, url, wanted, end.signal), rejection(end.signal)]);
      } catch (error) {
        throw end.signal.aborted ? end.signal.reason : await failureOf(error);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}

const rejection = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** A start does not wait for it: a node may make its first call long after. */
const loadUndici = codeAtFirstUse(() => import('undici'));

async function exchange(
  agent: Promise<Agent>,
  url: URL,
  { method, headers, body, maximumBytes = 1_048_576, keepBytes = 4096 }: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const { request } = await loadUndici();
  const dispatcher = await agent;
  const began = performance.now();
  const answer = await request(url, {
    dispatcher,
    method,
    // We do not decompress responses, so receivers should not compress them.
    headers: { 'accept-encoding': 'identity', ...headers },
    body: body ?? null,
    signal,
  });
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    if (size < keepBytes) kept.push(chunk.subarray(0, keepBytes - size));
    size += chunk.length;
    if (size > maximumBytes) throw new OutgoingFailure('RESPONSE_TOO_LARGE');
  }
  const bytes = Buffer.concat(kept);
  const header = (name: string): string | undefined => [answer.headers[name]].flat()[0];
  return {
    status: answer.statusCode,
    body: textOf(bytes),
    bytes,
    type: header('content-type'),
    caching: {
      cacheControl: header('cache-control'),
      expires: header('expires'),
      date: header('date'),
      age: header('age'),
    },
    latencyMs: Math.round(performance.now() - began),
  };
}

/** A cut character at the end is left out (`stream`), and NUL, which Postgres's text cannot hold, is replaced. */
function textOf(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes, { stream: true })
    .replaceAll('\0', '\uFFFD');
}

/** Connects to one of the addresses and nowhere else; the certificate must be the host's. */
function openTls(
  host: string,
  port: number,
  addresses: LookupAddress[],
  ca: string | undefined,
): Promise<TLSSocket> {
  const [{ address, family }] = addresses as [LookupAddress];
  return new Promise((resolve, reject) => {
    let connected = false;
    const socket = connect({
      host,
      port,
      // An address is not a server name (RFC 6066 section 3); the certificate is then held against the host.
      servername: address === host ? '' : host,
      ALPNProtocols: ['http/1.1'],
      // Said, so that no variable of the environment (NODE_TLS_REJECT_UNAUTHORIZED, NODE_OPTIONS) says otherwise.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(ca === undefined ? {} : { ca }),
      lookup(_host, options, callback) {
        if (options.all) callback(null, addresses);
        else callback(null, address, family);
      },
    });
    const timer = setTimeout(() => socket.destroy(new OutgoingFailure('TIMEOUT')), connectMs);
    socket.setNoDelay(true);
    // The waiting caller keeps the process alive, not a connection that hangs after its call has ended.
    socket.unref();
    timer.unref();
    socket.once('connect', () => {
      connected = true;
    });
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      socket.ref();
      resolve(socket);
    });
    const failed = (error?: unknown): void => {
      clearTimeout(timer);
      if (error instanceof OutgoingFailure) reject(error);
      else if (errorCode(error) === 'ETIMEDOUT') reject(new OutgoingFailure('TIMEOUT', error));
      else reject(new OutgoingFailure(connected ? 'TLS_ERROR' : 'CONNECTION_REFUSED', error));
    };
    socket.once('error', failed);
    socket.once('close', () => failed());
  });
}

/** Ends a connection over which more has come since we last wrote, which is one answer, than one may have. */
function limited(socket: TLSSocket): TLSSocket {
  let written = socket.bytesWritten;
  let before = socket.bytesRead;
  let read = before;
  return socket.on('readable', () => {
    if (socket.bytesWritten !== written) before = read;
    written = socket.bytesWritten;
    read = socket.bytesRead;
    if (read - before > wireBytes) socket.destroy(new OutgoingFailure('RESPONSE_TOO_LARGE'));
  });
}

/** Returns the failure of a call that had a connection. Faults of ours stay as they are. */
async function failureOf(error: unknown): Promise<unknown> {
  const { errors } = await loadUndici();
  if (error instanceof OutgoingFailure || error instanceof errors.InvalidArgumentError) return error;
  if (error instanceof errors.HeadersOverflowError) return new OutgoingFailure('RESPONSE_TOO_LARGE', error);
  return new OutgoingFailure('CONNECTION_LOST', error);
}
