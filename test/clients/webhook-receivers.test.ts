import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { pythonTools } from '../../scripts/python-tools.ts';
import { newSigningSecret, signatureHeaders } from '../../src/lib/webhook-signature.ts';
import { lacks } from '../support/programs.ts';

// docs/webhooks.md: what is shown there is what runs here.
const page = readFileSync('docs/webhooks.md', 'utf8');
const shown = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^\`]*(?:\`[^\`]+\`[^\`]*)*?)\`\`\``).exec(page)?.[1] ?? '';

const work = mkdtempSync(join(tmpdir(), 'keyward-receivers-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(work, { recursive: true, force: true });
});

const tools = pythonTools([3, 10]);
const withoutPython = 'missing' in tools && lacks(undefined, `the Python receiver: ${tools.missing}`);
const secret = newSigningSecret();

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts a receiver of the page; `printed` resolves with a line that matches. */
async function start(program: string, file: string, source: string, env: Record<string, string> = {}) {
  const path = join(work, file);
  writeFileSync(path, source);
  const port = await freePort();
  const child = spawn(program, [path], {
    env: { ...process.env, ...env, PORT: String(port), KEYWARD_WEBHOOK_SECRET: secret },
  });
  children.push(child);
  let output = '';
  const printed = (wanted: RegExp): Promise<string> =>
    new Promise((done, fail) => {
      const look = () => {
        if (wanted.test(output)) done(output);
      };
      const add = (chunk: Buffer) => {
        output += chunk.toString();
        look();
      };
      child.stdout.on('data', add);
      child.stderr.on('data', add);
      child.once('exit', () => fail(new Error(`${file} ended: ${output}`)));
      look();
    });
  await printed(/listening/);
  return { origin: `http://127.0.0.1:${port}`, printed };
}

async function deliver(origin: string, { from = secret }: { from?: string } = {}): Promise<number> {
  const event = document.components.schemas.CredentialRotatedEvent.example;
  const body = Buffer.from(JSON.stringify(event));
  const headers = signatureHeaders({ secret: from, id: event.id, at: new Date(), body });
  const { status } = await fetch(origin, { method: 'POST', headers, body });
  return status;
}

async function expectReceiver({ origin, printed }: Awaited<ReturnType<typeof start>>): Promise<void> {
  expect(await deliver(origin, { from: newSigningSecret() })).toBe(400);
  expect(await deliver(origin)).toBe(204);
  expect(await deliver(origin)).toBe(204);
  // Once, although it came twice, and not at all when another had signed it.
  const output = await printed(/replaced/);
  expect(output.match(/cred_01kahz5v3be4nr7q2m8x9c0d1e must be replaced before 2026-/g)).toHaveLength(1);
}

describe('docs/webhooks.md', () => {
  test('shows a receiver in TypeScript that verifies, and takes an event once', async () => {
    const source = shown('ts').replace('@keyward/client', resolve('clients/typescript/src/index.ts'));

    await expectReceiver(await start(process.execPath, 'receiver.ts', source));
  });

  test.skipIf(withoutPython)('shows one in Python that does the same', async () => {
    const python = 'missing' in tools ? '' : resolve(tools.folder, 'bin/python');
    const env = { PYTHONPATH: resolve('clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };

    await expectReceiver(await start(python, 'receiver.py', shown('python'), env));
  });
});
