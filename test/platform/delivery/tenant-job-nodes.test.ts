// Jobs of tenants over several nodes: each runs once, and what a dead node had claimed runs on another.
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { healthReader } from '../../../src/database/health.ts';
import { createMailer } from '../../../src/platform/mail.ts';
import { claimTenantJobs, readQueue } from '../../../src/platform/sql/tenant-jobs.ts';
import { createVault } from '../../../src/platform/vault.ts';
import { startTenantJobs } from '../../../src/workers/tenant-jobs.ts';
import { wiring } from '../../../src/wiring.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { holding } from '../../support/held-rows.ts';
import { mailLimits } from '../../support/invitations.ts';
import { type CaughtMail, mailCatcher, type Reception } from '../../support/mail-catcher.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { poolOf } from '../../support/pool.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const soon = { timeout: 20_000, interval: 25 };
const quick = {
  lookMs: 50,
  renewMs: 50,
  retryMs: 50,
  mailServer: { firstPauseMs: 60_000, longestPauseMs: 60_000 },
};
const mailFrom = 'keyward@example.com';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: mailFrom, LOG_LEVEL: 'silent' },
    { jobPacing: quick },
  );
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.sql('delete from tenant_jobs');
  await service.sql('delete from failing_addresses');
});

/** A node that works. */
async function aNode(url: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const node = await service.startNode({ ROLE: 'all', SMTP_URL: url });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= node.stop());
  onTestFinished(stop);
  return { ...node, stop };
}

