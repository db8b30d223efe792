import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { pythonTools } from '../../scripts/python-tools.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { newSigningSecret, signatureHeaders } from '../../src/webhooks/webhook-signature.ts';
import { blocksOf } from '../support/blocks.ts';
import { aCredential } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { migratedDatabase } from '../support/process.ts';
import { lacks } from '../support/programs.ts';
import { openShell } from '../support/shell.ts';

// docs/webhooks.md: its blocks run here as they stand, but for the three values that are the reader's to set.
const shown = blocksOf('docs/webhooks.md');
const sh = (part: string): string => shown('sh', part);

const tools = pythonTools([3, 10]);
const withoutPython = 'missing' in tools && lacks(undefined, `the Python receiver: ${tools.missing}`);
const pythonFolder = 'missing' in tools ? '' : resolve(tools.folder, 'bin');
const receivers = [
  { language: 'TypeScript', file: 'receiver.ts', source: shown('ts', 'createServer') },
  ...(withoutPython ? [] : [{ language: 'Python', file: 'receiver.py', source: shown('python', 'do_POST') }]),
];

/** A folder in which `make` means that of the checkout, and the clients are installed. */
function aFolder(): { folder: string; env: Record<string, string | undefined> } {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-walkthrough-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'bin'));
  const make = `#!/bin/sh\nexec ${execFileSync('which', ['make'], { encoding: 'utf8' }).trim()} -C '${resolve('.')}' "$@"\n`;
  writeFileSync(join(folder, 'bin/make'), make, { mode: 0o755 });
  // A package may import itself by its name.
  symlinkSync(resolve('clients/typescript/src'), join(folder, 'client'));
  const itself = { name: '@keyward/client', type: 'module', exports: './client/index.ts' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(itself));
  const path = [join(folder, 'bin'), dirname(process.execPath), pythonFolder, process.env['PATH']];
  return {
    folder,
    env: {
      PATH: path.join(delimiter),
      HOME: process.env['HOME'],
      PYTHONPATH: resolve('clients/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  };
}

const event = document.components.schemas.CredentialRotatedEvent.example;
const body = JSON.stringify({ ...event, data: { ...event.data, identityName: 'Zoë' } });

/** The status a receiver answers to the example, signed with this secret. */
function deliver(port: number, ca: Buffer, secret: string): Promise<number | undefined> {
  const headers = signatureHeaders({ secret, id: event.id, at: new Date(), body: Buffer.from(body) });
  return new Promise((done, fail) => {
    request({ host: 'localhost', port, ca, method: 'POST', headers }, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode));
    })
      .once('error', fail)
      .end(body);
  });
}

const testCall = 'curl -sS -X POST $WEBHOOK/test';
const soon = { timeout: 20_000, interval: 100 };

