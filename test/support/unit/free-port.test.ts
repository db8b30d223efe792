import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../free-port.ts';

test('is one that the system gives to no other program, and that can be used at once', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(ports).size).toBe(20);
  // The first of those that Linux gives.
  expect(ports.filter((port) => port >= 32_768)).toEqual([]);
  for (const port of ports)
    await new Promise<void>((done, fail) => {
      const server = createServer().once('error', fail);
      server.listen(port, '127.0.0.1', () => server.close(() => done()));
    });
});