async function invited(number: number): Promise<string[]> {
  const emails = Array.from({ length: number }, anEmail);
  const answers = await Promise.all(
    emails.map((email) => service.ours.call('createUser', { body: { email, sendInvite: true } })),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  return emails;
}

const recipients = (mails: readonly CaughtMail[]) => mails.flatMap((mail) => mail.recipients).sort();
const left = () => service.sql('select from tenant_jobs');

describe('jobs of tenants', { timeout: 60_000 }, () => {
  test('run once on two nodes with one queue', async () => {
    const emails = await invited(20);
    const { url, mails } = await mailCatcher();
    const nodes = await Promise.all([aNode(url), aNode(url)]);
    await expect.poll(left, soon).toEqual([]);
    await Promise.all(nodes.map(({ stop }) => stop()));
    expect(recipients(mails)).toEqual(emails.sort());
  });

  test('that a dead node had claimed run after its lease ended, and not before', async () => {
    const pool = poolOf(service);
    const [email = ''] = await invited(1);
    // A node that is killed between the claim and the mail leaves such a claim.
    expect(await claimTenantJobs(pool, { class: 'mail', free: 4, running: [], perAddress: 4 })).toHaveLength(
      1,
    );
    await pool.end();
    const [later = ''] = await invited(1);
    const { url, mails } = await mailCatcher();
    await aNode(url);
    await expect.poll(() => recipients(mails), soon).toEqual([later]);
    await expect.poll(left, soon).toHaveLength(1);
    await service.sql('update tenant_jobs set leased_until = now()');
    await expect.poll(() => recipients(mails), soon).toEqual([later, email].sort());
    await expect.poll(left, soon).toEqual([]);
  });

  test('keep their lease if they take long', async () => {
    await invited(1);
    const { url, mails, hangUp } = await mailCatcher('say nothing');
    await aNode(url);
    await expect.poll(() => mails.length, soon).toBe(1);
    const lease = () =>
      service.sql<{ long: boolean; attempts: number }>(
        `select leased_until > now() + interval '30 seconds' as long, attempts from tenant_jobs where lease is not null`,
      );
    await service.sql(`update tenant_jobs set leased_until = now() + interval '20 seconds'`);
    await expect.poll(lease, soon).toEqual([{ long: true, attempts: 1 }]);
    hangUp();
  });

  test('stay in the queue while the mail server is down: only three mails try it per pause', async () => {
    await invited(10);
    const receptions: Reception[] = Array<Reception>(20).fill('hang up');
    const { url } = await mailCatcher(...receptions);
    await aNode(url);
    const tried = () => service.sql('select from tenant_jobs where last_error is not null');
    await expect.poll(async () => (await tried()).length, soon).toBeGreaterThanOrEqual(3);
    // A job of another class, asked for later, runs through meanwhile; none of the mails does.
    const { clientId } = await anOidcClient(service.ours, {});
    await service.sql(
      `insert into tenant_jobs (org_id, class, address, task, payload, max_attempts)
       select $1, 'call', 'client', 'tell-logout',
              jsonb_build_object('orgId', $1::text, 'clientId', $2::text, 'userId', 'usr_1', 'sid', 'sid-1'), 10`,
      [service.ours.orgId, clientId],
    );
    await expect.poll(() => service.sql(`select from tenant_jobs where class = 'call'`), soon).toEqual([]);
    // Four were under way when the third failed.
    const attempts = await service.sql<{ sum: number }>('select sum(attempts)::int as sum from tenant_jobs');
    expect(attempts[0]?.sum).toBeLessThanOrEqual(6);
  });

  test('run if the previous release left them among the house-keeping', async () => {
    const email = anEmail();
    const { body } = await service.ours.call('createUser', { body: { email, sendInvite: true } });
    await service.sql('delete from tenant_jobs');
    await service.sql(`select graphile_worker.add_job('send-invitation', $1::json)`, [
      JSON.stringify({ orgId: service.ours.orgId, userId: body.id }),
    ]);
    const { url, mails } = await mailCatcher();
    await aNode(url);
    await expect.poll(() => recipients(mails), soon).toEqual([email]);
    await expect.poll(left, soon).toEqual([]);
  });
});

describe('the readiness and the metrics', { timeout: 60_000 }, () => {
  test('describe the process: late jobs are a number, and no reason to remove the node', async () => {
    await service.sql(
      `insert into tenant_jobs (org_id, class, task, payload, max_attempts, due_at)
       select $1, class, 'send-notice', '{}', 25, now() - interval '1 day'
         from unnest(array['mail', 'call', 'work', 'replay']) as class`,
      [service.ours.orgId],
    );
    // A node takes none of them, as if its places were taken.
    await holding(service, 'select from tenant_jobs for update');
    const node = await aNode('smtp://127.0.0.1:9');
    await expect.poll(async () => (await fetch(`${node.origin}/health/ready`)).status, soon).toBe(200);
    const metrics = await (await fetch(`${node.origin}/metrics`)).text();
    for (const name of ['mail', 'call', 'work', 'replay'])
      expect(
        Number(metrics.split(`keyward_jobs_lag_seconds{class="${name}"} `)[1]?.split('\n')[0]),
      ).toBeGreaterThan(80_000);
  });

  test('have their own connection while requests hold all others', async () => {
    const name = new URL(service.database).pathname.slice(1);
    const database = await openDatabase(withDatabase(inject('server').service, name), 5);
    onTestFinished(() => database.close());
    const held: PoolClient[] = [];
    for (const pool of [database.pool, database.hot, database.patient])
      for (let at = 0; at < pool.options.max; at++) held.push(await pool.connect());
    onTestFinished(() => held.forEach((client) => client.release()));
    const health = healthReader(database, {
      isStopping: () => false,
      restoreFault: () => Promise.resolve(undefined),
      masterKeyFault: () => Promise.resolve(undefined),
    });
    expect(await health()).toMatchObject({ status: 'ok' });
    expect((await readQueue(database.probe)).queues).toHaveLength(5);
  });
});

describe('failing calls to an address of a tenant', () => {
  test('log no errors: one line when the address pauses, and one for each abandoned job', async () => {
    const lines: { level: string; pausesAddress?: boolean; givenUp?: boolean }[] = [];
    const log = pino(
      { level: 'info', formatters: { level: (level) => ({ level }) } },
      { write: (line) => void lines.push(JSON.parse(line)) },
    );
    const name = new URL(service.database).pathname.slice(1);
    const database = await openDatabase(withDatabase(inject('server').service, name), 5);
    const failing = { open: () => Promise.reject(new Error('The address answered with 500')) };
    await service.sql(
      `insert into tenant_jobs (org_id, class, address, task, payload, max_attempts)
       select $1, 'call', 'dead.example', 'tell-logout', jsonb_build_object('orgId', $1::text), 3
         from generate_series(1, 3)`,
      [service.ours.orgId],
    );
    const jobs = startTenantJobs(
      {
        database,
        mailer: createMailer({ databaseUrl: 'x', smtpUrl: undefined, mailFrom: undefined, dataDir: '.' }),
        limits: mailLimits,
        vault: createVault([Buffer.alloc(32)]),
        baseUrl: () => 'https://id.example',
        readDocument: async () => ({ problem: 'UNREACHABLE' }),
        outgoing: {
          mayReach: () => false,
          send: () => Promise.reject(new Error('nothing is sent')),
          close: async () => undefined,
        },
        records: async () => ({ kind: 'absent' }),
        oidc: failing,
        endings: wiring.endings,
        geoIp: undefined,
        enforcement: wiring.enforcement,
        log,
        jobDone: () => undefined,
      },
      quick,
    );
    const waiting = async () => {
      await service.sql('update failing_addresses set retry_at = now()');
      return (await service.sql('select from tenant_jobs where given_up_at is null')).length;
    };
    await expect.poll(waiting, soon).toBe(0);
    await jobs.stop();
    await database.close();
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn']);
    expect(lines.filter(({ pausesAddress }) => pausesAddress)).toHaveLength(1);
    expect(lines.filter(({ givenUp }) => givenUp)).toHaveLength(3);
  });
});
