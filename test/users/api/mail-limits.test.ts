// A tenant's mails of an hour: exact, and none of them for strangers that users need.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../src/users/sessions/browsers.ts';
import { askForLink } from '../../../src/users/links/mailed-links.ts';
import { tellByMail } from '../../../src/users/notices.ts';
import { createMailer } from '../../../src/platform/mail.ts';
import { claimTenantJobs, removeTenantJob } from '../../../src/platform/sql/tenant-jobs.ts';
import type { TenantTasks } from '../../../src/platform/queue.ts';
import { sendMailedLink } from '../../../src/workers/send-mailed-link.ts';
import { sendNotice } from '../../../src/workers/send-notice.ts';
import { wiring } from '../../../src/wiring.ts';
import { type Client, createClient } from '../../support/client.ts';
import { mailCatcher } from '../../support/mail-catcher.ts';
import { mailing } from '../../support/mailed-links.ts';
import { aPerson } from '../../support/person.ts';
import { poolOf } from '../../support/pool.ts';
import { besides } from '../../support/second-factors.ts';
import { anEmail } from '../../support/users.ts';

// 20 for strangers, 1 of them for a subnet; 10 for known browsers, callers and notices each.
const limits = { maxInvitationsPerHour: 5, maxMailsPerHour: 50 };
const world = mailing({ MAX_INVITATIONS_PER_HOUR: '5', MAX_MAILS_PER_HOUR: '50' });
let domain: Awaited<ReturnType<typeof besides>>;
let node: { origin: string; stop: () => Promise<void> };

beforeAll(async () => {
  domain = await besides(world.service);
  node = await world.service.startNode();
});
afterAll(async () => {
  await node.stop();
  await domain.close();
});
beforeEach(async () => {
  await anHourThatLasts();
  await world.service.sql('delete from mail_windows');
  await world.service.sql('delete from tenant_jobs');
});

/** Mails are counted by hours of the clock. Waits for the next hour if this one may end during the test. */
async function anHourThatLasts(): Promise<void> {
  const secondsLeft = async () => {
    const [row] = await world.service.sql<{ left: number }>(
      `select extract(epoch from date_bin('1 hour', now(), 'epoch') + interval '1 hour' - now())::float8 as left`,
    );
    return row?.left;
  };
  await expect.poll(secondsLeft, { timeout: 50_000 }).toBeGreaterThan(40);
}

const counted = async (kind: string) => {
  const [row] = await world.service.sql<{ count: number }>(
    `select sum(count)::int as count from mail_windows where kind = $1 and subnet = ''`,
    [kind],
  );
  return row?.count;
};
const told = () =>
  world.service.sql<{ content: string }>(
    `select content from audit_logs join audit_personal on audit_id = id
      where action = 'mail.limit' and audit_logs.created_at > now() - interval '1 hour'`,
  );
/** People without a password, which would cost a hash each. */
const some = (number: number) =>
  Promise.all(
    Array.from({ length: number }, async () => {
      const email = anEmail();
      const { body } = await world.service.ours.call('createUser', { body: { email, sendInvite: false } });
      return { email, userId: String(body.id) };
    }),
  );
const statusOf = ({ status }: { status: number }) => status;

describe('invitations', () => {
  const invite = (client: Client) =>
    client.call('createUser', { body: { email: anEmail(), sendInvite: true } });

  test('are as many as the setting says, over two nodes at once, and the rest is 429 with the setting', async () => {
    const { ours, theirs, sql } = world.service;
    const there = createClient(node.origin, ours.key, ours.orgId);
    const users = async () => (await sql('select from users where org_id = $1', [ours.orgId])).length;
    const before = await users();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => invite(at % 2 ? ours : there)));
    expect(answers.map(statusOf).sort((a, b) => a - b)).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(7).fill(429),
    ]);
    expect(await users()).toBe(before + 5);
    expect(await counted('INVITATION')).toBe(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED', details: { limit: 5, remaining: 0 } });
    expect(refused?.body.error).toContain('MAX_INVITATIONS_PER_HOUR');
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3_600);

    expect((await invite(theirs)).status).toBe(201);
    const without = { body: { email: anEmail(), sendInvite: false } };
    expect((await ours.call('createUser', without)).status).toBe(201);
    await sql(`update mail_windows set hour = hour - interval '1 hour'`);
    expect((await invite(ours)).status).toBe(201);
  });

  test('that are refused for something else are not counted', async () => {
    const { ours } = world.service;
    const body = { email: anEmail(), sendInvite: true };
    expect((await ours.call('createUser', { body })).status).toBe(201);
    expect((await ours.call('createUser', { body })).status).toBe(409);
    expect(await counted('INVITATION')).toBe(1);
  });
});

