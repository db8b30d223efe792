import { Migration } from '@mikro-orm/migrations';

/** Which key signs the access tokens of a client. Nodes of the release before sign all of them with ES256. */
export class Migration0100AlgorithmsOfAccessTokens extends Migration {
  override up(): void {
    this.addSql(
      `alter table oidc_clients add column access_token_signing_alg text not null default 'ES256';`,
    );
  }
}
