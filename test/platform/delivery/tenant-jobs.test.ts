// Calls to strangers, mails and house-keeping have places of their own: what hangs for one tenant delays no other.
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { mailCatcher } from '../../support/mail-catcher.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { aReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';
import type { Client } from '../../support/client.ts';

const soon = { timeout: 20_000, interval: 25 };
const services: TestService[] = [];
// After the mail servers, which end what hangs at them.
afterAll(async () => {
  for (const service of services) await service.stop();
});

async function working(
  url: string,
  options: Parameters<typeof startTestService>[1] = {},
): Promise<TestService> {
  const service = await startTestService(
    { ROLE: 'all', SMTP_URL: url, MAIL_FROM: 'keyward@example.com' },
    options,
  );
  services.push(service);
  return service;
}

async function invite(client: Client): Promise<string> {
  const email = anEmail();
  const { status } = await client.call('createUser', { body: { email, sendInvite: true } });
  expect(status).toBe(201);
  return email;
}

/** A client of a tenant that is told of so many logouts, as if it had as many addresses. */
async function logouts({ sql }: TestService, client: Client, url: string, number: number): Promise<void> {
  const { clientId } = await anOidcClient(client, { backchannelLogoutUri: url });
  await sql(
    `insert into tenant_jobs (org_id, class, address, task, payload, max_attempts)
     select $1, 'call', 'client-' || n, 'tell-logout',
            jsonb_build_object('orgId', $1::text, 'clientId', $2::text, 'userId', 'usr_' || n, 'sid', 'sid-' || n), 10
       from generate_series(1, $3::int) as n`,
    [client.orgId, clientId, number],
  );
}

/** A breaker that opens and closes within a second. */
const quick = {
  lookMs: 50,
  renewMs: 20_000,
  retryMs: 100,
  mailServer: { firstPauseMs: 500, longestPauseMs: 500 },
};

/** House-keeping runs, and the process says that it is ready. */
async function isAtWork({ sql, origin }: TestService): Promise<void> {
  const key = 'expire-credentials';
  await sql(
    `update graphile_worker._private_jobs set run_at = now() - interval '1 day' where key = $1 and locked_at is null`,
    [key],
  );
  const armed = () => sql('select from graphile_worker.jobs where key = $1 and run_at > now()', [key]);
  await expect.poll(async () => (await armed()).length, soon).toBe(1);
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
}

