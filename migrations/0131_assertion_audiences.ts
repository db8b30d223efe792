import { Migration } from '@mikro-orm/migrations';

/** The authorization servers of other systems that a client may get identity assertions for (docs/decisions/0151). */
export class Migration0131AssertionAudiences extends Migration {
  override up(): void {
    this.addSql(`
-- A list of objects with issuer, clientId, signInClientId, scopes and resources. The contract bounds it. Read with the client, so it has no index.
alter table oidc_clients add column assertion_audiences jsonb not null default '[]'::jsonb;
`);
  }
}
