import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that passes bytes on to a node. */
export interface Cuttable {
  origin: string;
  /** Cuts every connection. */
  cut: () => void;
  /** Passes nothing on for a while, as a network that lost its way. The connections stay open. */
  hold: (milliseconds: number) => void;
  /** Passes later connections on to another node. */
  turnTo: (origin: string) => void;
  stop: () => void;
}

/** Starts a proxy to a node. Benches start it, too, so no test stops it. */
export async function cuttable(origin: string): Promise<Cuttable> {
  let { port } = new URL(origin);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    hold(milliseconds) {
      const held = [...sockets];
      for (const socket of held) socket.pause();
      setTimeout(() => held.forEach((socket) => socket.resume()), milliseconds).unref();
    },
    stop() {
      server.close();
      cut();
    },
    turnTo: (other) => ({ port } = new URL(other)),
  };
}
