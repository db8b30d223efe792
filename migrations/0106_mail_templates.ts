import { Migration } from '@mikro-orm/migrations';

/** The texts that tenants write for their mails (docs/decisions/0120). */
export class Migration0106MailTemplates extends Migration {
  override up(): void {
    // Texts of a tenant for one mail in one language. A part that is missing has the text of the release. Callers write it. Rows are not
    // deleted, so that no version comes back: a mail that is reset has no parts.
    this.addSql(`
create table mail_templates (
  org_id text collate "C" not null references tenants (id),
  kind text collate "C" not null check (kind in (
    'INVITATION', 'SIGN_IN', 'RESET_PASSWORD', 'VERIFY_EMAIL', 'CREATE_ACCOUNT', 'HAS_ACCOUNT', 'CONNECTION')),
  locale text collate "C" not null check (locale in ('en', 'de', 'fr')),
  texts jsonb not null check (octet_length(texts::text) <= 20000),
  version integer not null,
  updated_at timestamptz(3) not null,
  updated_by text collate "C",
  primary key (org_id, kind, locale)
);`);
  }
}
