import { readFile } from 'node:fs/promises';
import http, { type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Config } from '../config.ts';
import { newId } from '../lib/id.ts';

/** A listening server. */
export interface Listener {
  port: number;
  /** Takes no new requests, waits for those that run (at most `graceMs`), and closes. */
  stop(graceMs: number): Promise<void>;
}

const limits = { maxHeaderSize: 16_384, headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 };

/** @throws when the port is taken or a TLS file cannot be read */
export async function listen(
  handler: RequestListener,
  { host, port, tlsCert, tlsKey }: Pick<Config, 'host' | 'port' | 'tlsCert' | 'tlsKey'>,
): Promise<Listener> {
  const server: Server =
    tlsCert !== undefined && tlsKey !== undefined
      ? https.createServer({ ...limits, cert: await readFile(tlsCert), key: await readFile(tlsKey) }, handler)
      : http.createServer(limits, handler);
  server.on('clientError', refuseUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: actual } = server.address() as AddressInfo;

  return {
    port: actual,
    stop: (graceMs) =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** What the HTTP parser refuses never becomes a request; it gets the error body all the same (decisions 6.1). */
function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newId('req');
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = tooLarge ? '431 Request Header Fields Too Large' : late ? '408 Request Timeout' : '400 Bad Request';
  const body = JSON.stringify({
    error: tooLarge ? 'The headers are larger than 16 KB' : late ? 'The request took too long' : 'This is not HTTP/1.1 that can be read',
    code: 'VALIDATION_ERROR',
    details: {},
    requestId,
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
