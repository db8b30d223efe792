import { expect, test } from 'vitest';
import { mailCatcher } from '../../support/mail-catcher.ts';
import { anotherPassword, mailing, password } from '../../support/mailed-links.ts';
import { aPerson } from '../../support/person.ts';
import { linkOf } from '../../support/postman.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { anEmail } from '../../support/users.ts';

const world = mailing();
const { askToReset, askToSignIn, links, somebody } = world;

test('no token appears in the database or the log, only in its mail', async () => {
  await links();
  const { url, mails } = await mailCatcher();
  const node = await startServiceProcess(world.service, {
    LOG_LEVEL: 'trace',
    SMTP_URL: url,
    MAIL_FROM: 'no-reply@keyward.example',
  });
  const mail = async (count: number) => {
    // Others tell of the changes, and have no link.
    const found = () => mails.map(({ raw }) => linkOf(raw)).filter(({ token }) => token !== '');
    await expect.poll(() => found().length, { timeout: 20_000 }).toBe(count);
    return found().at(-1) ?? linkOf('');
  };
  const { email, userId } = await somebody();
  const person = aPerson(node.origin);
  await askToSignIn(person, email);
  const signIn = await mail(1);
  await person.send(await person.open(signIn.path), {});
  await askToReset(aPerson(node.origin), email);
  const reset = await mail(2);
  const page = await person.open(reset.path);
  await person.send(page, { new_password: 'short' });
  await person.send(page, { new_password: anotherPassword });
  await person.post(reset.path, { csrf: 'x'.repeat(2_000) });
  await world.service.ours.call('createUser', { body: { email: anEmail() } });
  const invitation = await mail(3);
  await person.send(await person.open(invitation.path), { new_password: password });
  await world.service.ours.call('updateUser', { path: { userId }, body: { email: anEmail() } });
  const verification = await mail(4);
  await person.send(await person.open(verification.path), {});
  await aPerson(node.origin).open(`${verification.path}?ui_locales=%ff`);
  node.signal('SIGTERM');
  await node.ended;
  const kept = await dump();
  const tokens = [signIn, reset, invitation, verification].map(({ token }) => token);
  expect(new Set(tokens).size).toBe(4);
  for (const secret of [...tokens, anotherPassword]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(node.printed()).not.toContain(secret.slice(4, 20));
    expect(kept).not.toContain(secret.slice(4, 20));
    expect(kept).not.toContain(Buffer.from(secret).toString('hex').slice(8, 40));
  }
});

/** Every table of the database as text. */
async function dump(): Promise<string> {
  const tables = await world.service.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await world.service.sql<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}
