import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import type { TenantTasks } from '../../../src/platform/queue.ts';
import { claimTenantJobs, removeTenantJob } from '../../../src/platform/sql/tenant-jobs.ts';
import { findTenant } from '../../../src/platform/sql/tenants.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { createVault } from '../../../src/platform/vault.ts';
import { oweAlerts } from '../../../src/risk/channels/owing.ts';
import type { Severity } from '../../../src/risk/severity.ts';
import { mailAlert } from '../../../src/workers/mail-alert.ts';
import { tellChannel } from '../../../src/workers/tell-channel.ts';
import { aReader, aRuleWith, raised, routingKey } from '../../support/alert-channels.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { mailCatcher, readable } from '../../support/mail-catcher.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { accept, aReceiver, refuse, trustReceivers } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const soon = { timeout: 20_000, interval: 25 };
const jobPacing = {
  lookMs: 50,
  renewMs: 20_000,
  retryMs: 20,
  mailServer: { firstPauseMs: 100, longestPauseMs: 100 },
};

let service: TestService;
beforeAll(async () => {
  trustReceivers();
  service = await startTestService({ ROLE: 'all' }, { jobPacing });
});
afterAll(() => service.stop());

const channelsOf = async (id: string, at: TestService = service) =>
  (await at.ours.call('getAlertRule', { path: { id } })).body.channels;
const jobsOf = (channelId: string, at: TestService = service) =>
  at.sql<{ payload: TenantTasks['tell-channel']; due_at: Date; attempts: number }>(
    `select payload, due_at, attempts from tenant_jobs where payload ->> 'channelId' = $1 order by id`,
    [channelId],
  );

/** A service that sends mails, and those that it has sent to an address. */
async function mailing() {
  const { url, mails } = await mailCatcher();
  const sender = await startTestService(
    { ROLE: 'all', SMTP_URL: url, MAIL_FROM: 'keyward@example.com' },
    { jobPacing },
  );
  onTestFinished(() => sender.stop());
  const mailsTo = (email: string) => mails.filter(({ recipients }) => recipients.includes(email));
  return { service: sender, mailsTo };
}