/** Takes connections and says nothing. */
async function hangingPeer(): Promise<{ url: string; reached: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/logout`,
    reached: () => sockets.size,
  };
}

describe('jobs of tenants', { timeout: 90_000 }, () => {
  test('delay no other mail, call or house-keeping while forty clients of one tenant hang', async () => {
    const { url, mails } = await mailCatcher();
    const service = await working(url);
    const { sql, ours, theirs } = service;
    const peer = await hangingPeer();
    const receiver = await aReceiver();
    await logouts(service, ours, peer.url, 40);
    await expect.poll(peer.reached, soon).toBeGreaterThanOrEqual(8);
    const held = await sql('select from tenant_jobs where leased_until > now()');
    // Half of the places, at most.
    expect(held.length).toBeLessThanOrEqual(16);

    const email = await invite(theirs);
    await logouts(service, theirs, receiver.url, 1);
    await expect.poll(() => mails.map(({ recipients }) => recipients), soon).toEqual([[email]]);
    await expect.poll(() => receiver.received.length, soon).toBe(1);
    await isAtWork(service);
    // None of the forty has succeeded or been given up meanwhile.
    const left = await sql('select from tenant_jobs where org_id = $1 and given_up_at is null', [ours.orgId]);
    expect(left).toHaveLength(40);
  });

  test('that hang while sending mail leave places for mails of other tenants and for house-keeping', async () => {
    const { url, mails } = await mailCatcher('say nothing', 'say nothing');
    const service = await working(url);
    const first: string[] = [];
    for (let at = 0; at < 10; at++) first.push(await invite(service.ours));
    await expect.poll(() => mails.length, soon).toBe(2);
    const email = await invite(service.theirs);
    await expect.poll(() => mails.length, soon).toBeGreaterThanOrEqual(3);
    // Eight of the first tenant were asked for before it.
    expect(mails.slice(0, 3).map(({ recipients }) => recipients)).toEqual([
      [expect.toBeOneOf(first)],
      [expect.toBeOneOf(first)],
      [email],
    ]);
    await isAtWork(service);
  });

  // How few are tried meanwhile is said in tenant-job-nodes.test.ts.
  test('wait while the mail server is down, then go out, and house-keeping continues meanwhile', async () => {
    const { url, mails, receptions } = await mailCatcher(...Array<'hang up'>(100).fill('hang up'));
    const service = await working(url, { jobPacing: quick });
    const { sql } = service;
    for (let at = 0; at < 10; at++) await invite(service.ours);
    const tried = () => sql('select from tenant_jobs where last_error is not null');
    await expect.poll(async () => (await tried()).length, soon).toBeGreaterThanOrEqual(3);
    await isAtWork(service);
    // It is up again.
    receptions.length = 0;
    await expect.poll(() => sql('select from tenant_jobs'), soon).toEqual([]);
    expect(new Set(mails.map(({ recipients }) => recipients.join())).size).toBe(10);
  });

  test('that have no mail to send report nothing about a mail server that is down', async () => {
    const service = await working('smtp://127.0.0.1:9');
    const { sql, ours } = service;
    for (let at = 0; at < 10; at++) {
      await invite(ours);
      await sql(
        `insert into tenant_jobs (org_id, class, task, payload, max_attempts)
         values ($1, 'mail', 'send-invitation', jsonb_build_object('orgId', $1::text, 'userId', 'usr_gone'), 25)`,
        [ours.orgId],
      );
    }
    const tried = () => sql('select from tenant_jobs where last_error is not null');
    await expect.poll(async () => (await tried()).length, soon).toBeGreaterThanOrEqual(3);
    await isAtWork(service);
    expect((await sql('select from tenant_jobs where attempts = 0')).length).toBeGreaterThanOrEqual(5);
  });

  test('whose mail no server takes end, and report nothing about a mail server that is down', async () => {
    // No job is tried twice, and a pause lasts longer than the test.
    const mailServer = { firstPauseMs: 600_000, longestPauseMs: 600_000 };
    const service = await working('smtp://127.0.0.1:9', {
      jobPacing: { ...quick, retryMs: 600_000, mailServer },
    });
    const { sql, ours } = service;
    const tried = async () => (await sql('select from tenant_jobs where last_error is not null')).length;
    for (const failures of [1, 2]) {
      await invite(ours);
      await expect.poll(tried, soon).toBe(failures);
    }
    for (const email of ['ada@mail.localhost', `${'ä'.repeat(33)}@example.com`]) {
      const { status, body } = await ours.call('createUser', { body: { email, sendInvite: true } });
      expect([status, body.email]).toEqual([201, email]);
      await expect.poll(async () => (await sql('select from tenant_jobs')).length, soon).toBe(2);
    }
    // The third failure in a row starts the pause.
    await invite(ours);
    await expect.poll(tried, soon).toBe(3);
    await invite(ours);
    await isAtWork(service);
    expect(await sql('select from tenant_jobs where attempts = 0')).toHaveLength(1);
  });

  test('are limited if any caller can cause them, while notices of changes still go out', async () => {
    const service = await startTestService({
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'keyward@example.com',
    });
    services.push(service);
    const { sql, ours, theirs } = service;
    await sql(
      `insert into tenant_jobs (org_id, class, task, payload, max_attempts)
       select $1, 'mail', 'send-notice', '{}', 25 from generate_series(1, 10000)`,
      [ours.orgId],
    );
    const body = { email: anEmail(), sendInvite: true };
    const refused = await ours.call('createUser', { body });
    expect(refused.status).toBe(503);
    expect(JSON.stringify(refused.body)).toContain('10000 mails of this organization are waiting to be sent');
    await invite(theirs);
    await sql(`delete from tenant_jobs where ctid in (select ctid from tenant_jobs limit 1)`);
    expect((await ours.call('createUser', { body })).status).toBe(201);
  });
});
