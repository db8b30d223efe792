import { Migration } from '@mikro-orm/migrations';

/** What FAPI 2.0 asks of a client, each by itself and all by a profile (decision 0045). */
export class Migration0034OidcClientProfiles extends Migration {
  override up(): void {
    this.addSql(`
alter table oidc_clients
  add column require_pushed_authorization_requests boolean not null default false,
  add column require_issuer_audience boolean not null default false,
  add column profile text check (profile in ('FAPI2'));`);
  }
}