describe('an alert', () => {
  test('reaches Slack and Teams, once each', async () => {
    const [slack, teams] = [await aReceiver(), await aReceiver()];
    const made = await aRuleWith(service.ours, [
      { type: 'SLACK', url: slack.url },
      { type: 'TEAMS', url: teams.url },
    ]);
    const { id } = await raised(service, made);
    await expect.poll(() => [slack.received.length, teams.received.length], soon).toEqual([1, 1]);
    expect(slack.received[0]?.body.text).toContain(
      `/admin/${service.ours.orgId}/alerts/${id}|Open in Keyward>`,
    );
    expect(teams.received[0]?.body.attachments[0].content.actions[0].url).toMatch(
      new RegExp(`/alerts/${id}$`),
    );
    const noted = () => channelsOf(made.ruleId);
    await expect
      .poll(noted, soon)
      .toMatchObject([{ lastSuccessAt: expect.any(String) }, { lastSuccessAt: expect.any(String) }]);
    // It is counted in the same alert.
    await raised(service, made);
    expect([slack.received.length, teams.received.length]).toEqual([1, 1]);
  });

  test('has a title in the language of the branding in a chat', async () => {
    const slack = await aReceiver();
    const locale = (language: string) => service.ours.call('updateBranding', { body: { locale: language } });
    expect((await locale('fr')).status).toBe(200);
    onTestFinished(async () => void (await locale('en')));
    await raised(service, await aRuleWith(service.ours, [{ type: 'SLACK', url: slack.url }]));
    await expect.poll(() => slack.received.length, soon).toBe(1);
    expect(slack.received[0]?.body.text).toContain('Une anomalie a été détectée : ');
  });

  test('is sent again after failures, and after the death of a node', async () => {
    const receiver = await aReceiver(refuse);
    const made = await aRuleWith(service.ours, [{ type: 'SLACK', url: receiver.url }]);
    await raised(service, made);
    await expect.poll(() => receiver.received.length, soon).toBeGreaterThanOrEqual(2);
    const [channel] = await channelsOf(made.ruleId);
    expect(channel).toMatchObject({ lastSuccessAt: null, lastError: 'HTTP_5XX' });
    // As a node leaves it that died while it sent: the lease of the job has ended.
    await service.sql(
      `update tenant_jobs set lease = gen_random_uuid(), leased_until = now() - interval '1 s', due_at = now()
        where payload ->> 'channelId' = $1`,
      [channel.id],
    );
    receiver.answer(accept);
    await service.sql(`delete from failing_addresses`);
    await expect
      .poll(() => channelsOf(made.ruleId), soon)
      .toMatchObject([{ lastSuccessAt: expect.any(String) }]);
    await expect.poll(() => jobsOf(channel.id), soon).toEqual([]);
  });

  test('is sent once to a receiver that does not know the channel, and leaves other channels of the host alone', async () => {
    const receiver = await aReceiver((response, { path }) =>
      response.writeHead(path === '/gone' ? 404 : 200).end(),
    );
    const gone = await aRuleWith(service.ours, [{ type: 'SLACK', url: new URL('/gone', receiver.url).href }]);
    const good = await aRuleWith(service.ours, [{ type: 'SLACK', url: new URL('/good', receiver.url).href }]);
    await raised(service, gone);
    await expect.poll(() => channelsOf(gone.ruleId), soon).toMatchObject([{ lastError: 'HTTP_4XX' }]);
    await raised(service, good);
    await expect.poll(() => receiver.received.map(({ path }) => path), soon).toEqual(['/gone', '/good']);
    const [{ id }] = await channelsOf(gone.ruleId);
    await expect.poll(() => jobsOf(id), soon).toEqual([]);
  });

  test('is not sent by a rule whose channels were removed meanwhile', async () => {
    const receiver = await aReceiver(refuse);
    const made = await aRuleWith(service.ours, [{ type: 'SLACK', url: receiver.url }]);
    const [{ id }] = await channelsOf(made.ruleId);
    await raised(service, made);
    await expect.poll(() => receiver.received.length, soon).toBeGreaterThan(0);
    await service.ours.call('updateAlertRule', { path: { id: made.ruleId }, body: { channels: [] } });
    await expect.poll(() => jobsOf(id), soon).toEqual([]);
  });

  test('is not sent by a rule that was disabled meanwhile', async () => {
    const receiver = await aReceiver(refuse);
    const made = await aRuleWith(service.ours, [{ type: 'SLACK', url: receiver.url }]);
    const [{ id }] = await channelsOf(made.ruleId);
    await raised(service, made);
    await expect.poll(() => receiver.received.length, soon).toBeGreaterThan(0);
    await service.ours.call('updateAlertRule', { path: { id: made.ruleId }, body: { enabled: false } });
    await expect.poll(() => jobsOf(id), soon).toEqual([]);
  });

  test('is counted after sixty in an hour, and one message tells how many more there were', async () => {
    const receiver = await aReceiver();
    const made = await aRuleWith(service.ours, [{ type: 'SLACK', url: receiver.url }]);
    const [{ id }] = await channelsOf(made.ruleId);
    const hour = `date_bin('1 hour', now(), 'epoch')`;
    await service.sql(`update alert_channels set hour = ${hour}, sent = 60 where id = $1`, [id]);
    for (let n = 0; n < 2; n++) {
      const { id: alertId } = await raised(service, made);
      await service.ours.call('updateAlert', { path: { id: alertId }, body: { status: 'RESOLVED' } });
    }
    expect(receiver.received).toEqual([]);
    const [job, ...others] = await jobsOf(id);
    expect([job?.payload.message, others]).toEqual(['MORE', []]);
    expect(job?.due_at.getTime()).toBeGreaterThan(Date.now());
    expect((job?.due_at.getTime() ?? 1) % 3_600_000).toBe(0);
    await service.sql(`update tenant_jobs set due_at = now() where payload ->> 'channelId' = $1`, [id]);
    await expect
      .poll(() => receiver.received.map(({ body }) => body.text), soon)
      .toEqual([expect.stringContaining('2 more alerts')]);
    await expect
      .poll(() => service.sql('select more from alert_channels where id = $1', [id]), soon)
      .toEqual([{ more: 0 }]);
  });
});

describe('alerts of an hour', () => {
  test('that are grave come before others, and critical ones have places of their own', async () => {
    const quiet = await startTestService();
    onTestFinished(() => quiet.stop());
    const { database } = await partsOf(quiet);
    const { rule, ruleId } = await aRuleWith(quiet.ours, [
      { type: 'SLACK', url: 'https://hooks.slack.com/services/T0/B0/x' },
    ]);
    const [{ id }] = rule.channels;
    const tenant = await findTenant(database.pool, quiet.ours.orgId ?? '');
    if (!tenant) throw new Error('no tenant');
    const owedAfter = async (sent: number, severities: readonly Severity[]) => {
      await quiet.sql(
        `update alert_channels set hour = date_bin('1 hour', now(), 'epoch'), sent = $2, more = 0 where id = $1`,
        [id, sent],
      );
      await inTransaction(database.orm, tenant, (tx) =>
        oweAlerts(
          tx,
          severities.map((severity) => ({ id: severity, ruleId, severity })),
        ),
      );
      const jobs = await quiet.sql<{ about: string | null }>(
        `delete from tenant_jobs where payload ->> 'channelId' = $1 returning payload ->> 'alertId' as about`,
        [id],
      );
      return jobs.flatMap(({ about }) => (about === null ? [] : [about])).toSorted();
    };
    expect(await owedAfter(59, ['LOW', 'MEDIUM', 'HIGH'])).toEqual(['HIGH']);
    expect(await owedAfter(60, ['LOW', 'CRITICAL', 'HIGH'])).toEqual(['CRITICAL']);
    expect(await owedAfter(120, ['CRITICAL'])).toEqual([]);
    expect(await quiet.sql('select sent, more from alert_channels where id = $1', [id])).toEqual([
      { sent: 120, more: 1 },
    ]);
  });
});

