import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { isLoopback } from '../lib/address.ts';
import { errorCode } from '../lib/error-code.ts';
import { oneLine } from '../lib/line.ts';
import { hasOutbox, outboxFolder } from './outbox.ts';

/** A picture that is a part of a mail. Its HTML shows it as `cid:` and the id (RFC 2392). */
export interface Logo {
  id: string;
  /** Such as `image/png`. */
  type: string;
  bytes: Buffer;
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  logo?: Logo;
}

export interface Mail extends MailContent {
  to: { name: string; address: string };
}

export interface Mailer {
  /** Whether any mail can be sent. */
  enabled: boolean;
  /**
   * Resolves when the mail server, or the outbox, has the mail.
   * @throws with a sentence that tells nothing of the mail; a {@link MailServerFailure} when the next mail would fail as well;
   * {@link MailRefused} when this mail will always fail
   */
  send(mail: Mail): Promise<void>;
  /** Removes mails from the outbox after 30 days; they hold links and addresses. */
  forgetOld(): Promise<void>;
  /** Lets go of the mail server. */
  close(): void;
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'databaseUrl' | 'dataDir'>;

export const canSendMail = (config: MailConfig): boolean => config.smtpUrl !== undefined || hasOutbox(config);

/** A mail that was not sent because of the mail server, and not because of the mail or its recipient. */
export class MailServerFailure extends Error {
  override readonly name = 'MailServerFailure';
}

/** The server refused this mail or its recipient for good (RFC 5321 section 4.2.1: 5yz). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mail was not offered to the server, and no later try would offer it. It says nothing about the server. */
export class MailNotOffered extends MailRefused {}

/** Sends by SMTP, or puts mails into the outbox (decisions section 8). */
export function createMailer(config: MailConfig): Mailer {
  const { smtpUrl, mailFrom = 'Keyward <keyward@localhost>' } = config;
  if (smtpUrl !== undefined) return smtp(smtpUrl, mailFrom);
  if (hasOutbox(config)) return outbox(outboxFolder(config), mailFrom);
  return {
    enabled: false,
    send: () => Promise.reject(new Error('No mail can be sent: set SMTP_URL and MAIL_FROM.')),
    forgetOld: () => Promise.resolve(),
    close: () => undefined,
  };
}

/** A start does not wait for it: a node may send its first mail long after. */
const loadNodemailer = codeAtFirstUse(() => import('nodemailer'));

/** A server that says nothing must not hold up the end of the process. */
const timeouts = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
  dnsTimeout: 5_000,
};

function smtp(url: string, from: string): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const local = host === 'localhost' || isLoopback(host);
  const options = {
    pool: true,
    maxConnections: 4,
    // A mail that failed must not be sent behind the back of the task, which makes a new token for every try.
    maxRequeues: 0,
    host,
    ...(port === '' ? {} : { port: Number(port) }),
    secure: protocol === 'smtps:',
    // TLS is used wherever it is offered, and demanded before a password crosses a network.
    requireTLS: username !== '' && !local,
    ignoreTLS: local,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...timeouts,
    ...sealed,
  } as const;
  const open = async () => {
    const { createTransport } = await loadNodemailer();
    const transport = createTransport(options);
    // the errors of a connection have no listener; those of a mail go to its sender
    transport.on('error', () => undefined);
    return transport;
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    enabled: true,
    async send(mail) {
      if (isOfThisMachine(mail.to.address))
        throw new MailNotOffered('Addresses at localhost get mails in the outbox only, without SMTP_URL');
      requireLocalPart(mail.to.address);
      opened ??= open();
      const transport = await opened;
      const failure = await transport.sendMail(message(mail, from)).then(() => undefined, reasonOf);
      if (!failure) return;
      // Codes alone: the response of the server may repeat the address, and the job and the log keep errors.
      const Kind = !failure.ofMail ? MailServerFailure : failure.forGood ? MailRefused : Error;
      throw new Kind(`The mail server of SMTP_URL did not accept a mail (${failure.codes})`);
    },
    forgetOld: () => Promise.resolve(),
    close() {
      void opened?.then((transport) => transport.close());
    },
  };
}

/**
 * Tells whether an address is one of a machine and not of the internet (RFC 6761 section 6.3), as that of the first owner is. A mail
 * server could give its mails to another person.
 */
const isOfThisMachine = (address: string): boolean => /[@.]localhost\.?$/i.test(address);

/**
 * Rejects an address whose local part is longer than mail servers take (RFC 5321 section 4.5.3.1.1). Some servers would cut it, and the mail
 * would reach another person.
 * @throws {MailNotOffered}
 */
function requireLocalPart(address: string): void {
  if (Buffer.byteLength(address.slice(0, address.lastIndexOf('@'))) > 64)
    throw new MailNotOffered('The part of an address before the @ must have at most 64 octets to get mails');
}

function outbox(folder: string, from: string): Mailer {
  return {
    enabled: true,
    async send(mail) {
      requireLocalPart(mail.to.address);
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({
        streamTransport: true,
        buffer: true,
        newline: 'windows',
        ...sealed,
      });
      const { message: bytes } = await transport.sendMail(message(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${fileTime(Date.now())}-${randomUUID()}`);
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flag: 'wx' });
      await rename(`${file}.part`, `${file}.eml`);
    },
    async forgetOld() {
      const files = await readdir(folder).catch((error: unknown): string[] => {
        if (errorCode(error) === 'ENOENT') return []; // before the first mail
        throw error;
      });
      const oldest = fileTime(Date.now() - keptMs);
      for (const file of files.filter((name) => ours.test(name) && name < oldest))
        await rm(join(folder, file), { force: true });
    },
    close: () => undefined,
  };
}

const keptMs = 30 * 86_400_000;
/** Names of files in the outbox start with their time, so that they are in its order. */
const fileTime = (time: number): string => new Date(time).toISOString().replaceAll(':', '-');
const ours = /^\d{4}-\d\d-\d\dT[\d.Z-]+[0-9a-f-]{36}\.(eml|part)$/;

/** A mail is made of the given texts, never of files or addresses that a caller slipped into it. */
const sealed = { disableFileAccess: true, disableUrlAccess: true } as const;

const message = ({ to, subject, text, html, logo }: Mail, from: string) => ({
  from,
  to: { name: oneLine(to.name), address: to.address },
  subject: oneLine(subject),
  text,
  html,
  ...(logo && {
    attachments: [
      {
        cid: logo.id,
        contentType: logo.type,
        content: logo.bytes,
        contentDisposition: 'inline' as const,
        filename: false as const,
      },
    ],
  }),
  // RFC 3834: out-of-office programs do not answer.
  headers: { 'Auto-Submitted': 'auto-generated' },
});

/** Returns the reason of a failure in codes alone: of the system or the library, and of SMTP. */
function reasonOf(error: unknown): { codes: string; ofMail: boolean; forGood: boolean } {
  const code = errorCode(error) ?? 'unknown';
  const response = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  const codes = typeof response === 'number' ? `${code} ${response}` : code;
  // 421: the server closes, as a response to any command (RFC 5321 section 3.8).
  const forGood = typeof response === 'number' && response >= 500;
  return { codes, ofMail: ofMail.has(code) && response !== 421, forGood };
}

/** Codes of nodemailer for a refusal of the sender, the recipient or the content. */
const ofMail: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);