describe('links to verify an address', () => {
  test('are refused to callers after their share, and the address stays as it is', async () => {
    const { ours, sql } = world.service;
    const { userId, email } = await world.somebody();
    await sql(
      `insert into mail_windows (org_id, kind, hour, count) values ($1, 'CALLER', date_bin('1 hour', now(), 'epoch'), 9)`,
      [ours.orgId],
    );
    const path = { userId };
    const change = () => ours.call('updateUser', { path, body: { email: anEmail() } });
    expect((await change()).status).toBe(200);
    const refused = await change();
    expect(refused.status).toBe(429);
    expect(refused.body.error).toContain('MAX_MAILS_PER_HOUR');
    expect((await ours.call('getUser', { path })).body.email).not.toBe(email);
    expect(await counted('CALLER')).toBe(10);
  });
});

describe('links that browsers ask for', () => {
  /** Asks for a link, as a page does. */
  async function ask(name: string, address: string, browserId?: string): Promise<void> {
    await domain.within(async (tx) => {
      const id = browserId ?? (await openBrowser(tx, undefined)).id;
      await askForLink(tx, 'RESET_PASSWORD', { name, browserId: id, address, signInId: null }, undefined);
    });
  }
  /** Sends all links that were asked for, at once. @returns their recipients */
  async function deliver(): Promise<string[]> {
    const { url, mails } = await mailCatcher();
    const mailer = createMailer({ smtpUrl: url, mailFrom: 'a@example.com', databaseUrl: 'x', dataDir: '.' });
    const jobs = await world.service.sql<{ payload: TenantTasks['send-mailed-link'] }>(
      `delete from tenant_jobs where task = 'send-mailed-link' returning payload`,
    );
    const { enforcement } = wiring;
    const parts = {
      database: domain.database,
      mailer,
      limits,
      baseUrl: () => 'https://id.example',
      enforcement,
    };
    await Promise.all(jobs.map(({ payload }) => sendMailedLink(parts, payload)));
    mailer.close();
    return mails.flatMap(({ recipients }) => recipients);
  }

  test('by strangers are exactly their share, told once, and leave those of known browsers and callers', async () => {
    const { ours, sql } = world.service;
    const people = await some(24);
    for (const [at, { email }] of people.entries()) await ask(email, `198.51.${at}.7`);
    // A name that no user has costs no mail.
    for (let at = 0; at < 3; at++) await ask(anEmail(), `203.0.${at}.7`);
    expect(await deliver()).toHaveLength(20);
    expect(await counted('STRANGER')).toBe(20);
    const rows = await told();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.content).toContain('MAX_MAILS_PER_HOUR');

    const [{ email, userId } = { email: '', userId: '' }] = people;
    const { id } = await domain.within((tx) => openBrowser(tx, undefined));
    await sql('insert into known_browsers (org_id, user_id, browser_id) values ($1, $2, $3)', [
      ours.orgId,
      userId,
      id,
    ]);
    await ask(email, '198.51.100.7', id);
    expect(await deliver()).toEqual([email]);
    expect(await counted('KNOWN')).toBe(1);
    const invited = await ours.call('createUser', { body: { email: anEmail(), sendInvite: true } });
    expect(invited.status).toBe(201);
    // A refused request has no token, and no name that was typed is kept.
    const kept = await sql(`select from mailed_links where token_hash is null and asked_for is not null`);
    expect(kept).toEqual([]);
  });

  test.for([
    ['a /24 of IPv4', '192.0.2.1', '192.0.2.200'],
    ['a /48 of IPv6', '2001:db8:7:1::1', '2001:db8:7:ffff::1'],
  ])('from one subnet (%s) are a twentieth of it', async ([, one = '', other = '']) => {
    const people = await some(2);
    await ask(people[0]?.email ?? '', one);
    expect(await deliver()).toHaveLength(1);
    await ask(people[1]?.email ?? '', other);
    expect(await deliver()).toEqual([]);
    await ask(people[1]?.email ?? '', '198.18.0.1');
    expect(await deliver()).toHaveLength(1);
  });

  test('are answered as always when none is left', async () => {
    const { email } = await world.somebody();
    const asked = async () => (await world.askToReset(aPerson(world.service.origin), email)).title;
    const usual = await asked();
    await world.service.sql(
      `insert into mail_windows (org_id, kind, hour, count) values ($1, 'STRANGER', date_bin('1 hour', now(), 'epoch'), 20)`,
      [world.orgId],
    );
    expect(await asked()).toBe(usual);
    expect(await deliver()).toEqual([]);
  });

  test('that are tried again are counted once', async () => {
    const { email } = await world.somebody();
    await ask(email, '198.18.1.1');
    const [job] = await world.service.sql<{ payload: TenantTasks['send-mailed-link'] }>(
      `delete from tenant_jobs where task = 'send-mailed-link' returning payload`,
    );
    const mailer = createMailer({
      smtpUrl: 'smtp://127.0.0.1:1',
      mailFrom: 'a@example.com',
      databaseUrl: 'x',
      dataDir: '.',
    });
    const { enforcement } = wiring;
    const parts = {
      database: domain.database,
      mailer,
      limits,
      baseUrl: () => 'https://id.example',
      enforcement,
    };
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(job && sendMailedLink(parts, job.payload)).rejects.toThrow('did not accept a mail');
    mailer.close();
    expect(await counted('STRANGER')).toBe(1);
  });
});

