import type { Duplex } from 'node:stream';
import { prefersHtml } from '../lib/accept.ts';
import { newId } from '../lib/id.ts';
import { acceptedLocale } from '../lib/locale.ts';
import { defaultBranding } from '../platform/pages/branding.ts';
import { errorPage } from '../platform/pages/error.ts';
import { pageHeaders } from '../platform/pages/headers.ts';

/** The error of Node about a request that its parser refuses. */
export interface Unreadable extends Error {
  code?: string;
  /** The bytes that were read last. If a head is over the limit, the bytes are most of the head. */
  rawPacket?: Buffer;
}

interface Reason {
  status: number;
  phrase: string;
  error: string;
}

const reasons: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    error: 'The headers are larger than 16 KB',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, phrase: 'Request Timeout', error: 'The request took too long' },
};
const invalid: Reason = { status: 400, phrase: 'Bad Request', error: 'The request is not valid HTTP/1.1' };

/** How long a client may read a refusal. */
const secondsToClose = 2;

/**
 * Refuses what the HTTP parser refuses, so that it never becomes a request (decisions 6.1). A browser whose address or cookies are too long
 * gets a page, because a user reads it. Everything else gets the error body of the API.
 */
export function refuseUnreadable(error: Unreadable, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newId('req');
  const reason = reasons[error.code ?? ''] ?? invalid;
  const { headers, body } = (reason.status === 431 && pageOf(error, requestId)) || jsonOf(reason, requestId);
  const head = Object.entries({
    ...headers,
    'X-Request-Id': requestId,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${reason.status} ${reason.phrase}\r\n${head.join('')}\r\n${body}`);
  // A client that never closes its side would hold the connection. Node no longer times it.
  const ending = setTimeout(() => socket.destroy(), secondsToClose * 1_000).unref();
  socket.once('close', () => clearTimeout(ending));
}

interface Written {
  headers: Readonly<Record<string, string>>;
  body: string;
}

const jsonOf = ({ error }: Reason, requestId: string): Written => ({
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ error, code: 'VALIDATION_ERROR', details: {}, requestId }),
});

/** @returns undefined for a program, and for a head whose `Accept` was not read */
function pageOf({ rawPacket }: Unreadable, requestId: string): Written | undefined {
  const head = rawPacket?.toString('latin1') ?? '';
  const header = (name: string): string | undefined =>
    new RegExp(`\\r\\n${name}:[ \\t]*([^\\r\\n]*)`, 'i').exec(head)?.[1];
  if (!prefersHtml(header('accept'))) return undefined;
  const locale = acceptedLocale(header('accept-language')) ?? defaultBranding.locale;
  const view = { locale, branding: defaultBranding, requestId };
  const headers = { ...pageHeaders, 'X-Error-Code': 'VALIDATION_ERROR' };
  return { headers, body: errorPage(view, 'VALIDATION_ERROR', 431).text };
}
