import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { createMailer, type Mailer } from '../../src/platform/mail.ts';
import type { TenantTasks } from '../../src/platform/queue.ts';
import { sendInvitation } from '../../src/workers/send-invitation.ts';
import { sendMailedLink } from '../../src/workers/send-mailed-link.ts';
import { sendTestMail } from '../../src/workers/send-test-mail.ts';
import { sendNotice } from '../../src/workers/send-notice.ts';
import { wiring } from '../../src/wiring.ts';
import { withDatabase } from './global-setup.ts';
import { mailLimits } from './invitations.ts';
import { type CaughtMail, mailCatcher, readable, type Reception } from './mail-catcher.ts';
import type { TestService } from './service.ts';

/** A mail with its link. */
export interface Delivered {
  to: string[];
  raw: string;
  /** Below the origin. */
  path: string;
  token: string;
}

export interface Postman {
  /** Does the jobs that wait, as the worker would. @param receptions of the first mails @returns the mails, in the order of the jobs */
  deliver: (...receptions: Reception[]) => Promise<Delivered[]>;
  /** As {@link deliver}, of test mails. */
  tests: () => Promise<CaughtMail[]>;
  /** As {@link deliver}, of the mails that tell of a change. */
  notices: () => Promise<CaughtMail[]>;
  close: () => Promise<void>;
}

/** The link of a mail: where it leads below the origin, and its token. */
export function linkOf(raw: string): { path: string; token: string } {
  const [, path = '', token = ''] =
    /https?:\/\/[^\s/]+(\/login\/\w+\/(?:magic-link|reset-password|verify-email|invite|create-account)\/([\w-]{43}))(?![\w-])/.exec(
      readable(raw),
    ) ?? [];
  return { path, token };
}

/** A job whose claim has ended. */
export const gone = (orgId: string) => ({ orgId, id: '0', lease: randomUUID() });

/** Sends what a service without workers has left to be sent, to a mail server of its own. */
export async function aPostman({ sql, origin }: TestService): Promise<Postman> {
  const [{ name } = { name: '' }] = await sql<{ name: string }>('select current_database() as name');
  const database = await openDatabase(withDatabase(inject('server').service, name), 5);
  const baseUrl = () => origin;
  const mailServer = async (...receptions: Reception[]) => {
    const { url, mails } = await mailCatcher(...receptions);
    const mailFrom = 'Keyward <no-reply@keyward.example>';
    const databaseUrl = 'postgres://elsewhere';
    return { mails, mailer: createMailer({ smtpUrl: url, mailFrom, databaseUrl, dataDir: '.' }) };
  };
  /** Does the jobs of a task that wait. */
  const sent = async <Task extends 'send-test-mail' | 'send-notice'>(
    task: Task,
    send: (payload: TenantTasks[Task], mailer: Mailer) => Promise<unknown>,
  ): Promise<CaughtMail[]> => {
    const { mails, mailer } = await mailServer();
    const jobs = await sql<{ payload: TenantTasks[Task] }>(
      'delete from tenant_jobs where task = $1 returning payload',
      [task],
    );
    for (const { payload } of jobs) await send(payload, mailer);
    mailer.close();
    return mails;
  };
  return {
    tests: () =>
      sent('send-test-mail', (payload, mailer) => sendTestMail({ database, mailer, baseUrl }, payload)),
    notices: () =>
      sent('send-notice', (payload, mailer) =>
        sendNotice({ database, mailer, baseUrl, limits: mailLimits }, payload, gone(payload.orgId)),
      ),
    async deliver(...receptions) {
      const { mails, mailer } = await mailServer(...receptions);
      const jobs = await sql<{ task: string; payload: { orgId: string; userId: string; linkId: string } }>(
        `delete from tenant_jobs where task in ('send-invitation', 'send-mailed-link') returning task, payload`,
      );
      for (const { task, payload } of jobs)
        await (task === 'send-invitation' ? sendInvitation : sendMailedLink)(
          { database, mailer, baseUrl, limits: mailLimits, enforcement: wiring.enforcement },
          payload,
        );
      mailer.close();
      return mails.map(({ recipients, raw }) => ({ to: recipients, raw, ...linkOf(raw) }));
    },
    close: () => database.close(),
  };
}
