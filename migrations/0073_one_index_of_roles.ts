import { Migration } from '@mikro-orm/migrations';

/**
 * `users_with_role` has the same few users, in the order of lists. A node of the previous release reads them by it. The index goes
 * without `concurrently`, which runs in no transaction. It takes `users` with ACCESS EXCLUSIVE: it waits for the transactions that
 * read or change users, and later ones wait behind it. It holds the lock until the transaction of the migration ends.
 */
export class Migration0073OneIndexOfRoles extends Migration {
  override up(): void {
    this.addSql('drop index users_with_roles;');
  }
}
