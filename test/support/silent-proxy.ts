import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The address of a server that can fall silent: its connections stay open, and nothing comes through. */
export async function aSilentProxy(url: string): Promise<{ host: string; silence: () => void }> {
  const to = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => into.destroy());
      from.on('close', () => into.destroy());
      from.on('data', (bytes) => isSilent || into.write(bytes));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, silence: () => void (isSilent = true) };
}