describe('a mail about an alert', () => {
  test('goes to each reader in their language, with a link to the dashboard only', async () => {
    const { service: sender, mailsTo } = await mailing();
    const [ada, bea] = [await aReader(sender.ours), await aReader(sender.ours)];
    await sender.ours.call('updateUser', { path: { userId: bea.id }, body: { locale: 'de' } });
    const made = await aRuleWith(sender.ours, [{ type: 'EMAIL', userIds: [ada.id, bea.id] }], {
      name: 'Rule https://evil.example/x',
    });
    const { id } = await raised(sender, made);
    await expect.poll(() => [mailsTo(ada.email).length, mailsTo(bea.email).length], soon).toEqual([1, 1]);
    const [english, german] = [mailsTo(ada.email), mailsTo(bea.email)].map(([mail]) =>
      // Word joiners, which are not seen, end what programs would link.
      readable(mail?.raw ?? '').replaceAll(/&#8288;|\u2060/g, ''),
    );
    expect(english).toContain('Severity: high.');
    expect(german).toContain('Schweregrad: hoch.');
    expect(english).toContain('An anomaly was detected: ');
    expect(german).toContain('Eine Anomalie wurde erkannt: ');
    const publicOrigin = sender.origin.replace('127.0.0.1', 'localhost');
    for (const mail of [english, german]) {
      const links = new Set((mail ?? '').match(/https?:\/\/[^\s"<]+/g));
      expect([...links]).toEqual([`${publicOrigin}/admin/${sender.ours.orgId}/alerts/${id}`]);
      expect(mail).not.toContain('evil.example');
    }
    await expect
      .poll(() => channelsOf(made.ruleId, sender), soon)
      .toMatchObject([{ lastSuccessAt: expect.any(String), lastError: null }]);
  });

  test('does not go to a user who is no longer active', async () => {
    const { service: sender, mailsTo } = await mailing();
    const [gone, stays] = [await aReader(sender.ours), await aReader(sender.ours)];
    const made = await aRuleWith(sender.ours, [{ type: 'EMAIL', userIds: [gone.id, stays.id] }]);
    await sender.ours.call('suspendUser', { path: { userId: gone.id }, body: {} });
    await raised(sender, made);
    await expect.poll(() => mailsTo(stays.email).length, soon).toBe(1);
    const [{ id }] = await channelsOf(made.ruleId, sender);
    await expect.poll(() => jobsOf(id, sender), soon).toEqual([]);
    expect(mailsTo(gone.email)).toEqual([]);
  });

  test('is sent by a test, and says so', async () => {
    const { service: sender, mailsTo } = await mailing();
    const reader = await aReader(sender.ours);
    const { ruleId } = await aRuleWith(sender.ours, [{ type: 'EMAIL', userIds: [reader.id] }]);
    const { body } = await sender.ours.call('testAlertRule', { path: { id: ruleId } });
    expect(body.channels).toMatchObject([{ status: 'QUEUED', error: null }]);
    await expect
      .poll(() => mailsTo(reader.email).map(({ raw }) => readable(raw)), soon)
      .toEqual([expect.stringContaining('Test message, nothing has happened')]);
  });

  test('waits for a later hour when alerts have used up half of the notices of this one, and notices go on', async () => {
    const limited = await startTestService();
    onTestFinished(() => limited.stop());
    const readers = [await aReader(limited.ours), await aReader(limited.ours)];
    const made = await aRuleWith(limited.ours, [{ type: 'EMAIL', userIds: readers.map(({ id }) => id) }]);
    const parts = await partsOf(limited);
    const sent: unknown[] = [];
    let isDown = true;
    const mailer = {
      enabled: true,
      send: async (mail: unknown) => {
        if (isDown) throw new Error('The mail server is down');
        sent.push(mail);
      },
      forgetOld: async () => undefined,
      close: () => undefined,
    };
    const limits = { maxInvitationsPerHour: 10, maxMailsPerHour: 10 };
    const { pool } = parts.database;
    const work = async () => {
      const jobs = await claimTenantJobs(pool, { class: 'mail', free: 1, running: [], perAddress: 1 });
      for (const job of jobs)
        await mailAlert({ ...parts, mailer, limits }, job.payload as TenantTasks['mail-alert'], job).then(
          () => removeTenantJob(pool, job),
          () => limited.sql('update tenant_jobs set leased_until = null where id = $1', [job.id]),
        );
      return jobs.map(({ address }) => address);
    };
    const counted = () =>
      limited.sql(`select count, told from mail_windows where kind = 'NOTICE' order by hour`);
    await raised(limited, made);
    // A mail server that is down uses up no place of the hour.
    for (let n = 0; n < 3; n++) expect(await work()).toEqual(['alerts']);
    expect(await counted()).toEqual([{ count: 1, told: false }]);
    isDown = false;
    await work();
    await work();
    expect(sent).toHaveLength(1);
    // Nothing tells of a limit: the first notice of a change that waits in this hour will.
    const hours = [
      { count: 1, told: false },
      { count: 1, told: false },
    ];
    expect(await counted()).toEqual(hours);
    const [{ id: channelId, lastError }] = await channelsOf(made.ruleId, limited);
    expect(lastError).toBe('MAIL_LIMIT');
    const [waiting] = await jobsOf(channelId, limited);
    expect(waiting?.due_at.getTime()).toBeGreaterThan(Date.now());
    await limited.sql('update tenant_jobs set due_at = now()');
    await work();
    expect(sent).toHaveLength(2);
    expect(await jobsOf(channelId, limited)).toEqual([]);
    expect(await counted()).toEqual(hours);

    // The hours of alerts are full, and a test is sent all the same.
    await limited.ours.call('testAlertRule', { path: { id: made.ruleId } });
    await work();
    await work();
    expect(await jobsOf(channelId, limited)).toEqual([]);
    expect(await counted()).toEqual(hours);
  });
});

/** The parts of tasks on the database of a service. */
async function partsOf({ database: url, origin }: TestService) {
  const name = new URL(url).pathname.slice(1);
  const database = await openDatabase(withDatabase(inject('server').service, name), 5);
  onTestFinished(() => database.close());
  return { database, vault: createVault([Buffer.from(testMasterKey, 'base64')]), baseUrl: () => origin };
}

describe('an incident of PagerDuty', () => {
  test('is opened, acknowledged and resolved with the alert', async () => {
    const quiet = await startTestService();
    onTestFinished(() => quiet.stop());
    const parts = await partsOf(quiet);
    const called: { url: string; body: Record<string, unknown> }[] = [];
    const outgoing = {
      mayReach: () => true,
      close: () => Promise.resolve(),
      send: (url: string, { body }: { body?: Buffer }) => {
        called.push({ url, body: JSON.parse(body?.toString() ?? '') as Record<string, unknown> });
        return Promise.resolve({ status: 202, body: '', bytes: Buffer.alloc(0), latencyMs: 1 });
      },
    };
    const run = async () => {
      const jobs = await quiet.sql<{ payload: TenantTasks['tell-channel'] }>(
        `delete from tenant_jobs where task = 'tell-channel' returning payload`,
      );
      for (const { payload } of jobs) await tellChannel({ ...parts, outgoing }, payload);
      return jobs.length;
    };
    const made = await aRuleWith(quiet.ours, [{ type: 'PAGERDUTY', routingKey, region: 'EU' }]);
    const { id } = await raised(quiet, made, 'CRITICAL');
    expect(await run()).toBe(1);
    const path = { id };
    for (const status of ['ACKNOWLEDGED', 'RESOLVED']) {
      expect((await quiet.ours.call('updateAlert', { path, body: { status } })).status).toBe(200);
      expect(await run()).toBe(1);
    }
    expect(
      called.map(({ url, body }) => [url, body['event_action'], body['dedup_key'], body['routing_key']]),
    ).toEqual(
      ['trigger', 'acknowledge', 'resolve'].map((event) => [
        'https://events.eu.pagerduty.com/v2/enqueue',
        event,
        id,
        routingKey,
      ]),
    );
    expect(called[0]?.body['payload']).toMatchObject({ severity: 'critical' });

    // An alert that was resolved before it could be sent opens no incident.
    const next = await raised(quiet, await aRuleWith(quiet.ours, [{ type: 'PAGERDUTY', routingKey }]));
    await quiet.ours.call('updateAlert', { path: { id: next.id }, body: { status: 'RESOLVED' } });
    expect(await run()).toBe(1);
    expect(called.at(-1)?.body).toMatchObject({ event_action: 'resolve', dedup_key: next.id });
  });
});
