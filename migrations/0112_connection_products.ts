import { Migration } from '@mikro-orm/migrations';

/** The product of the identity provider of a connection (docs/decisions/0122). */
export class Migration0112ConnectionProducts extends Migration {
  override up(): void {
    this.addSql(`
-- The product that an administrator chose, such as okta. The dashboard shows its steps. The contract bounds the text.
alter table federation_connections add column product text collate "C";
`);
  }
}
