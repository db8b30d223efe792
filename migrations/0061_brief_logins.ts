import { Migration } from '@mikro-orm/migrations';

/** Logins that end after 30 minutes without use, because a policy of conditional access says so. */
export class Migration0061BriefLogins extends Migration {
  override up(): void {
    this.addSql('alter table login_sessions add column brief boolean not null default false;');
  }
}
