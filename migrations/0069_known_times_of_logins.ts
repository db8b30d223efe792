import { Migration } from '@mikro-orm/migrations';

/**
 * Whether `auth_time` is when the user proved their identity. An identity provider that answers by its own session may not say
 * when that was. Logins from before do not say it: their users sign in again for what needs a recent sign-in.
 */
export class Migration0069KnownTimesOfLogins extends Migration {
  override up(): void {
    this.addSql('alter table login_sessions add column time_known boolean not null default false;');
  }
}
