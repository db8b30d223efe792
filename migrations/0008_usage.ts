import { Migration } from '@mikro-orm/migrations';

/** Use and disuse: daily sums, used scopes, and the notices before an expiry. What was there is filled in by the workers. */
export class Migration0008Usage extends Migration {
  override up(): void {
    this.addSql(days);
    this.addSql(pastMonths);
    this.addSql(scopes);
    this.addSql(progress);
    this.addSql(credentials);
    this.addSql(notices);
  }
}

// A use costs no index entry in usage_facts: its index of time keeps a range for every 32 pages, which is enough to find
// the facts of some minutes and lets the roll-up read nothing else. Sums of one day change again and again (HOT).
// Without an address they have no primary key; "nulls not distinct" makes one row of a verification that named none.
const days = `
create index usage_facts_by_time on usage_facts using brin (at) with (pages_per_range = 32, autosummarize = on);

create table usage_days (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  day date not null,
  source text not null check (source in ('VERIFY', 'API')),
  address text collate "C",
  uses bigint not null
) partition by range (day);
create unique index usage_days_of_credential on usage_days (org_id, credential_id, day, source, address) nulls not distinct;

insert into partition_plans values ('usage_days', 'month', '400 days', 'fillfactor = 70');
select maintain_partitions();`;

// The facts of the last 90 days are summed after the migration, so their months must be there.
const pastMonths = `
do $body$
declare
  starts timestamptz := date_trunc('month', now() - interval '105 days', 'UTC');
  child text;
begin
  while starts < date_trunc('month', now(), 'UTC') loop
    child := 'usage_days' || to_char(starts at time zone 'UTC', '_YYYYMMDD');
    execute format('create table %I (like usage_days including all) with (fillfactor = 70)', child);
    execute format('alter table usage_days attach partition %I for values from (%L) to (%L)',
      child, starts, starts + interval '1 month');
    starts := starts + interval '1 month';
  end loop;
end $body$;`;

// No foreign key: it would lock the credential's row, and one statement writes the uses of many callers, which must wait
// for none of them (docs/decisions/0009). Every row changes often and no index with it (HOT).
const scopes = `
create table scope_uses (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  scope text collate "C" not null,
  first_used_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  uses bigint not null,
  primary key (org_id, credential_id, scope)
) with (fillfactor = 50);`;

// One row. Facts before rolled_to are in usage_days, and no others; scopes_since is when the recording of scopes began.
const progress = `
create table usage_progress (
  single boolean primary key default true check (single),
  rolled_to timestamptz(3) not null default date_trunc('day', now() - interval '100 days', 'UTC'),
  scopes_since timestamptz(3) not null default now()
);
insert into usage_progress default values;`;

// observed_since: from when the use of its scopes says something, null from its creation. Neither column, nor what the
// indexes are of, changes when a credential is used.
const credentials = `
alter table credentials
  add column observed_since timestamptz(3),
  add column expiry_notice_at timestamptz(3);
create index credentials_oldest_live on credentials (org_id, created_at, id)
  where deleted_at is null and status in ('ACTIVE', 'SUSPENDED');
create index credentials_expiring on credentials (expiry_notice_at)
  where expiry_notice_at is not null and status = 'ACTIVE';
create index credentials_without_notice on credentials (expires_at)
  where expiry_notice_at is null and expires_at is not null and status = 'ACTIVE';`;

// A trigger, because more than one family of operations sets an expiry, and none may forget the notices of it. Time spans in
// hours: a day of a session's time zone has sometimes 23.
const notices = `
create function next_expiry_notice(expires timestamptz, since timestamptz) returns timestamptz
language sql immutable as $body$
  select min(expires - days * interval '24 hours') from unnest(array[30, 14, 7, 1]) as days
   where expires - days * interval '24 hours' > since
$body$;
create function plan_expiry_notice() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    new.expiry_notice_at := next_expiry_notice(new.expires_at, new.created_at);
  elsif new.expires_at is distinct from old.expires_at then
    new.expiry_notice_at := next_expiry_notice(new.expires_at, now());
  end if;
  return new;
end $body$;
create trigger credentials_expiry_notice before insert or update of expires_at on credentials
  for each row execute function plan_expiry_notice();`;