describe('notices of changes', () => {
  test('are never dropped: after their share they wait for a later hour, each counted once', async () => {
    const { sql } = world.service;
    const pool = poolOf(world.service);
    const { url, mails } = await mailCatcher();
    const mailer = createMailer({ smtpUrl: url, mailFrom: 'a@example.com', databaseUrl: 'x', dataDir: '.' });
    const people = await some(12);
    const change = (userId: string) =>
      domain.within((tx) => tellByMail(tx, userId, 'PASSKEY_ADDED', { id: userId }));
    for (const { userId } of people) await change(userId);
    const work = async () => {
      for (;;) {
        const jobs = await claimTenantJobs(pool, { class: 'mail', free: 32, running: [], perAddress: 32 });
        if (jobs.length === 0) return;
        await Promise.all(
          jobs.map(async (job) => {
            await sendNotice(
              { database: domain.database, mailer, baseUrl: () => 'https://id.example', limits },
              job.payload as TenantTasks['send-notice'],
              job,
            );
            await removeTenantJob(pool, job);
          }),
        );
      }
    };
    const waiting = () =>
      sql<{ user: string; at: string; due: boolean }>(
        `select payload ->> 'userId' as user, payload ->> 'at' as at,
                due_at >= date_bin('1 hour', now(), 'epoch') + interval '1 hour'
                  and due_at < date_bin('1 hour', now(), 'epoch') + interval '2 hours' as due
           from tenant_jobs order by id`,
      );
    await work();
    expect(mails).toHaveLength(10);
    const left = await waiting();
    expect(left).toHaveLength(2);
    expect(left.every(({ due }) => due)).toBe(true);
    expect(await counted('NOTICE')).toBe(12);
    expect((await told()).filter(({ content }) => content.includes('later hour'))).toHaveLength(1);

    // One more change of the same user keeps the place of the notice that waits, and is what it tells of.
    const [first] = left;
    await change(first?.user ?? '');
    const again = await waiting();
    expect(again).toHaveLength(2);
    expect(again.find(({ user }) => user === first?.user)?.at).not.toBe(first?.at);
    await work();
    expect(mails).toHaveLength(10);

    await sql('update tenant_jobs set due_at = now()');
    await work();
    expect(new Set(mails.flatMap(({ recipients }) => recipients))).toEqual(
      new Set(people.map(({ email }) => email)),
    );
    expect(await counted('NOTICE')).toBe(12);
    mailer.close();
    await pool.end();
  });
});

test('clean-up removes the counts of past hours', async () => {
  const { sql } = world.service;
  for (const hours of [0, 3])
    await sql(
      `insert into mail_windows (org_id, kind, hour, count) values ($1, 'KNOWN', now() - $2 * interval '1 hour', 1)`,
      [world.orgId, hours],
    );
  await world.service.runTask('clean-up');
  expect(await counted('KNOWN')).toBe(1);
});
