import { Migration } from '@mikro-orm/migrations';

/**
 * Which key signs the access tokens of a client, and whether its authorization requests must be signed. Nodes of the release before sign
 * access tokens with ES256, and demand no signature. `federation/sql/logout-tokens.ts` reads when this migration ran.
 */
export class Migration0100AlgorithmsOfAccessTokens extends Migration {
  override up(): void {
    this.addSql(`
      alter table oidc_clients
        add column access_token_signing_alg text not null default 'ES256',
        add column require_signed_request_object boolean not null default false;`);
  }
}
