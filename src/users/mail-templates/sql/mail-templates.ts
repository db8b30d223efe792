import type { Locale } from '../../../lib/locale.ts';
import { dateOrNull } from '../../../lib/rows.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import type { TenantLock } from '../../../platform/sql/tenants.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { MailKind } from '../../pages/mail-kinds.ts';
import type { OwnTexts } from '../../pages/mail-texts.ts';

/** The mail that a row is for. */
export interface MailKey {
  kind: MailKind;
  locale: Locale;
}

/** The texts of a tenant for a mail; version 0 if the tenant never wrote any. */
export interface MailTemplateRow extends MailKey {
  texts: OwnTexts;
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

/** Reads all mails that the tenant has written texts for: at most one row for each mail and language. */
export const readMailTemplates = async (tx: Tx, orgId: string): Promise<MailTemplateRow[]> =>
  (await tx.rows<RawRow>(ofTenant(orgId))).map(rowOf);

/** Reads the texts of the tenant for one mail. */
export async function readMailTemplate(
  tx: Tx,
  orgId: string,
  { kind, locale }: MailKey,
): Promise<MailTemplateRow> {
  const row = await tx.row<RawRow>(sql`${ofTenant(orgId)} and kind = ${kind} and locale = ${locale}`);
  return row ? rowOf(row) : unwritten({ kind, locale });
}

/** Returns the row of a mail that the tenant has written no texts for. */
export const unwritten = (key: MailKey): MailTemplateRow => ({
  ...key,
  texts: {},
  version: 0,
  updatedAt: null,
  updatedBy: null,
});

/** Writes the texts of the tenant for one mail. The row stays when the texts are reset, so that no version comes back. */
export async function writeMailTemplate(
  tx: Tx,
  { orgId }: TenantLock,
  row: MailTemplateRow & { updatedAt: Date },
): Promise<void> {
  await tx.run(upsert(orgId, row));
}

type RawRow = Omit<MailTemplateRow, 'updatedAt'> & { updatedAt: string | null };

const rowOf = ({ updatedAt, ...row }: RawRow): MailTemplateRow => ({
  ...row,
  updatedAt: dateOrNull(updatedAt),
});

const ofTenant = (orgId: string): Sql => sql`
select kind, locale, texts, version, updated_at as "updatedAt", updated_by as "updatedBy"
  from mail_templates where org_id = ${orgId}`;

const upsert = (
  orgId: string,
  { kind, locale, texts, version, updatedAt, updatedBy }: MailTemplateRow & { updatedAt: Date },
): Sql => sql`
insert into mail_templates (org_id, kind, locale, texts, version, updated_at, updated_by)
values (${orgId}, ${kind}, ${locale}, ${JSON.stringify(texts)}::jsonb, ${version}, ${updatedAt.toISOString()}::timestamptz, ${updatedBy})
on conflict (org_id, kind, locale) do update set texts = excluded.texts, version = excluded.version,
  updated_at = excluded.updated_at, updated_by = excluded.updated_by`;
