import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { noMail } from '../../../src/users/invitations/invitations.ts';
import { createMailer, type Mailer } from '../../../src/platform/mail.ts';
import { sendInvitation } from '../../../src/workers/send-invitation.ts';
import { type Invited, type Inviting, inviting } from '../../support/invitations.ts';
import { invitationLink, mailCatcher, readable } from '../../support/mail-catcher.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let world: Inviting;
beforeAll(async () => {
  service = await startTestService();
  world = await inviting(service);
});
afterAll(async () => {
  await world.database.close();
  await service.stop();
});

const from = 'Keyward <no-reply@keyward.example>';
const smtpMailer = (smtpUrl: string): Mailer => {
  const mailer = createMailer({ smtpUrl, mailFrom: from, databaseUrl: 'postgres://elsewhere', dataDir: '.' });
  onTestFinished(() => mailer.close());
  return mailer;
};
const send = (mailer: Mailer, { orgId, userId }: Invited): Promise<void> =>
  sendInvitation(
    { database: world.database, mailer, baseUrl: () => 'https://id.example' },
    { orgId, userId },
  );

interface Row {
  token_hash: Buffer | null;
  left: number | null;
  invited_at: Date | null;
  version: number;
}
const rowOf = async ({ userId }: Invited): Promise<Row | undefined> => {
  const [row] = await service.sql<Row & { left: string | null }>(
    `select token_hash, extract(epoch from i.expires_at - now()) / 86400 as left, invited_at, version
       from invitations i join users u on u.id = i.user_id where user_id = $1`,
    [userId],
  );
  return row && { ...row, left: row.left === null ? null : Number(row.left) };
};
const jobsOf = ({ userId }: Invited) =>
  service.sql<{ payload: unknown }>(
    `select payload from tenant_jobs where task = 'send-invitation' and payload->>'userId' = $1`,
    [userId],
  );
const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

describe('inviteUser', () => {
  test('creates an invitation without a token, and a job that holds only ids', async () => {
    const ann = await world.person();
    await world.invite(ann);
    expect(await rowOf(ann)).toEqual({ token_hash: null, left: null, invited_at: null, version: 1 });
    expect(await jobsOf(ann)).toEqual([{ payload: { orgId: ann.orgId, userId: ann.userId } }]);
  });

  test('keeps one job after two calls, and invalidates the first link at once', async () => {
    const { url, mails } = await mailCatcher();
    const mailer = smtpMailer(url);
    const ann = await world.person();
    await world.invite(ann);
    await send(mailer, ann);
    await world.invite(ann);
    expect(await rowOf(ann)).toMatchObject({ token_hash: null, left: null });
    expect(await jobsOf(ann)).toHaveLength(1);
    await send(mailer, ann);
    const [first, second] = mails.map(({ raw }) => invitationLink(raw).token);
    expect(first).not.toBe(second);
    expect((await rowOf(ann))?.token_hash).toEqual(sha256(second ?? ''));
  });

  test('rejects the call if no mail can be sent, names the setting, and stores nothing', async () => {
    const ann = await world.person();
    const refused = world.invite(ann, noMail);
    await expect(refused).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { mail: expect.stringMatching(/SMTP_URL.*sendInvite/) },
    });
    expect([await rowOf(ann), await jobsOf(ann)]).toEqual([undefined, []]);
  });
});

