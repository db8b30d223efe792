// MCP over HTTP, on this machine only, for tests of clients. Each request stands alone.
// Modules of Node are loaded late, because in the one file each import at the top is loaded at every start.
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { Library } from './load-library.ts';

const path = '/mcp';
const largestBody = 1024 * 1024;
const connections = 32;

export interface HttpOptions {
  port: number;
  /** The value that callers send in `Authorization: Bearer`. */
  token: string;
  make: McpServerFactory;
  library: Library;
}

/** Returns a function that compares a text with a secret, in the same time for each text of that length. */
async function comparer(secret: string): Promise<(text: string) => boolean> {
  const { createHash, timingSafeEqual } = await import('node:crypto');
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (text) => timingSafeEqual(digest(text), expected);
}

/** A page in a browser may reach this port under a name of its own. Such a request has that name as its `Host` or its `Origin`. */
const isOfThisMachine = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
};

/** Returns the status and the sentence of a refusal, or undefined. */
function refusalOf(
  { url = '', headers }: IncomingMessage,
  isToken: (text: string) => boolean,
): [status: number, why: string] | undefined {
  if (!isOfThisMachine(`http://${headers.host ?? ''}`))
    return [403, 'The host must be localhost or 127.0.0.1.'];
  if (headers.origin !== undefined && !isOfThisMachine(headers.origin))
    return [403, 'Pages of other sites must not call this server.'];
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  if (!isToken(given)) return [401, 'Send the value of KEYWARD_MCP_TOKEN as a bearer token.'];
  if (url.split('?')[0] !== path) return [404, `The path is ${path}.`];
  if (Number(headers['content-length'] ?? 0) > largestBody)
    return [413, `A request has at most ${largestBody} bytes.`];
  return undefined;
}

/** Starts the server. @returns its address, and how it ends */
export async function serveHttp({
  port,
  token,
  make,
  library,
}: HttpOptions): Promise<{ url: string; close: () => Promise<void> }> {
  const handler = library.createMcpHandler(make, { maxRequestBodySize: largestBody });
  const isToken = await comparer(token);
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, isToken);
    if (refusal) {
      // A connection that is closed before the body has come loses the response.
      request.resume();
      return refuse(response, refusal);
    }
    respond(request, response, handler.fetch).catch(() => response.destroy());
  });
  server.maxConnections = connections;
  server.requestTimeout = 30_000;
  await listening(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const listening = (server: HttpServer, port: number): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });

function refuse(response: ServerResponse, [status, message]: [number, string]): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }));
}

/** Passes a request of Node to a function of the web, and its response back. */
async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const { Readable } = await import('node:stream');
  const { pipeline } = await import('node:stream/promises');
  const { method = 'GET', headers, url } = incoming;
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  };
  const response = await fetch(new Request(`http://127.0.0.1${url}`, init));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
}
