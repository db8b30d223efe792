import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { anIdentity } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { migratedDatabase, otherProgram, service } from '../support/process.ts';
import { receiverCa, startReceiver } from '../support/receiver.ts';
import { createWebhook, soon } from '../support/webhooks.ts';

// Tests of programs run on Node. This one starts the whole program under Deno, with its background tasks.
test('under Deno the whole service starts, answers, delivers an event by its workers, and ends with 0', {
  timeout: 120_000,
}, async () => {
  const hook = await startReceiver();
  const folder = mkdtempSync(join(tmpdir(), 'keyward-deno-'));
  onTestFinished(async () => {
    await hook.close();
    rmSync(folder, { recursive: true });
  });
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, receiverCa.ca);
  const { env } = await migratedDatabase();
  const live = newSecret('kd_live_');
  const { PATH, HOME } = process.env;
  const started = await service(
    {
      ...env,
      BOOTSTRAP_LIVE_KEY: live,
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
      EGRESS_ALLOW: '127.0.0.0/8',
      DENO_CERT: ca,
      NODE_EXTRA_CA_CERTS: ca,
    },
    (file, settings) =>
      otherProgram('node_modules/.bin/deno', ['run', '-A', file], {
        PATH,
        HOME,
        WARM_UP: 'off',
        ...settings,
      }),
  );
  const client = createClient(started.origin, live);
  await createWebhook(client, { url: hook.url, events: ['identity.created'] });
  const identityId = await anIdentity(client);
  await expect.poll(() => hook.received.map(({ body }) => body.data.identityId), soon).toEqual([identityId]);
  started.signal('SIGTERM');
  expect(await started.ended).toBe(0);
  expect(started.printed()).not.toMatch(/"level":"error"|uncaught/i);
});
