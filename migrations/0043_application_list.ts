import { Migration } from '@mikro-orm/migrations';

/** What the application list of the account page shows, and which service provider a sign-in is for. */
export class Migration0043ApplicationList extends Migration {
  override up(): void {
    this.addSql('alter table oidc_clients add column initiate_login_uri varchar(2048);');
    this.addSql('alter table saml_service_providers add column logo_uri varchar(2048);');
    this.addSql('alter table sign_ins add column service_provider_id text collate "C";');
  }
}
