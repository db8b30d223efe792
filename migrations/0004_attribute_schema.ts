import { Migration } from '@mikro-orm/migrations';

/** What each tenant says of its people's attributes, and an index that finds its owners. */
export class Migration0004AttributeSchema extends Migration {
  override up(): void {
    this.addSql(attributeSchemas);
    this.addSql(owners);
  }
}

const attributeSchemas = `
create table attribute_schemas (
  org_id text collate "C" primary key references tenants (id),
  schema jsonb,
  version integer not null,
  updated_at timestamptz(3) not null,
  updated_by text collate "C"
);`;

// Whether another owner is left is asked among everybody.
const owners = `create index users_owners on users (org_id, id) where 'OWNER' = any (roles);`;
