import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { withoutDocs } from './error-links.ts';

/** An answer, with its body as it came. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // Tests look into bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface RawRequest {
  method?: string;
  path: string;
  /** A list of pairs sends a header twice. */
  headers?: OutgoingHttpHeaders | readonly string[];
  body?: string | Uint8Array;
  /** Where to call from, 127.0.0.2 for another client. */
  localAddress?: string;
  agent?: http.Agent;
  /** The certificate to trust, for https. */
  ca?: string;
}

const parsed = (headers: IncomingHttpHeaders, text: string): unknown =>
  /^application\/(scim\+)?json/.test(headers['content-type'] ?? '') && text !== ''
    ? withoutDocs(JSON.parse(text))
    : text;

/** Sends a request as it is written: fetch would tidy up the path and the headers. */
export function sendRaw(origin: string, { body, ...request }: RawRequest): Promise<RawAnswer> {
  const { hostname, port, protocol } = new URL(origin);
  const { headers, agent = false, ...options } = request;
  return new Promise((resolve, reject) => {
    const sent = (protocol === 'https:' ? https : http).request(
      { hostname, port, agent, ...(headers ? { headers } : {}), ...options },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const { statusCode = 0, headers } = response;
          resolve({ status: statusCode, headers, text, body: parsed(headers, text) });
        });
      },
    );
    sent.on('error', reject);
    if (body !== undefined && sent.getHeader('content-length') === undefined) {
      sent.setHeader('content-length', Buffer.byteLength(body));
    }
    sent.end(body);
  });
}

/** One connection, on which tests write what no client would. */
export interface RawSocket {
  write(text: string | Uint8Array): void;
  /** The next answer on this connection. @throws when it closes before one came whole */
  answer(options?: { bodiless?: boolean }): Promise<RawAnswer>;
  /** Fulfilled when the server has closed the connection. */
  closed: Promise<void>;
  close(): void;
}

export async function openSocket(origin: string): Promise<RawSocket> {
  const { hostname, port } = new URL(origin);
  const socket = net.connect(Number(port), hostname);
  let received = Buffer.alloc(0);
  let ended = false;
  let wake = (): void => undefined;
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  // A server that closes early resets the connection; what it said before has been read.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    const finish = (): void => {
      ended = true;
      wake();
      resolve();
    };
    socket.on('end', finish);
    socket.on('close', finish);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const more = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (ended) reject(new Error(`the connection closed after ${JSON.stringify(received.toString())}`));
      wake = resolve;
    });

  return {
    write: (text) => void socket.write(text),
    async answer({ bodiless = false } = {}) {
      let end = received.indexOf('\r\n\r\n');
      while (end === -1) {
        await more();
        end = received.indexOf('\r\n\r\n');
      }
      const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      ) as IncomingHttpHeaders;
      const length = bodiless ? 0 : Number(headers['content-length'] ?? 0);
      while (received.length < end + 4 + length) await more();
      const text = received.subarray(end + 4, end + 4 + length).toString();
      received = received.subarray(end + 4 + length);
      return { status: Number(first.split(' ')[1]), headers, text, body: parsed(headers, text) };
    },
    closed,
    close: () => void socket.destroy(),
  };
}
