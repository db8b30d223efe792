import { Migration } from '@mikro-orm/migrations';

/**
 * Which refresh token replaced another one (docs/decisions/0102). Nodes of the release before let all refresh tokens of a repeat live.
 */
export class Migration0102SuccessorsOfRefreshTokens extends Migration {
  override up(): void {
    this.addSql('alter table oidc_artifacts add column successor_hash bytea;');
  }
}
