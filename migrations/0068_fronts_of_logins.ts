import { Migration } from '@mikro-orm/migrations';

/** Where the last request of the browser of a login came from: address, platform and client certificate. */
export class Migration0068FrontsOfLogins extends Migration {
  override up(): void {
    this.addSql('alter table login_sessions add column front jsonb;');
  }
}
