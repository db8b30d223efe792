import { Migration } from '@mikro-orm/migrations';

/** A key that SAML assertions were encrypted for still decrypts for a while after its successor was made. */
export class Migration0056RetiredEncryptionKeys extends Migration {
  override up(): void {
    this.addSql(`alter table federation_encryption_keys add column retired_at timestamptz(3);`);
  }
}
