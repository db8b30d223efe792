import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createMailer, MailRefused } from '../../../src/platform/mail.ts';

test.for(['owner@localhost', 'owner-2@LOCALHOST', 'owner@mail.localhost', 'owner@localhost.'])(
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
