import { Migration } from '@mikro-orm/migrations';

/**
 * When the certificate that a login has shown ends. A certificate without an end does not count, so browsers of logins before this
 * migration show theirs again.
 */
export class Migration0067EndsOfDeviceCertificates extends Migration {
  override up(): void {
    this.addSql(`
      alter table login_sessions add column device_certificate_ends_at timestamptz;`);
  }
}
