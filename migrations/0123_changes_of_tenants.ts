import { Migration } from '@mikro-orm/migrations';

/** Notes changes of the policies and of the suspension of a tenant for the streams of `0121`. */
export class Migration0123ChangesOfTenants extends Migration {
  override up(): void {
    this.addSql(`
create trigger tenants_note_change after update of policies_version, suspended_at on tenants for each row
  when ((old.policies_version, old.suspended_at) is distinct from (new.policies_version, new.suspended_at))
  execute function note_verification_change();
`);
  }
}