describe('send-invitation', () => {
  test('sends a link that works for seven days, and stores only the hash of its token', async () => {
    const { url, mails } = await mailCatcher();
    const ann = await world.person();
    await world.invite(ann);
    await send(smtpMailer(url), ann);
    expect(mails).toMatchObject([{ from: 'no-reply@keyward.example', recipients: [ann.email] }]);
    const raw = mails[0]?.raw ?? '';
    const { link, token } = invitationLink(raw);
    expect(link).toBe(`https://id.example/login/${ann.orgId}/invite/${token}`);
    expect(readable(raw).split(`href="${link}"`)).toHaveLength(3);
    expect(readable(raw)).toContain(`>${link}</a>`);
    expect(raw).toMatch(/^Subject: Your invitation to Ours\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const row = await rowOf(ann);
    expect(row).toMatchObject({ token_hash: sha256(token), invited_at: expect.any(Date), version: 1 });
    expect(row?.left).toBeGreaterThan(6.99);
    expect(row?.left).toBeLessThanOrEqual(7);
  });

  test('makes a new token for every attempt, and only the last token works', async () => {
    const { url, mails } = await mailCatcher('hang up', 'refuse');
    const mailer = smtpMailer(url);
    const ann = await world.person();
    await world.invite(ann);
    await expect(send(mailer, ann)).rejects.toThrow('did not accept a mail');
    await expect(send(mailer, ann)).rejects.toThrow('did not accept a mail');
    await send(mailer, ann);
    const tokens = mails.map(({ raw }) => invitationLink(raw).token);
    expect(new Set(tokens).size).toBe(3);
    expect((await rowOf(ann))?.token_hash).toEqual(sha256(tokens[2] ?? ''));
  });

  test('fails with an error that reveals nothing of the mail, because the job stores the error', async () => {
    const { url, mails } = await mailCatcher('refuse');
    const ann = await world.person();
    await world.invite(ann);
    const error = await send(smtpMailer(url), ann).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      message: 'The mail server of SMTP_URL did not accept a mail (EMESSAGE 452)',
    });
    const { token } = invitationLink(mails[0]?.raw ?? '');
    const { stack = '', ...rest } = error as Error;
    expect(stack + JSON.stringify(rest)).not.toMatch(new RegExp(`${ann.email}|${token}|${ann.userId}`));
  });

  test.for(['ACTIVE', 'SUSPENDED', 'DEPROVISIONED'])('sends nothing to a user who is %s', async (status) => {
    const { url, mails } = await mailCatcher();
    const ann = await world.person();
    await world.invite(ann);
    await service.sql('update users set status = $2 where id = $1', [ann.userId, status]);
    await send(smtpMailer(url), ann);
    expect(mails).toEqual([]);
    expect(await rowOf(ann)).toMatchObject({ token_hash: null, invited_at: null });
  });

  test('sends nothing to a user who was deleted, has accepted, or has expired in the meantime', async () => {
    const { url, mails } = await mailCatcher();
    const [deleted, accepted, ended] = [await world.person(), await world.person(), await world.person()];
    for (const one of [deleted, accepted, ended]) await world.invite(one);
    await service.sql('delete from users where id = $1', [deleted.userId]);
    await service.sql('delete from invitations where user_id = $1', [accepted.userId]);
    await service.sql('update users set expires_at = now() where id = $1', [ended.userId]);
    const mailer = smtpMailer(url);
    for (const one of [deleted, accepted, ended]) await send(mailer, one);
    await send(mailer, { ...accepted, orgId: service.organizations.theirs.live.orgId });
    expect(mails).toEqual([]);
  });

  test('lets a name add no header, recipient or element to the mail', async () => {
    const { url, mails } = await mailCatcher();
    const ann = await world.person({
      displayName:
        'Ann\r\nBcc: spy@example.com\r\n\r\n<script>alert(1)</script> "x" <spy@example.com>, \u202Eevil',
    });
    await service.sql(`update tenants set name = $2 where id = $1`, [ann.orgId, 'Ours\r\nX-Evil: 1 <b>']);
    onTestFinished(async () => {
      await service.sql(`update tenants set name = 'Ours' where id = $1`, [ann.orgId]);
    });
    // The name of a user without a proved address is not in mails.
    await service.sql(`update users set email_verified = true where id = $1`, [ann.userId]);
    await world.invite(ann);
    await send(smtpMailer(url), ann);
    expect(mails[0]?.recipients).toEqual([ann.email]);
    const raw = mails[0]?.raw ?? '';
    const headers = raw.slice(0, raw.indexOf('\r\n\r\n'));
    expect(headers).not.toMatch(/^(Bcc|X-Evil):/im);
    const names = headers.match(/^[\w-]+(?=:)/gm)?.map((name) => name.toLowerCase());
    expect(new Set(names).size).toBe(names?.length);
    expect(headers).toMatch(/^Subject: Your invitation to Ours X-Evil: 1 <b>\r?$/m);
    // A name that programs would link has word joiners, which are not seen.
    expect(readable(raw).replaceAll('&#8288;', '')).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt; &quot;x&quot;',
    );
    expect(readable(raw)).not.toContain('\u202E');
    const html = readable(raw).split('<!doctype html>')[1] ?? '';
    expect(html).toContain('</html>');
    const elements = 'html|head|meta|title|style|body|div|table|tr|td|h1|p|a';
    const others = new RegExp(`<(?!\\/?(${elements})\\b|!--\\[if mso\\]>|!\\[endif\\]-->)`);
    expect(html.slice(0, html.indexOf('</html>'))).not.toMatch(others);
  });
});

describe('the mailer', () => {
  test.for([
    'ann@example.com, spy@example.com',
    'all: ann@example.com, spy@example.com;',
    '<ann@example.com> spy@example.com',
    'ann@example.com>\r\nRCPT TO:<spy@example.com',
  ])('sends nothing to a value that is not exactly one address: %j', async (address) => {
    const { url, mails } = await mailCatcher();
    const mail = { to: { name: 'Ann', address }, subject: 'x', text: 'x', html: 'x' };
    await expect(smtpMailer(url).send(mail)).rejects.toThrow('did not accept a mail');
    expect(mails).toEqual([]);
  });
});

describe('the outbox', () => {
  test('stores mails as files that only the owner can read', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'keyward-outbox-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const mailer = createMailer({ smtpUrl: undefined, mailFrom: undefined, databaseUrl: undefined, dataDir });
    const ann = await world.person();
    await world.invite(ann);
    await send(mailer, ann);
    await send(mailer, ann);
    const folder = join(dataDir, 'outbox');
    const files = readdirSync(folder).sort();
    expect(files).toEqual([expect.stringMatching(/\.eml$/), expect.stringMatching(/\.eml$/)]);
    const [first = '', second = ''] = files.map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(second).toMatch(/^From: Keyward <keyward@localhost>\r$/m);
    expect(second).toMatch(new RegExp(`^To: ${ann.email}\\r$`, 'm'));
    const { token } = invitationLink(second);
    expect(token).not.toBe(invitationLink(first).token);
    expect((await rowOf(ann))?.token_hash).toEqual(sha256(token));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of files) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  test('is not used with DATABASE_URL: a waiting job fails and asks for SMTP_URL', async () => {
    const databaseUrl = 'postgres://elsewhere';
    const mailer = createMailer({ smtpUrl: undefined, mailFrom: undefined, databaseUrl, dataDir: '.data' });
    const ann = await world.person();
    await world.invite(ann);
    await expect(send(mailer, ann)).rejects.toThrow('set SMTP_URL and MAIL_FROM');
  });
});
