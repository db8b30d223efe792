-- Room `usage`: sums of uses (src/usage/README.md, ADR 0017).

-- Uses of a credential by day, source and address. `roll-up-usage` writes it, and `clean-up` drops old months. Sums of one day
-- change often, so the pages of a partition keep room (HOT).
create table usage_days (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  day date not null,
  source text not null check (source in ('VERIFY', 'API')),
  address text collate "C",
  uses bigint not null
) partition by range (day);
insert into partition_plans values ('usage_days', 'month', '400 days', 'fillfactor = 70');
-- `nulls not distinct` makes one row of the uses that named no address. Without an address, there can be no primary key.
create unique index usage_days_of_credential on usage_days (org_id, credential_id, day, source, address) nulls not distinct;

-- The facts of the last 90 days may be summed late, so the months of these days exist from the start.
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
end $body$;

-- How far the roll-up has come. There is always one row: without it, `roll-up-usage` stops and says nothing.
create table usage_progress (
  single boolean primary key default true check (single),
  -- Facts before this time are in `usage_days`, and no others.
  rolled_to timestamptz(3) not null default date_trunc('day', now() - interval '100 days', 'UTC'),
  -- When the recording of used scopes began.
  scopes_since timestamptz(3) not null default now()
);
insert into usage_progress default values;
