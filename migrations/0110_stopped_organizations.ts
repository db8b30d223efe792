import { Migration } from '@mikro-orm/migrations';

/** Operators suspend and close organizations (docs/decisions/0125). */
export class Migration0110StoppedOrganizations extends Migration {
  override up(): void {
    this.addSql(`
alter table tenants
  -- Since when the organization is suspended or closed; null while it serves. Every way in reads it. Both tenants have the same.
  add column suspended_at timestamptz(3),
  -- When the data of a closed organization is erased. An operator resumes it until then. Both tenants have the same.
  add column erase_at timestamptz(3);
`);
  }
}
