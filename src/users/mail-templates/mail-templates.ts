import { Failure } from '../../failure.ts';
import { type Locale, locales } from '../../lib/locale.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import type { Grantor } from '../../platform/grants.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { requireVersion } from '../../platform/versions.ts';
import { changesBetween } from '../auth-config.ts';
import { editableMails, type MailKind, mailKinds } from '../pages/mail-kinds.ts';
import { mailParts, type OwnTexts } from '../pages/mail-texts.ts';
import {
  type MailKey,
  type MailTemplateRow,
  readMailTemplate,
  readMailTemplates,
  unwritten,
  writeMailTemplate,
} from './sql/mail-templates.ts';
import { mistakesOfTexts } from './text-rules.ts';

/** Returns the mails of all kinds in all languages, with the texts that the tenant has written. */
export async function listMailTemplates(
  tx: Tx,
  filter: { kind?: MailKind | undefined; language?: Locale | undefined },
): Promise<MailTemplateRow[]> {
  const rows = await readMailTemplates(tx, tenancyOf(tx).orgId);
  const keys = mailKinds.flatMap((kind) => locales.map((locale): MailKey => ({ kind, locale })));
  return keys
    .filter(({ kind, locale }) => kind === (filter.kind ?? kind) && locale === (filter.language ?? locale))
    .map((key) => rows.find((row) => row.kind === key.kind && row.locale === key.locale) ?? unwritten(key));
}

/** @throws {Failure} MAIL_TEMPLATE_NOT_FOUND */
export const findMailTemplate = (
  tx: Tx,
  path: { kind: string; language: string },
): Promise<MailTemplateRow> => readMailTemplate(tx, tenancyOf(tx).orgId, keyOf(path));

/**
 * Reads the texts of the tenant for a mail that is about to be sent. The rules may have become stricter since a text was written. A text that
 * breaks one is left out, so the mail has ours.
 */
export async function ownTexts(tx: Tx, kind: MailKind, locale: Locale): Promise<OwnTexts> {
  const { texts } = await readMailTemplate(tx, tenancyOf(tx).orgId, { kind, locale });
  const mistakes = mistakesOfTexts(kind, texts);
  return Object.fromEntries(Object.entries(texts).filter(([part]) => !Object.hasOwn(mistakes, part)));
}

/**
 * Replaces the texts of a mail. A part that is null or missing has our text from now on.
 * @throws {Failure} MAIL_TEMPLATE_NOT_FOUND, MAIL_NOT_EDITABLE, VALIDATION_ERROR, PRECONDITION_FAILED
 */
export async function replaceMailTemplate(
  tx: Tx,
  path: { kind: string; language: string },
  texts: OwnTexts,
  { ifMatch, grantor }: { ifMatch: string | undefined; grantor: Grantor },
): Promise<{ row: MailTemplateRow; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const key = requireEditable(path, texts);
  const lock = await lockTenant(tx, orgId);
  const before = await readMailTemplate(tx, orgId, key);
  requireVersion(before, ifMatch);
  const row = {
    ...key,
    texts: written(texts),
    version: before.version + 1,
    updatedAt: now,
    updatedBy: grantor.actor.id,
  };
  await writeMailTemplate(tx, lock, row);
  return { row, changes: changesBetween(wholeTexts(before.texts), wholeTexts(row.texts)) };
}

/**
 * Requires a mail that can be edited, and texts that may be sent.
 * @throws {Failure} MAIL_TEMPLATE_NOT_FOUND, MAIL_NOT_EDITABLE, VALIDATION_ERROR
 */
export function requireEditable(path: { kind: string; language: string }, texts: OwnTexts): MailKey {
  const key = keyOf(path);
  if (!editableMails.includes(key.kind)) throw new Failure('MAIL_NOT_EDITABLE', { kinds: editableMails });
  const mistakes = mistakesOfTexts(key.kind, texts);
  if (Object.keys(mistakes).length > 0) throw new Failure('VALIDATION_ERROR', mistakes);
  return key;
}

/**
 * Returns what the audit log calls a mail: `INVITATION en`.
 * @throws {Failure} MAIL_TEMPLATE_NOT_FOUND
 */
export function nameOfMail(path: { kind: string; language: string }): string {
  const { kind, locale } = keyOf(path);
  return `${kind} ${locale}`;
}

/** Returns a text or null for each part. */
export const wholeTexts = (texts: OwnTexts): Required<OwnTexts> =>
  Object.fromEntries(mailParts.map((part) => [part, texts[part] ?? null])) as Required<OwnTexts>;

/** Only what the tenant wrote is stored, so later texts of ours reach all other parts. */
const written = (texts: OwnTexts): OwnTexts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));

function keyOf({ kind, language }: { kind: string; language: string }): MailKey {
  const found = mailKinds.find((one) => one === kind);
  const locale = locales.find((one) => one === language);
  if (found === undefined || locale === undefined) throw new Failure('MAIL_TEMPLATE_NOT_FOUND');
  return { kind: found, locale };
}
