import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../../mikro-orm.config.ts';

/** The first message of a client that wants TLS (PostgreSQL protocol, "SSLRequest"). */
const sslRequest = 80_877_103;

const firstMessages: number[] = [];
/** Refuses TLS, as a server without a certificate does. */
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.once('data', (bytes) => {
    firstMessages.push(bytes.readInt32BE(4));
    socket.end('N');
  });
});

let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  url = `postgres://keyward:secret@127.0.0.1:${port}/keyward?sslmode=require`;
});
afterAll(() => server.close());

const refused = /does not support SSL/;

test('the connections of entities ask for TLS and send nothing without it', async () => {
  firstMessages.length = 0;
  await expect(openDatabase(url, 10, 1)).rejects.toThrow(refused);
  expect(new Set(firstMessages)).toEqual(new Set([sslRequest]));
});

test('the connections of migrations ask for TLS and send nothing without it', async () => {
  firstMessages.length = 0;
  await expect(migrate(url, 'keyward')).rejects.toThrow(refused);
  const orm = await MikroORM.init(ormOptions(url));
  await expect(orm.migrator.getPending()).rejects.toThrow(refused);
  await orm.close(true);
  expect(new Set(firstMessages)).toEqual(new Set([sslRequest]));
});
