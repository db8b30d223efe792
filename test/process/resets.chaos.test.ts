import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { createClient } from '../support/client.ts';
import { migratedDatabase, service } from '../support/process.ts';
import { sendRaw } from '../support/raw.ts';

/** Sends this and resets the connection, at once or when the first answer comes. */
async function reset(origin: string, text: string, when: 'at once' | 'when answered'): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  if (when === 'at once') {
    socket.write(text, () => socket.resetAndDestroy());
  } else {
    socket.write(text);
    socket.on('data', () => socket.resetAndDestroy());
  }
  await closed;
}

describe('clients that reset their connections', { timeout: 90_000 }, () => {
  test('disturb neither the service nor other clients, and count as no fault', async () => {
    const { env } = await migratedDatabase();
    const live = newSecret('kd_live_');
    const node = await service({
      ...env,
      BOOTSTRAP_LIVE_KEY: live,
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
      RATE_LIMIT_PER_MINUTE: '0',
    });
    const { origin } = node;
    const client = createClient(origin, live);
    const key = `Host: x\r\nAuthorization: Bearer ${live}\r\n`;
    const upload = `POST /api/v1/identities HTTP/1.1\r\n${key}Content-Type: application/json\r\nContent-Length: 50\r\n`;
    const requests = [
      'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'garbage\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      `GET /api/v1/identities HTTP/1.1\r\n${key}\r\n`,
      `${upload}\r\n{"na`,
      `${upload}Expect: 100-continue\r\n\r\n{"na`,
    ];
    for (let turn = 0; turn < 30; turn++) {
      const resets = requests.flatMap((text) => [
        reset(origin, text, 'at once'),
        reset(origin, text, 'at once'),
        ...(text.startsWith(upload) && !text.includes('100-continue')
          ? []
          : [reset(origin, text, 'when answered')]),
      ]);
      const calls = await Promise.all(Array.from({ length: 8 }, () => client.call('listIdentities')));
      expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
      await Promise.all(resets);
    }
    const { status, text } = await sendRaw(origin, { path: '/metrics' });
    expect(status).toBe(200);
    expect(text).not.toMatch(/keyward_http_request_duration_seconds_count\{[^}]*status="5/);
    expect(node.printed()).not.toMatch(
      /SERVICE_UNAVAILABLE|INTERNAL_ERROR|"level":(50|60)|"level":"(error|fatal)"/,
    );
  });
});
