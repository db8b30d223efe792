import { Migration } from '@mikro-orm/migrations';

/** Counts what clients of OAuth did in an hour, until a task writes the audit row of the hour. A client has two rows an hour at most. */
export class Migration0092ClientHours extends Migration {
  override up(): void {
    this.addSql(`
      create table oidc_client_hours (
        org_id text collate "C" not null,
        client_id text collate "C" not null,
        hour timestamptz(3) not null,
        outcome text not null check (outcome in ('ISSUED', 'REFUSED')),
        uses bigint not null,
        address text,
        primary key (org_id, client_id, hour, outcome)
      );
      create index oidc_client_hours_ended on oidc_client_hours (hour);`);
  }
}
