import { Migration } from '@mikro-orm/migrations';

/**
 * Whether a client reads the claims of its scopes from the ID token (docs/decisions/0101). Nodes of the release before leave out the claims.
 */
export class Migration0099ClientsAsTheyAre extends Migration {
  override up(): void {
    this.addSql('alter table oidc_clients add column id_token_claims boolean not null default false;');
  }
}
