import { Migration } from '@mikro-orm/migrations';

/** What a login knows of its device: whether the browser was at the device origin, and which certificate it showed. */
export class Migration0065DevicesOfLogins extends Migration {
  override up(): void {
    this.addSql(`
      alter table login_sessions
        add column device_asked boolean not null default false,
        add column device_certificate text collate "C";`);
  }
}
