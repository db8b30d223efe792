import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMailer, MailNotOffered, MailRefused } from '../../../src/platform/mail.ts';

const tooLong = [`${'a'.repeat(65)}@example.com`, `${'ä'.repeat(33)}@example.com`];

test.for(['owner@localhost', 'owner-2@LOCALHOST', 'owner@mail.localhost', 'owner@localhost.', ...tooLong])(
  'no mail for %s reaches a mail server',
  async (address) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const mailer = createMailer({
      smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      mailFrom: 'Keyward <keyward@example.com>',
      databaseUrl: undefined,
      dataDir: '/nowhere',
    });
    onTestFinished(() => mailer.close());
    const mail = { to: { name: 'Ada', address }, subject: 'Link', text: 'link', html: '<p>link</p>' };
    await expect(mailer.send(mail)).rejects.toBeInstanceOf(MailRefused);
    expect(connections).toBe(0);
  },
);

test('the outbox gets no mail for a local part of more than 64 octets', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'keyward-mail-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const mailer = createMailer({ smtpUrl: undefined, mailFrom: undefined, databaseUrl: undefined, dataDir });
  const send = (address: string) =>
    mailer.send({ to: { name: 'Ada', address }, subject: 'Link', text: 'link', html: '<p>link</p>' });
  for (const address of tooLong) await expect(send(address)).rejects.toBeInstanceOf(MailNotOffered);
  await send(`${'a'.repeat(64)}@example.com`);
  expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(1);
});
