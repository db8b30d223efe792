import { hash } from 'node:crypto';
import { recordAudit } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { RateLimited } from '../failure.ts';
import { bookNotice, type ClaimedJob, isFirstRefusal, type MailKind, takeMail } from './sql/mail-windows.ts';
import { systemActor } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';

/** Mails of one tenant in an hour (docs/decisions/0052-mails-per-hour.md). */
export type MailLimits = Pick<Config, 'maxInvitationsPerHour' | 'maxMailsPerHour'>;

/**
 * The share of each kind in MAX_MAILS_PER_HOUR. No kind takes from another: strangers cannot use up the mails
 * of users.
 */
const shares = { STRANGER: 0.4, KNOWN: 0.2, CALLER: 0.2, NOTICE: 0.2 } as const;

/** The part of one subnet in the share of strangers. */
const shareOfSubnet = 0.05;

const mostOf = (kind: MailKind, { maxInvitationsPerHour, maxMailsPerHour }: MailLimits): number =>
  kind === 'INVITATION' ? maxInvitationsPerHour : Math.floor(maxMailsPerHour * shares[kind]);

const settingOf = (kind: MailKind): string =>
  kind === 'INVITATION' ? 'MAX_INVITATIONS_PER_HOUR' : 'MAX_MAILS_PER_HOUR';

const hourMs = 3_600_000;

/**
 * Counts a mail that a caller with a key, or a signed-in user, asks for.
 * @throws {RateLimited} when the tenant has used up this hour; the message names the setting
 */
export async function countMailOfCaller(
  tx: Tx,
  kind: 'INVITATION' | 'CALLER',
  limits: MailLimits,
): Promise<void> {
  const { orgId, now } = tenancyOf(tx);
  const limit = mostOf(kind, limits);
  if (await takeMail(tx, orgId, { kind, most: limit, subnet: null, mostOfSubnet: 0 })) return;
  const ends = (Math.floor(now.getTime() / hourMs) + 1) * hourMs;
  const mails =
    kind === 'INVITATION' ? 'invitations' : 'mails with links to verify an address, and test mails';
  throw new RateLimited(
    { limit, remaining: 0, resetAt: ends / 1_000 },
    (ends - now.getTime()) / 1_000,
    `This organization has requested ${limit} ${mails} in this hour, the limit of ${settingOf(kind)}. Try again after resetAt.`,
  );
}

/** Which browser asked for a link, and from which subnet (a hash of it). */
interface Asker {
  isKnown: boolean;
  subnet: Buffer | null;
}

/**
 * Counts a link that a browser asked for, at the time of sending: a request in a name that no user has costs no mail. The
 * first refusal of an hour is a row of the audit log.
 * @returns false if no mail is to be sent
 */
export async function countLink(tx: Tx, asker: Asker, limits: MailLimits): Promise<boolean> {
  const { orgId } = tenancyOf(tx);
  const kind = asker.isKnown ? 'KNOWN' : 'STRANGER';
  const most = mostOf(kind, limits);
  const places = {
    kind,
    most,
    subnet: asker.isKnown ? null : asker.subnet,
    mostOfSubnet: Math.max(1, Math.floor(most * shareOfSubnet)),
  } as const;
  if (await takeMail(tx, orgId, places)) return true;
  const who = asker.isKnown ? 'browsers that are known' : 'browsers that are not known';
  await tellOfLimit(
    tx,
    kind,
    `links for ${who} are not sent: the limit of this hour, or of one subnet in it, is used up`,
  );
  return false;
}

/** A week. */
const hoursOfNotices = 168;

/**
 * Counts a notice of a change once. If this hour has no place for a notice, its job waits for a later hour of the week.
 * @returns whether the notice may be sent now
 * @throws when the hours of a whole week are full; the job tries again
 */
export async function countNotice(tx: Tx, job: ClaimedJob, limits: MailLimits): Promise<'now' | 'later'> {
  const when = await bookNotice(tx, job, { most: mostOf('NOTICE', limits), hours: hoursOfNotices });
  if (when === 'later')
    await tellOfLimit(
      tx,
      'NOTICE',
      'the limit of this hour is used up: notices of changes are sent in a later hour',
    );
  return when;
}

/** The part of the share of notices that mails about alerts may use. Notices of changes always have the rest. */
const shareOfAlerts = 0.5;

/** Hours that a mail about an alert may be put off to. A mail about last week is of no use. */
const hoursOfAlerts = 24;

/**
 * Counts a mail about an alert once, as {@link countNotice} does. It writes no row: `mail.limit` would hide that notices of changes wait, and
 * the channel shows the limit.
 * @throws when the hours of a whole day are full; the job tries again
 */
export const countAlertMail = (tx: Tx, job: ClaimedJob, limits: MailLimits): Promise<'now' | 'later'> =>
  bookNotice(tx, job, { most: Math.floor(mostOf('NOTICE', limits) * shareOfAlerts), hours: hoursOfAlerts });

/** The part of the share of callers that test mails of alert rules may use. Links to verify an address always have the rest. */
const shareOfTests = 0.5;

/** Test mails of alert rules that one user gets in an hour. */
const mostTestsOfUser = 10;

/**
 * Counts a test mail of an alert rule to a user. Another user may have chosen the recipient.
 * @returns false if the organization or the user has no place left in this hour
 */
export const countTestMail = (tx: Tx, userId: string, limits: MailLimits): Promise<boolean> =>
  takeMail(tx, tenancyOf(tx).orgId, {
    kind: 'CALLER',
    most: Math.floor(mostOf('CALLER', limits) * shareOfTests),
    subnet: hash('sha256', userId, 'buffer'),
    mostOfSubnet: mostTestsOfUser,
  });

/** Writes one audit row for each kind and hour. */
async function tellOfLimit(tx: Tx, kind: MailKind, what: string): Promise<void> {
  if (!(await isFirstRefusal(tx, tenancyOf(tx).orgId, kind))) return;
  await recordAudit(tx, [
    {
      action: 'mail.limit',
      actor: systemActor,
      result: 'FAILURE',
      code: 'RATE_LIMITED',
      reason: `${settingOf(kind)}: ${what}`,
    },
  ]);
}

/** A hash of the subnet, so that no address is kept with the request. */
export const subnetHash = (subnet: string): Buffer => hash('sha256', subnet, 'buffer');
