import { Migration } from '@mikro-orm/migrations';

/** Lets `auth_configs` hold the settings for clients that no administrator made. The blocked hosts are a part of them. */
export class Migration0134BlockedHosts extends Migration {
  override up(): void {
    this.addSql(`
alter table auth_configs drop constraint auth_configs_name_check;
`);
    this.addSql(`
alter table auth_configs add constraint auth_configs_name_check
  check (name in ('password_policy', 'totp', 'webauthn', 'magic_link', 'registration', 'branding',
                  'oidc_client_metadata', 'oidc_client_registration')) not valid;
`);
  }
}
