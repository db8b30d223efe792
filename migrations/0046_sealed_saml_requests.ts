import { Migration } from '@mikro-orm/migrations';

/** Seals what waits for a user who signs in or out with SAML: RelayState, and the name of the user. */
export class Migration0046SealedSamlRequests extends Migration {
  override up(): void {
    // They live for 40 minutes. Their users start again at the service provider.
    this.addSql('delete from saml_requests');
    this.addSql('alter table saml_requests drop column asked, add column asked bytea not null');
    this.addSql('delete from saml_logouts where service_provider_id is not null');
    this.addSql(logouts);
  }
}

// The check goes with the column, and comes back.
const logouts = `
alter table saml_logouts drop column asked, add column asked bytea,
  add check ((service_provider_id is null) = (message_hash is null) and (service_provider_id is null) = (asked is null))`;
