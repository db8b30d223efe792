import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below this, Linux gives no port to a program that asks for any, nor to the near end of a connection (ip_local_port_range). So no
 * other test gets a port of here between two starts of the program that has it.
 */
const [least, below] = [20_000, 32_768];

/** Each worker of a run draws from ports of its own, as another one's program may be about to take the port it was told. */
const [worker, workers] = [Number(process.env['VITEST_POOL_ID'] ?? 0), 16];

const given = new Set<number>();

/** A free port of 127.0.0.1, for programs that must be told theirs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const drawn = randomInt(least, below);
    const port = drawn - (drawn % workers) + (worker % workers);
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
