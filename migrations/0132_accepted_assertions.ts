import { Migration } from '@mikro-orm/migrations';

/** The connections whose identity assertions a tenant accepts (docs/decisions/0151). */
export class Migration0132AcceptedAssertions extends Migration {
  override up(): void {
    // Null for connections of another type. A tenant has few connections, so their primary key finds those of an issuer.
    this.addSql(`
alter table federation_connections add column accept_assertions boolean default false;
`);
  }
}
