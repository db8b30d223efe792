import { readFileSync } from 'node:fs';
import { expect, inject, onTestFinished, test } from 'vitest';
import { aCredential, verify } from '../support/builders.ts';
import { withDatabase } from '../support/global-setup.ts';
import { lacks, lacksCurl, programOf } from '../support/programs.ts';
import { startTestService } from '../support/service.ts';
import { openShell } from '../support/shell.ts';
import { aWebhook } from '../support/webhooks.ts';

/** The commands of docs/incidents.md, but for those that set the reader's own values. */
const [, ...blocks] = [
  ...readFileSync('docs/incidents.md', 'utf8').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm),
].map(([, text = '']) => text);
const without =
  lacksCurl('the commands of docs/incidents.md') ||
  lacks(
    programOf('psql'),
    'the commands of docs/incidents.md need psql (Debian: apt install postgresql-client)',
  );

test.skipIf(without)('the commands of docs/incidents.md do what the page says', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { ours } = service;
  await aWebhook(service, { url: 'https://receiver.example.com/hook', events: ['credential.revoked'] });
  const { secret } = await aCredential(ours, {});
  const shell = openShell('.', {
    PATH: process.env['PATH'],
    HEALTH: service.origin,
    API: `${service.origin}/api/v1`,
    KEY: ours.key,
    LEAKED: secret,
    DATABASE: withDatabase(inject('server').superuser, new URL(service.database).pathname.slice(1)),
  });
  const printed: string[] = [];
  for (const block of blocks) printed.push(await shell.run(block));
  const all = printed.join('\n---\n');
  for (const part of [
    '"status":"ok"',
    'keyward_database_round_trip_seconds',
    'f|off',
    ' MB',
    'idle',
    'restart_lsn',
    '"use":"SAML"',
    '"use":"SAML_ENCRYPTION"',
    'org_id | users',
    '"signingSecret":"whsec_',
    'SUSPENDED',
    'pg_blocking_pids',
    'attempts',
  ])
    expect.soft(all).toContain(part);
  expect((await verify(ours, secret)).valid).toBe(false);
  expect(/node (\d+), Postgres (\d+)/.exec(all)).not.toBeNull();
  expect(blocks).toHaveLength(11);
});
