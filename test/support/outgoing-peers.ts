import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach } from 'vitest';
import {
  createOutgoing,
  type Outgoing,
  OutgoingFailure,
  type OutgoingOptions,
} from '../../src/platform/outgoing.ts';
import { type Certificate, createPrivateCa } from './private-ca.ts';

/** Trusted by every {@link outgoing}. */
export const authority = await createPrivateCa();
const certificate = await authority.issue();

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Does something when the test has ended. */
export const whenDone = (stop: () => unknown): void => void stops.push(stop);

/** @returns the port at which it listens until the test has ended */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  whenDone(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

/** @returns the address of a receiver that answers so */
export const receiver = async (
  answer: RequestListener,
  { cert, key }: Certificate = certificate,
): Promise<string> => `https://127.0.0.1:${await listening(createServer({ cert, key }, answer))}/hook`;

/** The way out, which may reach receivers of this machine. */
export function outgoing(options: Partial<OutgoingOptions> = {}): Outgoing {
  const made = createOutgoing({
    allow: [{ cidr: '127.0.0.0/8', port: undefined }],
    ca: authority.ca,
    ...options,
  });
  whenDone(() => made.close());
  return made;
}

export const post = { method: 'POST', headers: {}, body: Buffer.from('{}') } as const;

/** How a call failed. */
export const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutgoingFailure ? error.code : error),
  );
