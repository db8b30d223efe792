import { Migration } from '@mikro-orm/migrations';

/** Accounts that people create themselves (docs/decisions/0059-registration.md). */
export class Migration0039Registration extends Migration {
  override up(): void {
    this.addSql(settings);
    this.addSql(links);
    this.addSql(index);
  }
}

const settings = `
alter table auth_configs
  drop constraint auth_configs_name_check,
  add constraint auth_configs_name_check
    check (name in ('password_policy', 'totp', 'webauthn', 'magic_link', 'registration', 'branding'));`;

const links = `
alter table mailed_links
  drop constraint mailed_links_purpose_check,
  add constraint mailed_links_purpose_check
    check (purpose in ('SIGN_IN', 'RESET_PASSWORD', 'VERIFY_EMAIL', 'CREATE_ACCOUNT'));`;

// The accounts of a day are counted before each new one.
const index = `
create index mailed_links_registered on mailed_links (org_id, used_at)
  where purpose = 'CREATE_ACCOUNT' and used_at is not null;`;