describe('docs/webhooks.md', () => {
  test.for(receivers)(
    'goes from the start to a recovery, with the receiver in $language',
    {
      timeout: 90_000,
    },
    async ({ file, source }) => {
      const { folder, env } = aFolder();
      const [checkout, receiver] = [join(folder, 'checkout'), join(folder, 'receiver')];
      mkdirSync(checkout);
      const terminal = openShell(checkout, env);
      const key = newSecret('kd_test_');
      const [, service = ''] = await terminal.start(sh('openssl req'), /ready http:\/\/localhost:(\d+)/, {
        ...(await migratedDatabase()).env,
        BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
        BOOTSTRAP_TEST_KEY: key,
        PORT: '0',
        // The test asks again and again, where its reader would look twice.
        RATE_LIMIT_PER_MINUTE: '0',
      });
      const port = await freePort();
      const values: Record<string, string> = {
        API: `http://localhost:${service}/api/v1`,
        KEY: key,
        PORT: String(port),
      };
      const settings = sh('KEY=kd_test_').replaceAll(
        /^(\w+)=.*$/gm,
        (_, name: string) => `${name}=${values[name]}`,
      );
      await terminal.run(settings);
      const answer = async (part: string) => JSON.parse(await terminal.run(sh(part)));
      const received = () => {
        const log = join(receiver, 'received.log');
        return existsSync(log) ? readFileSync(log, 'utf8') : '';
      };
      const came = (event: string): number => received().split(event).length - 1;
      let starts = 0;
      const startReceiver = async (): Promise<void> => {
        await terminal.run(sh(file));
        starts++;
        await expect.poll(() => came('listening'), soon).toBe(starts);
      };

      await terminal.run(sh('CREATED='));
      const secretOf = async () => (await terminal.run('echo "$SECRET"')).trim();
      const secret = await secretOf();
      expect(secret).toMatch(/^whsec_/);
      // The certificate and its key are not in the checkout, which is often committed as a whole.
      expect(readdirSync(checkout)).toEqual([]);
      await terminal.run('cd ../receiver');
      writeFileSync(join(receiver, file), source);
      await startReceiver();

      const ca = readFileSync(join(receiver, 'localhost.crt'));
      expect(await deliver(port, ca, newSigningSecret())).toBe(400);
      expect(await deliver(port, ca, secret)).toBe(204);
      expect(await deliver(port, ca, secret)).toBe(204);
      await expect.poll(() => came(event.id), soon).toBe(1);

      expect(await answer(testCall)).toMatchObject({ status: 'SUCCESS' });
      expect(came('webhook.test evt_')).toBe(1);
      expect(await answer('deploy-bot')).toMatchObject({ name: 'deploy-bot' });
      await expect.poll(() => came('identity.created'), soon).toBe(1);
      const newest = async (part: string) => (await answer(part)).data[0];
      await expect.poll(() => newest('$WEBHOOK/deliveries "$@"'), soon).toMatchObject({ status: 'SUCCESS' });

      expect(await answer('night-job')).toMatchObject({ name: 'night-job' });
      // The guide waits until the receiver has ended. Otherwise an attempt may meet a connection that ends in its handshake.
      const refused = { lastAttempt: { error: 'CONNECTION_REFUSED' } };
      // A shell that is not interactive ends at the sentence of the guide, so the delivery is awaited before.
      const retried = 'curl -sS "$WEBHOOK/deliveries?status=RETRYING" "$@"';
      await expect.poll(() => terminal.run(retried), soon).toContain('dlv_');
      expect(await newest('FAILED=')).toMatchObject({ status: 'RETRYING', ...refused });
      await terminal.run(sh('for RETRY'));
      await expect
        .poll(() => answer('$DELIVERY "$@"'), soon)
        .toMatchObject({ status: 'FAILED', attemptCount: 6 });
      expect(await newest('LETTERS=')).toMatchObject({ eventType: 'identity.created', attemptCount: 6 });

      await startReceiver();
      expect(await answer('$LETTER/replay')).toMatchObject({ status: 'PENDING' });
      await expect.poll(() => came('identity.created'), soon).toBe(2);
      expect(await answer('dead-letters/replay')).toEqual({ deliveries: 0, hasMore: false });

      expect(await answer('ROTATED=')).toMatchObject({ status: 'SUCCESS' });
      expect(await secretOf()).not.toBe(secret);
      await terminal.run('kill $RECEIVER; wait $RECEIVER');
      await startReceiver();
      expect(await answer(testCall)).toMatchObject({ status: 'SUCCESS' });
      const ours = createClient(`http://127.0.0.1:${service}`, key);
      const credential = await aCredential(ours);
      await ours.call('rotateCredential', { path: { id: credential.id } });
      await expect.poll(() => came(`${credential.id} must be replaced before 20`), soon).toBe(1);

      const before = came('identity.created');
      const [paused = ''] = (await terminal.run(sh('$WEBHOOK/pause'))).split('\n');
      expect(JSON.parse(paused)).toMatchObject({ status: 'PAUSED' });
      expect(await newest('$WEBHOOK/deliveries "$@"')).toMatchObject({ status: 'HELD' });
      expect(await answer('$WEBHOOK/resume')).toMatchObject({ status: 'ACTIVE' });
      await expect.poll(() => came('identity.created'), soon).toBe(before + 1);
      expect(await answer('$WEBHOOK/recover')).toEqual({ deliveries: 0, hasMore: false });
    },
  );

  const secret = newSigningSecret();
  const headers = (from: string, at = new Date()) =>
    Object.fromEntries(
      Object.entries(signatureHeaders({ secret: from, id: event.id, at, body: Buffer.from(body) })).map(
        ([name, value]) => [name.toLowerCase(), value],
      ),
    );
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const cases = [
    ['true', body, headers(secret)],
    ['false', body.replace('Zoë', 'Eve'), headers(secret)],
    ['false', body, headers(newSigningSecret())],
    ['false', body, headers(secret, anHourAgo)],
    ['false', body, { ...headers(secret), 'x-service-signature': 'ab' }],
  ] as const;

  test('shows three lines of TypeScript that tell a genuine delivery', () => {
    const { folder } = aFolder();
    writeFileSync(join(folder, 'by-hand.ts'), shown('ts', 'isGenuine'));
    const call = `import { isGenuine } from './by-hand.ts';
      const [body, headers, secret] = process.argv.slice(-3);
      console.log(isGenuine(Buffer.from(body), JSON.parse(headers), secret));`;
    for (const [expected, sent, given] of cases) {
      const words = ['--input-type=module', '-e', call, sent, JSON.stringify(given), secret];
      expect(execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }).trim()).toBe(expected);
    }
  });

  test.skipIf(withoutPython)('shows three lines of Python that do the same', () => {
    const call = `${shown('python', 'is_genuine')}
import json, sys
print(str(is_genuine(sys.argv[1].encode(), json.loads(sys.argv[2]), sys.argv[3])).lower())`;
    for (const [expected, sent, given] of cases) {
      const words = ['-c', call, sent, JSON.stringify(given), secret];
      expect(execFileSync(join(pythonFolder, 'python'), words, { encoding: 'utf8' }).trim()).toBe(expected);
    }
  });
});
