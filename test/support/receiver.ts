import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';
import { createPrivateCa } from './private-ca.ts';

/** A request that came to a receiver. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  raw: Buffer;
  // As in client.ts: bodies of every shape are looked into.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** How a receiver answers; it may as well not. */
export type Reply = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  url: string;
  /** Everything that came, in its order. */
  readonly received: readonly Received[];
  /** Requests that were never more than so many at a time. */
  readonly mostAtOnce: number;
  answer: (reply: Reply) => void;
  close: () => Promise<void>;
}

/** The authority of all receivers: for NODE_EXTRA_CA_CERTS of a process of its own. */
export const receiverCa = await createPrivateCa();
const certificate = await receiverCa.issue();
let trusted = false;

/** From then on this process believes what {@link receiverCa} has issued. */
export function trustReceivers(): void {
  if (!trusted) setDefaultCACertificates([...getCACertificates('default'), receiverCa.ca]);
  trusted = true;
}

const bodyOf = (raw: Buffer, type: string | undefined): unknown => {
  if (raw.length === 0) return undefined;
  const text = raw.toString();
  if (type?.startsWith('text/xml')) return text;
  return type?.startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(new URLSearchParams(text))
    : JSON.parse(text);
};

export const accept: Reply = (response) => response.writeHead(204).end();
export const refuse: Reply = (response) => response.writeHead(500).end('out of order');
/** Until the receiver is closed. */
export const hang: Reply = () => undefined;

/** Starts an HTTPS receiver of webhooks whose private authority this process believes from then on. */
export async function startReceiver(reply: Reply = accept): Promise<Receiver> {
  trustReceivers();
  const received: Received[] = [];
  let now = reply;
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer(certificate, (request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    response.once('close', () => atOnce--);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        raw,
        body: bodyOf(raw, request.headers['content-type']),
      };
      received.push(one);
      now(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    received,
    get mostAtOnce() {
      return mostAtOnce;
    },
    answer(next) {
      now = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A receiver that the end of the test closes. */
export async function aReceiver(reply?: Reply): Promise<Receiver> {
  const receiver = await startReceiver(reply);
  onTestFinished(() => receiver.close());
  return receiver;
}
