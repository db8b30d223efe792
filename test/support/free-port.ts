import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below this, Linux gives no port to a program that asks for any, nor to the near end of a connection (ip_local_port_range). So no
 * other test gets a port of here between two starts of the program that has it.
 */
const [least, below] = [20_000, 32_768];

const given = new Set<number>();

/** A free port of 127.0.0.1, for programs that must be told theirs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(least, below);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
