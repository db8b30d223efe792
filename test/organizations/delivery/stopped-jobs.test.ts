// Nothing leaves the service for a suspended organization but the mails about its end (docs/decisions/0125).
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { aCredential, aUser } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { mailCatcher, readable } from '../../support/mail-catcher.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { startReceiver, trustReceivers } from '../../support/receiver.ts';
import { startTestService } from '../../support/service.ts';
import { password } from '../../support/user-caller.ts';
import { anEmail } from '../../support/users.ts';
import { delivering, soon } from '../../support/webhooks.ts';

const jobPacing = {
  lookMs: 50,
  renewMs: 20_000,
  retryMs: 20,
  mailServer: { firstPauseMs: 100, longestPauseMs: 100 },
};

/** A service that sends mails and deliveries, and an operator. */
async function sending() {
  trustReceivers();
  const receiver = await startReceiver();
  const mail = await mailCatcher();
  const service = await startTestService(
    { ...delivering, SMTP_URL: mail.url, MAIL_FROM: 'keyward@example.com' },
    { jobPacing },
  );
  onTestFinished(async () => {
    await service.stop();
    await receiver.close();
  });
  const operator = createClient(service.origin, (await anOperatorKey(service.sql)).secret);
  const act: Act = (id, orgId, body) =>
    operator.call(id, { path: { id: String(orgId) }, ...(body ? { body } : {}) });
  const mailsTo = (email: string) => mail.mails.filter(({ recipients }) => recipients.includes(email));
  const dueJobs = (orgId: string | undefined) =>
    service.sql<{ task: string; attempts: number }>(
      'select task, attempts from tenant_jobs where org_id = $1 order by id',
      [orgId],
    );
  return { service, receiver, act, mailsTo, dueJobs };
}

type Act = (
  id: 'suspendOrganization' | 'resumeOrganization' | 'closeOrganization',
  orgId: string | undefined,
  body?: object,
) => ReturnType<Client['call']>;

/** Makes what an organization owes, as a change leaves it that commits just before the suspension. */
async function owe(
  { service, receiver, act }: Awaited<ReturnType<typeof sending>>,
  ours: Client,
  email: string,
) {
  const { orgId } = ours;
  await aCredential(ours);
  const webhook = await ours.call('createWebhook', {
    body: { name: 'hook', url: receiver.url, events: ['credential.created'] },
  });
  if (webhook.status !== 201) throw new Error(`no webhook: ${webhook.status}`);
  await act('suspendOrganization', orgId);
  await service.sql(
    `insert into events (org_id, id, type, data)
     select org_id, $2, type, data from events where org_id = $1 and type = 'credential.created' limit 1`,
    [orgId, newId('evt')],
  );
  const [user] = await service.sql<{ id: string }>('select id from users where org_id = $1 and email = $2', [
    orgId,
    email,
  ]);
  await service.sql(
    `insert into tenant_jobs (org_id, class, task, payload, max_attempts)
     values ($1, 'mail', 'send-notice', $2::jsonb, 25)`,
    [
      orgId,
      {
        orgId,
        userId: user?.id,
        notice: 'PASSWORD_CHANGED',
        byThemselves: true,
        at: new Date().toISOString(),
      },
    ],
  );
}

test('mails and deliveries of a suspended organization wait, those of others do not, and nothing is lost', async () => {
  const world = await sending();
  const { service, receiver, act, mailsTo, dueJobs } = world;
  const { ours, theirs } = await service.addPair();
  const [email, theirEmail] = [anEmail(), anEmail()];
  await aUser(ours, { email, password, sendInvite: false, roles: ['OWNER'] });
  await aUser(theirs, { email: theirEmail, password, sendInvite: false });
  await owe(world, ours, email);
  // Another organization owes the same a moment later, and gets it.
  await owe(world, theirs, theirEmail);
  await act('resumeOrganization', theirs.orgId);
  await expect.poll(() => [mailsTo(theirEmail).length, receiver.received.length], soon).toEqual([1, 1]);
  expect(mailsTo(email)).toEqual([]);
  await expect.poll(() => dueJobs(ours.orgId), soon).toEqual([{ task: 'send-notice', attempts: 0 }]);
  const open = () => service.sql(`select status, attempts from deliveries where org_id = $1`, [ours.orgId]);
  expect(await open()).toEqual([{ status: 'PENDING', attempts: 0 }]);
  // They are late for no reason that an operator should be woken for.
  const late = async () => String((await service.anonymous.send('GET', '/metrics')).body);
  await expect.poll(late, soon).toMatch(/keyward_jobs\{class="mail",state="scheduled"\} 1/);
  const metrics = await late();
  expect(metrics).toMatch(/keyward_jobs\{class="mail",state="ready"\} 0/);
  expect(metrics).toMatch(/keyward_webhook_deliveries_lag_seconds 0\n/);
  expect(metrics).toMatch(/keyward_organizations\{status="SUSPENDED"\} 1/);
  await act('resumeOrganization', ours.orgId);
  await expect.poll(() => [mailsTo(email).length, receiver.received.length], soon).toEqual([1, 2]);
  await expect.poll(() => dueJobs(ours.orgId), soon).toEqual([]);
});

test('each owner of a closed organization gets one mail, which names the last day', async () => {
  const { service, act, mailsTo, dueJobs } = await sending();
  const { ours } = await service.addPair();
  const people = [
    { email: anEmail(), locale: 'de-DE', says: 'Alle ihre Daten werden am' },
    { email: anEmail(), locale: 'fr-FR', says: 'Toutes ses données seront effacées le' },
    { email: anEmail(), locale: 'en-GB', says: 'All its data will be erased on' },
  ];
  for (const { email, locale } of people)
    await aUser(ours, { email, locale, password, sendInvite: false, roles: ['OWNER'] });
  const { body } = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
  await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
  await expect.poll(() => people.map(({ email }) => mailsTo(email).length), soon).toEqual([1, 1, 1]);
  for (const { email, says } of people) {
    const text = readable(mailsTo(email)[0]?.raw ?? '');
    expect(text).toContain(says);
    expect(text).toContain(String(new Date(body.eraseAt).getUTCFullYear()));
    expect(text).not.toContain('http');
  }
  await expect.poll(() => dueJobs(ours.orgId), soon).toEqual([]);
});

test('no owner hears of a closing that was undone before the mail was sent', async () => {
  const { service, mailsTo, dueJobs } = await sending();
  const { ours } = await service.addPair();
  const email = anEmail();
  await aUser(ours, { email, password, sendInvite: false, roles: ['OWNER'] });
  const [user] = await service.sql<{ id: string }>('select id from users where email = $1', [email]);
  await service.sql(
    `insert into tenant_jobs (org_id, class, task, payload, address, max_attempts)
     values ($1, 'mail', 'send-closing', $2::jsonb, 'end of the organization', 25)`,
    [ours.orgId, { orgId: ours.orgId, userId: user?.id, eraseAt: '2026-01-01T00:00:00.000Z' }],
  );
  await expect.poll(() => dueJobs(ours.orgId), soon).toEqual([]);
  expect(mailsTo(email)).toEqual([]);
});
