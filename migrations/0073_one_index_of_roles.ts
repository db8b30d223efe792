import { Migration } from '@mikro-orm/migrations';

/**
 * `users_with_role` has the same few users, in the order of lists. A node of the previous release reads them by it. The index goes
 * without `concurrently`, which runs in no transaction: the lock on `users` lasts no longer than the removal of a file.
 */
export class Migration0073OneIndexOfRoles extends Migration {
  override up(): void {
    this.addSql('drop index users_with_roles;');
  }
}
