import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Returns a port of 127.0.0.1 that refuses connections. The port is the near end of a connection, so no other program gets
 * the port until it is freed. A port that was merely closed may belong to another test's receiver a moment later.
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
