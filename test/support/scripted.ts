import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** When the whole request was there, in milliseconds. */
  at: number;
}
/** The server's behaviour for one request. */
export type Step = (response: ServerResponse) => void;

export interface ScriptedServer {
  origin: string;
  seen: Seen[];
}

/** A server that answers its first request by the first step and so on; the last step repeats. It ends with the test. */
export const scripted = (...steps: Step[]): Promise<ScriptedServer> => scriptedUntil(onTestFinished, steps);

/**
 * The same server for tests that run at the same time. Only the context of such a test knows its end.
 * @param atEnd calls a function when the server may end
 */
export async function scriptedUntil(
  atEnd: (end: () => void) => void,
  steps: Step[],
): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (more: string) => (body += more));
    request.on('end', () => {
      const step = steps[Math.min(seen.length, steps.length - 1)];
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
        at: performance.now(),
      });
      step?.(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Step =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
/** Cuts the connection without an answer. */
export const cut: Step = (response) => void response.destroy();
