import { Migration } from '@mikro-orm/migrations';

/** The APIs that a client is. Nodes of the release before write clients without them. */
export class Migration0088ServedResources extends Migration {
  override up(): void {
    this.addSql(`
      alter table oidc_clients
        add column served_resources text[] collate "C" not null default '{}',
        add column served_resources_copied boolean not null default false;`);
  }
}
