// The mails of a service that brings its own database and has no mail server: files, for the developer at the machine.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { errorCode } from '../lib/error-code.ts';
import { type MailMessage, readMailMessage } from '../lib/mail-message.ts';

/** One mail in the outbox; `name` is that of its file, without the ending. */
export interface KeptMail extends MailMessage {
  name: string;
  sentAt: string;
}

export interface Outbox {
  /** The newest first, at most 100. */
  list(): Promise<KeptMail[]>;
  find(name: string): Promise<KeptMail | undefined>;
}

export const outboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox');

/** Returns whether mails go to the outbox: a developer looks into it only where the service brings its own database. */
export const hasOutbox = ({ smtpUrl, databaseUrl }: Pick<Config, 'smtpUrl' | 'databaseUrl'>): boolean =>
  smtpUrl === undefined && databaseUrl === undefined;

/** Names of files start with their time, so that they are in its order. */
const form = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[0-9a-f-]{36}$/;
const most = 100;

/** @returns undefined where mails do not go there */
export function openOutbox(config: Pick<Config, 'smtpUrl' | 'databaseUrl' | 'dataDir'>): Outbox | undefined {
  if (!hasOutbox(config)) return undefined;
  const folder = outboxFolder(config);
  const find = async (name: string): Promise<KeptMail | undefined> => {
    const [, hours, minutes, seconds] = form.exec(name) ?? [];
    if (hours === undefined) return undefined; // nothing but mails is read, wherever a path may lead
    const bytes = await readFile(join(folder, `${name}.eml`)).catch(unlessAbsent);
    return bytes && { name, sentAt: `${hours}:${minutes}:${seconds}`, ...readMailMessage(bytes) };
  };
  return {
    find,
    async list() {
      const files = (await readdir(folder).catch(unlessAbsent)) ?? [];
      const names = files.filter((file) => file.endsWith('.eml')).map((file) => file.slice(0, -4));
      const newest = names
        .filter((name) => form.test(name))
        .sort()
        .toReversed()
        .slice(0, most);
      const mails = await Promise.all(newest.map(find));
      return mails.filter((mail) => mail !== undefined);
    },
  };
}

/** Before the first mail there is no folder, and a mail may be forgotten while it is listed. */
function unlessAbsent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
