import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface CaughtMail {
  from: string;
  recipients: string[];
  raw: string;
}

/** The treatment of a mail that has come in whole: take, refuse, cut the connection, or give no answer. */
export type Reception = 'take' | 'refuse' | 'refuse for good' | 'hang up' | 'say nothing';

export interface MailCatcher {
  url: string;
  /** Every mail that came in, with any answer. */
  mails: CaughtMail[];
  /** The treatment of the first mails, in order. Later ones are taken. */
  receptions: Reception[];
  /** Ends all connections. */
  hangUp: () => void;
}

/** A mail server on this machine. @param receptions of the first mails, in order; later ones are taken */
export async function mailCatcher(...receptions: Reception[]): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const sockets = new Set<Socket>();
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, answer) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const reception = receptions[mails.length] ?? 'take';
        mails.push({
          from: envelope.mailFrom === false ? '' : (envelope.mailFrom?.address ?? ''),
          recipients: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
        });
        if (reception === 'take') answer();
        else if (reception === 'hang up') hangUp();
        else if (reception.startsWith('refuse')) {
          const refusal = new Error(`no room for ${envelope.rcptTo[0]?.address}`);
          answer(Object.assign(refusal, { responseCode: reception === 'refuse' ? 452 : 550 }));
        }
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(async () => {
    hangUp();
    await new Promise<void>((done) => server.close(() => done()));
  });
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, receptions, hangUp };
}

/** A mail as its reader sees it: long lines of "quoted printable" joined again. */
export const readable = (raw: string): string =>
  raw
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

/** The link to accept an invitation, and its token. */
export function invitationLink(raw: string): { link: string; token: string } {
  const [link = '', token = ''] = /https?:\/\/\S+?\/invite\/([\w-]{43})(?![\w-])/.exec(readable(raw)) ?? [];
  return { link, token };
}
