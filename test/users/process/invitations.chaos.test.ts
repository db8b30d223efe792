import { hash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inviting } from '../../support/invitations.ts';
import { invitationLink, mailCatcher } from '../../support/mail-catcher.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { startTestService } from '../../support/service.ts';

const soon = { timeout: 20_000, interval: 25 };

async function world() {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { database, person, invite } = await inviting(service);
  onTestFinished(() => database.close());
  const { sql } = service;
  const jobs = () => sql("select from tenant_jobs where task = 'send-invitation'");
  const isCurrent = async (token: string): Promise<boolean> => {
    const tokens = await sql<{ token_hash: Buffer | null }>('select token_hash from invitations');
    return tokens.some(({ token_hash }) => token_hash?.equals(hash('sha256', token, 'buffer')) === true);
  };
  return { service, sql, person, invite, jobs, isCurrent };
}

describe('an invitation', { timeout: 60_000 }, () => {
  test('is sent again with a new token after a kill -9 between the token and the mail', async () => {
    const { service, sql, person, invite, jobs, isCurrent } = await world();
    const { url, mails } = await mailCatcher('say nothing');
    const env = { SMTP_URL: url, MAIL_FROM: 'keyward@example.com' };
    const first = await startServiceProcess(service, env);
    await invite(await person());
    await expect.poll(() => mails.length, soon).toBe(1);
    first.signal('SIGKILL');
    await first.ended;
    // As if the minute was over for which the first had it.
    await sql('update tenant_jobs set leased_until = now()');

    await startServiceProcess(service, env);
    await expect.poll(jobs, soon).toEqual([]);
    const [lost, sent] = mails.map(({ raw }) => invitationLink(raw).token);
    expect(mails).toHaveLength(2);
    expect([await isCurrent(lost ?? ''), await isCurrent(sent ?? '')]).toEqual([false, true]);
  });

  test('does not keep the service from ending when the mail server says nothing, and is sent by the next', async () => {
    const { service, person, invite, jobs } = await world();
    const { url, mails } = await mailCatcher('say nothing');
    const env = { SMTP_URL: url, MAIL_FROM: 'keyward@example.com' };
    const first = await startServiceProcess(service, env);
    await invite(await person());
    await expect.poll(() => mails.length, soon).toBe(1);
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);

    await startServiceProcess(service, env);
    await expect.poll(jobs, soon).toEqual([]);
    expect(mails).toHaveLength(2);
  });

  test('is tried again by itself when the mail server hung up, and its token is nowhere but in the mail', async () => {
    const { service, sql, person, invite, jobs } = await world();
    const { url, mails } = await mailCatcher('hang up');
    const env = { SMTP_URL: url, MAIL_FROM: 'keyward@example.com', LOG_LEVEL: 'trace' };
    const node = await startServiceProcess(service, env);
    const ann = await person();
    await invite(ann);
    await expect.poll(jobs, soon).toEqual([]);
    expect(mails).toHaveLength(2);
    node.signal('SIGTERM');
    expect(await node.ended).toBe(0);

    expect(node.printed()).toContain('did not accept a mail');
    const tables = await sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    let stored = '';
    for (const { name } of tables) {
      for (const { row } of await sql<{ row: string }>(`select t::text as row from ${name} t`)) stored += row;
    }
    expect(stored).toContain(ann.userId);
    for (const { raw } of mails) {
      const { link, token } = invitationLink(raw);
      expect(link).toMatch(new RegExp(`^http://localhost:${new URL(node.origin).port}/login/`));
      for (const form of [
        token,
        Buffer.from(token).toString('hex'),
        Buffer.from(token, 'base64url').toString('hex'),
      ]) {
        expect(node.printed()).not.toContain(form);
        expect(stored).not.toContain(form);
      }
    }
    expect(node.printed()).not.toContain(ann.email);
  });
});
