import { Migration } from '@mikro-orm/migrations';

/**
 * Grants name the connection that their user signed in by. So they can end with it, although their sessions are gone. The links of a
 * connection are found by an index when it is deleted.
 */
export class Migration0054GrantsOfConnections extends Migration {
  override up(): void {
    this.addSql(`
alter table oidc_artifacts add column connection_id text collate "C";
create index oidc_artifacts_of_connection on oidc_artifacts (org_id, connection_id) where connection_id is not null;
create index social_links_of_connection on social_links (org_id, connection_id) where connection_id is not null;`);
  }
}
