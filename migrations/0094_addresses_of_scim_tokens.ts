import { Migration } from '@mikro-orm/migrations';

/**
 * The addresses from which a SCIM token may be used; null means anywhere. Nodes of the release before do not look at them, so a token is
 * bound to its addresses when the last of these nodes is replaced.
 */
export class Migration0094AddressesOfScimTokens extends Migration {
  override up(): void {
    this.addSql('alter table scim_tokens add column allowed_ips text[];');
  }
}
