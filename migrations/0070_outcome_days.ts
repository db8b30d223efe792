import { Migration } from '@mikro-orm/migrations';

/** Counts for reports: verifications by day and code, refusals by day and credential, and sign-ins by day. */
export class Migration0070OutcomeDays extends Migration {
  override up(): void {
    this.addSql(verifications);
    this.addSql(signIns);
    this.addSql(past);
  }
}

// Counted in the row: no index has a count, and the pages keep room (HOT). A tenant has a row for each day and code in
// verification_days. refusal_days has only rows of credentials that exist. It is written once a second by each node.
// - refusal_days_newest: the newest refusals of a tenant
const verifications = `
create table verification_days (
  org_id text collate "C" not null,
  day date not null,
  code text collate "C" not null,
  verifications bigint not null,
  primary key (org_id, day, code)
) with (fillfactor = 50);
create index verification_days_by_age on verification_days (day);
create table refusal_days (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  day date not null,
  code text collate "C" not null,
  refusals bigint not null,
  primary key (org_id, credential_id, day, code)
) with (fillfactor = 70);
create index refusal_days_newest on refusal_days (org_id, day desc, credential_id);
create index refusal_days_by_age on refusal_days (day);`;

const signIns = `
create table sign_in_days (
  org_id text collate "C" not null,
  day date not null,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  primary key (org_id, day)
) with (fillfactor = 50);
create index sign_in_days_by_age on sign_in_days (day);`;

// Reads the sums of the last 30 days once, and holds no lock that a use or a roll-up waits for. Uses that nodes of the
// release before sum up afterwards are not counted.
const past = `
insert into verification_days (org_id, day, code, verifications)
select org_id, day, 'VALID', sum(uses) from usage_days
 where source = 'VERIFY' and day > (now() at time zone 'UTC')::date - 30 and day <= (now() at time zone 'UTC')::date
 group by org_id, day;`;
