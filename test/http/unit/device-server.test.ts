import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { deviceListener } from '../../../src/http/device-server.ts';
import { listen, type Listener } from '../../../src/http/server.ts';
import { createLog } from '../../../src/platform/log.ts';

const lines: string[] = [];
const log = createLog(
  { logLevel: 'info', logFormat: 'json' },
  { isTTY: false, write: (line: string | Uint8Array) => lines.push(String(line)) > 0 },
);
let thrown: Error;
let server: Listener;
beforeAll(async () => {
  const visit = (): Promise<never> => Promise.reject(thrown);
  server = await listen(
    deviceListener(visit, log, () => false),
    { host: '127.0.0.1', port: 0 },
  );
});
afterAll(() => server.stop(0));

async function asked(): Promise<{ status: number; requestId: string; header: string | null }> {
  lines.length = 0;
  const response = await fetch(`http://127.0.0.1:${server.port}/ticket?challenge=secret-challenge`);
  const { requestId } = (await response.json()) as { requestId: string };
  return { status: response.status, requestId, header: response.headers.get('x-request-id') };
}

describe('a fault at the device origin', () => {
  test('is logged with the id of the request, and without its challenge', async () => {
    thrown = new Error('a column is missing');
    const { status, requestId, header } = await asked();
    expect([status, header]).toEqual([500, requestId]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      requestId,
      operation: 'device origin',
      msg: 'INTERNAL_ERROR',
      err: { message: 'a column is missing' },
    });
    expect(lines[0]).not.toContain('secret-challenge');
  });

  test('is not logged if it is a refusal', async () => {
    thrown = new Failure('RATE_LIMITED');
    expect((await asked()).status).toBe(429);
    expect(lines).toEqual([]);
  });
});
