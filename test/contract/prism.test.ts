import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cases, exampleBody, reader, targetOf } from './enumerate.ts';

// The document is a mock for those who build against us: every example must be answered by one.
let prism: ChildProcess;
let origin: string;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const prismFile = 'node_modules/@stoplight/prism-cli/dist/index.js';
  prism = spawn(
    process.execPath,
    [prismFile, 'mock', '--errors', '-p', String(port), 'generated/openapi.json'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes('is listening on')) resolve();
    };
    prism.stdout?.on('data', hear);
    prism.stderr?.on('data', hear);
    prism.on('exit', (code) => reject(new Error(`Prism ended with ${code}: ${said}`)));
  });
}, 60_000);

afterAll(() => {
  prism.removeAllListeners('exit');
  prism.kill();
});

describe('Prism on the bundle', () => {
  test.for(cases)('answers the example of $id as it is declared', async (operation) => {
    const example = exampleBody(operation);
    const values = Object.fromEntries(
      operation.parameters
        .filter((one) => one.in === 'path')
        .map((one) => [one.name ?? '', String((one as { example?: string }).example)]),
    );
    const response = await fetch(origin + targetOf(operation, values), {
      method: operation.method,
      headers: {
        ...(operation.secured ? { authorization: 'Bearer kd_test_mock' } : {}),
        ...(example ? { 'content-type': 'application/json' } : {}),
      },
      ...(example ? { body: JSON.stringify(example) } : {}),
    });
    const text = await response.text();
    expect({ status: response.status, text }).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
    const declared = reader.answers(operation).find(({ status }) => status === String(response.status));
    expect(declared).toBeDefined();
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const media = declared?.content?.[type];
    expect(media).toBeDefined();
    if (media?.schema && type === 'application/json')
      expect(reader.misfit(media.schema, JSON.parse(text))).toEqual([]);
  });

  test('refuses a request that breaks the contract', async () => {
    const { status } = await fetch(`${origin}/api/v1/identities`, {
      method: 'POST',
      headers: { authorization: 'Bearer kd_test_mock', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x' }),
    });
    expect(status).toBeGreaterThanOrEqual(400);
  });
});
