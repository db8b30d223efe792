import { Migration } from '@mikro-orm/migrations';

/**
 * Says who made a client of OpenID Connect (`src/oidc/strangers.ts`). The check holds what no stranger may be: a client without consent or
 * PKCE, one that gets tokens for itself, or one that is told of sign-outs.
 */
export class Migration0124OriginsOfClients extends Migration {
  override up(): void {
    this.addSql(`
alter table oidc_clients add column origin text collate "C" not null default 'ADMINISTRATOR';
`);
    this.addSql(`
alter table oidc_clients add constraint oidc_clients_origin_check
  check (origin in ('ADMINISTRATOR', 'METADATA_DOCUMENT', 'REGISTRATION') and
         (origin = 'METADATA_DOCUMENT') = (id like 'https://%')) not valid;
`);
    this.addSql(`
alter table oidc_clients add constraint oidc_clients_stranger_check
  check (origin = 'ADMINISTRATOR' or
         (consent_required and require_pkce and grant_types <@ array['authorization_code', 'refresh_token'] and subject_type = 'public' and
          initiate_login_uri is null and backchannel_logout_uri is null and post_logout_redirect_uris = '{}' and
          resources = '{}' and served_resources = '{}' and access_token_ttl <= 300)) not valid;
`);
  }
}
