import { Migration } from '@mikro-orm/migrations';

/** Mails of a tenant in an hour, by what they are for, so that each kind has a limit of its own. */
export class Migration0036MailWindows extends Migration {
  override up(): void {
    this.addSql(windows);
    this.addSql(subnet);
  }
}

// One row for a tenant, a kind and an hour, and one more for each subnet that strangers ask from. A refused mail writes
// nothing. `told` is set by the first refusal, which writes the row of the audit log. The row changes with every mail, so
// its page keeps room for the next version of it.
const windows = `
create table mail_windows (
  org_id text collate "C" not null references tenants (id),
  kind text collate "C" not null check (kind in ('INVITATION', 'CALLER', 'KNOWN', 'STRANGER', 'NOTICE')),
  subnet bytea not null default '',
  hour timestamptz not null,
  count integer not null,
  told boolean not null default false,
  primary key (org_id, kind, subnet, hour)
) with (fillfactor = 50);
create index mail_windows_hour on mail_windows (hour);`;

// A hash of the subnet of a request: the mail is counted when it is sent, and not when it is asked for.
const subnet = 'alter table mailed_links add column subnet bytea;';
