import { Migration } from '@mikro-orm/migrations';

/** How the people of each tenant may sign in. */
export class Migration0016AuthConfig extends Migration {
  override up(): void {
    this.addSql(authConfigs);
  }
}

// Only what somebody has set: what nobody did follows the defaults of the release, the tenant's name and the base URL.
// Rows are not deleted, so the versions of a tenant's rows add up to one that only grows.
const authConfigs = `
create table auth_configs (
  org_id text collate "C" not null references tenants (id),
  name text collate "C" not null
    check (name in ('password_policy', 'totp', 'webauthn', 'magic_link', 'branding')),
  settings jsonb not null,
  version integer not null,
  updated_at timestamptz(3) not null,
  updated_by text collate "C",
  primary key (org_id, name)
);`;
