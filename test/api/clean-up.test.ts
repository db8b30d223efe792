import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { createMailer } from '../../src/mail.ts';
import { aScimToken } from '../support/builders.ts';
import { test } from '../support/service.ts';
import { anEmail } from '../support/users.ts';

describe('the clean-up', () => {
  test('removes SCIM tokens 90 days after they ended, however they did', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const token = async (revokedDaysAgo: number | null, expiredDaysAgo: number) => {
      const { id } = await aScimToken(ours);
      await sql(
        `update scim_tokens set revoked_at = now() - $2::float * interval '1 day',
                                expires_at = now() - $3::float * interval '1 day' where id = $1`,
        [id, revokedDaysAgo, expiredDaysAgo],
      );
      return id;
    };
    const gone = [await token(91, -300), await token(null, 91), await token(91, 10), await token(10, 91)];
    const kept = [await token(89, -300), await token(null, 89), await token(null, -300)];
    await runTask('clean-up');
    const left = await sql<{ id: string }>('select id from scim_tokens where id = any ($1)', [
      [...gone, ...kept],
    ]);
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });

  test('removes invitations a week after their end, and none that waits', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const invited = async (endedDaysAgo: number | null) => {
      const { body } = await ours.call('createUser', { body: { email: anEmail() } });
      if (endedDaysAgo !== null) {
        await sql(
          `update invitations set token_hash = decode(md5(user_id), 'hex'), created_at = now() - interval '30 days',
                  expires_at = now() - $2::float * interval '1 day' where user_id = $1`,
          [body.id, endedDaysAgo],
        );
      }
      return String(body.id);
    };
    const gone = await invited(7.1);
    const kept = [await invited(6.9), await invited(-1), await invited(null)];
    await runTask('clean-up');
    const left = await sql<{ user_id: string }>('select user_id from invitations where user_id = any ($1)', [
      [gone, ...kept],
    ]);
    expect(left.map(({ user_id }) => user_id).toSorted()).toEqual(kept.toSorted());
  });
});

describe('the outbox', () => {
  const mailer = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'keyward-outbox-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const config = { dataDir, databaseUrl: undefined, smtpUrl: undefined, mailFrom: undefined };
    return { outbox: join(dataDir, 'outbox'), mails: createMailer(config) };
  };

  test('forgets mails after 30 days, and nothing that it did not write', async () => {
    const { outbox, mails } = mailer();
    const mail = {
      to: { name: 'Ada', address: 'ada@example.com' },
      subject: 's',
      text: 't',
      html: '<p>t</p>',
    };
    await mails.send(mail);
    const [fresh = ''] = readdirSync(outbox);
    const aged = (days: number, ending: string) => {
      const time = new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(':', '-');
      const name = fresh.replace(/^.{24}(.*)\.eml$/, `${time}$1${ending}`);
      writeFileSync(join(outbox, name), 'old');
      return name;
    };
    const kept = [fresh, aged(29.9, '.eml'), 'notes.txt', '2020-01-01.eml'];
    for (const name of kept.slice(2)) writeFileSync(join(outbox, name), 'mine');
    const gone = [aged(30.1, '.eml'), aged(400, '.part')];
    expect(readdirSync(outbox)).toHaveLength(kept.length + gone.length);
    await mails.forgetOld();
    expect(readdirSync(outbox).toSorted()).toEqual(kept.toSorted());
  });

  test('is not missed before the first mail', async () => {
    await mailer().mails.forgetOld();
  });
});
