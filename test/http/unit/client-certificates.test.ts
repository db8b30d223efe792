import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devicePlace } from '../../../src/http/device-server.ts';
import { readConfig } from '../../../src/config.ts';
import { listen, type Listener } from '../../../src/http/server.ts';
import { createPrivateCa, type PrivateCa } from '../../support/private-ca.ts';

let folder: string;
let authority: PrivateCa;
let files: { tlsCert: string; tlsKey: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-certificates-'));
  authority = await createPrivateCa();
  const { cert, key } = await authority.issue();
  files = { tlsCert: join(folder, 'server.pem'), tlsKey: join(folder, 'server.key') };
  writeFileSync(files.tlsCert, cert);
  writeFileSync(files.tlsKey, key);
});
afterAll(() => rmSync(folder, { recursive: true }));

const listening = (connections: number, milliseconds: number): Promise<Listener> =>
  listen((_request, response) => response.end(), {
    host: '127.0.0.1',
    port: 0,
    ...files,
    clients: { authorities: [authority.ca], connections, isBalancer: () => false, milliseconds },
  });

/** Opens a connection and says nothing. */
async function opened(port: number, localAddress: string): Promise<Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Says hello on a connection. The answer shows that the server holds it. @throws the server has closed it */
async function answered(socket: Socket): Promise<void> {
  const secure = tls.connect({ socket, rejectUnauthorized: false });
  secure.on('error', () => undefined); // it has no certificate, and may be told so afterwards
  await once(secure, 'secureConnect');
}

describe('a listener that asks for client certificates', () => {
  test('lets one address hold as many connections as are free, so that others get some', async () => {
    const server = await listening(8, 60_000);
    const open = await Promise.all(Array.from({ length: 8 }, () => opened(server.port, '127.0.0.1')));
    const kept = () => open.filter(({ closed }) => !closed);
    await expect.poll(kept).toHaveLength(4);
    const other = await opened(server.port, '127.0.0.2');
    for (const socket of [...kept(), other]) await answered(socket);
    for (const socket of [...kept(), other]) socket.destroy();
    await server.stop(0);
  });

  test('ends a connection that says nothing', async () => {
    const server = await listening(8, 50);
    const socket = net.connect({ port: server.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.resume();
    await once(socket, 'close');
    await server.stop(0);
  });
});

describe('devicePlace', () => {
  const place = async (pem: string, more: Record<string, string> = {}) => {
    const TLS_CLIENT_CA = join(folder, 'clients.pem');
    writeFileSync(TLS_CLIENT_CA, pem);
    const settings = { DEVICE_ORIGIN: 'https://device.example.com', DEVICE_PORT: '8443' };
    return devicePlace(
      readConfig({ ...more, TLS_CLIENT_CA, ...settings, TLS_CERT: 'a.pem', TLS_KEY: 'a.key' }),
    );
  };

  test('takes every authority of the file', async () => {
    const { ca } = await createPrivateCa();
    expect((await place(`# ours\n${authority.ca}${ca}`))?.clients?.authorities).toHaveLength(2);
  });

  test('takes a trusted proxy for a load balancer, and no other peer', async () => {
    const isBalancer = (await place(authority.ca, { TRUSTED_PROXIES: '10.0.0.5' }))?.clients?.isBalancer;
    expect([isBalancer?.('10.0.0.5'), isBalancer?.('10.0.0.6')]).toEqual([true, false]);
  });

  test('refuses a file with something else than authorities, because the start would not tell', async () => {
    const { cert } = await authority.issue();
    const broken = authority.ca.replace('MII', 'MIX');
    for (const pem of ['', 'no certificate', cert, authority.ca + cert, broken])
      await expect(place(pem)).rejects.toThrow(
        'TLS_CLIENT_CA must have certificates of authorities (basicConstraints CA:TRUE) in PEM, and no others.',
      );
  });

  test('says that a file cannot be read', async () => {
    const config = readConfig({
      TLS_CLIENT_CA: join(folder, 'nothing.pem'),
      DEVICE_ORIGIN: 'https://device.example.com',
      DEVICE_PORT: '8443',
      TLS_CERT: 'a.pem',
      TLS_KEY: 'a.key',
    });
    await expect(devicePlace(config)).rejects.toThrow(
      'TLS_CLIENT_CA names a file that cannot be read (ENOENT).',
    );
  });

  test('is nothing without TLS_CLIENT_CA', async () => {
    expect(await devicePlace(readConfig({}))).toBeUndefined();
  });
});
