import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A port of 127.0.0.1 that refuses connections and that nobody else is given until it is freed: it is the near end of a
 * connection. A port that was merely closed may belong to another test's receiver a moment later.
 */
export async function closedPort(): Promise<{ port: number; free: () => void }> {
  const ends: Socket[] = [];
  const server = createServer((socket) => ends.push(socket.on('error', () => undefined)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  await new Promise((done) => near.once('connect', done));
  const free = (): void => {
    server.close();
    for (const socket of [near, ...ends]) socket.destroy();
  };
  return { port: near.localPort ?? 0, free };
}
