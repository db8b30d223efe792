-- The platform: tables that belong to no room (docs/architecture.md, "Tables of the platform").

-- Both extensions are trusted, so the owner of a database may create them. They let an index find a part of a name in one tenant.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A tenant. An organization is a pair of tenants, one `live` and one `test`, and has the id of the live one (ADR 0003).
-- `make start` and `make organization` write the row, and nothing removes it.
create table tenants (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  name varchar(100) not null,
  environment text not null check (environment in ('live', 'test')),
  created_at timestamptz(3) not null default now(),
  -- Names the policies that judge machines, those of `policies` and `conditional-access`; 0 if there are none. The sequence gives
  -- a number once, so a compiled policy is never taken for a later one (ADR 0021).
  policies_version bigint not null default 0,
  -- The least `maxIdleDays` of the policies. A use after so many days may be refused, and then it must not count as a use.
  policies_idle_days integer,
  -- Grows with each change of keys, scopes and settings of sign-in. An instance of the OpenID engine serves one version.
  oidc_version bigint not null default 0,
  -- The text of the DNS record that proves a domain follows from this value. So a domain that is added again has its old record,
  -- and two tenants never have the same text.
  domain_salt uuid not null default gen_random_uuid(),
  -- Names the policies of conditional access and the locations that judge users; 0 if no policy is live. Also a number of the
  -- sequence.
  access_version bigint not null default 0,
  -- Whether the counts of credentials are complete (ADR 0089). A new tenant has no credential, so its counts are.
  credentials_counted boolean not null default true,
  unique (organization_id, environment)
);
-- Finds the tenants whose credentials a task has still to count.
create index tenants_to_count on tenants (id) where not credentials_counted;

-- Numbers of `policies_version` and `access_version`.
create sequence policies_versions;

-- The rule of one partitioned table: how long a partition is, how long it is kept, and how it is stored. Tables that grow with
-- traffic are partitioned by time, so that old rows are dropped and not deleted. Each file adds the rows of its tables, and
-- nothing else changes them.
create table partition_plans (
  parent text primary key,
  unit text not null check (unit in ('week', 'month')),
  keep interval not null,
  -- A partition does not inherit the storage parameters of its table, so they stand here.
  storage text not null default 'fillfactor = 100'
);

-- Makes the partitions of the next weeks and months. Each process calls it at its start and once a day. It belongs to the
-- migrating role and runs with its rights, because the role of the service creates no tables. It works in UTC: a month that is
-- added in a time zone with summer time ends an hour off.
create function maintain_partitions() returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $body$
declare
  plan partition_plans;
  step interval;
  starts timestamptz;
  child text;
begin
  perform pg_advisory_xact_lock(hashtext('keyward.maintain_partitions'));
  for plan in select * from partition_plans order by parent loop
    step := ('1 ' || plan.unit)::interval;
    -- far enough that weeks in which no process runs do no harm
    for ahead in 0..(case plan.unit when 'week' then 12 else 3 end) loop
      starts := date_trunc(plan.unit, now(), 'UTC') + ahead * step;
      child := plan.parent || to_char(starts at time zone 'UTC', '_YYYYMMDD');
      if to_regclass(child) is null then
        execute format('create table %I (like %I including all) with (%s)', child, plan.parent, plan.storage);
        -- attaching blocks no reader or writer of the parent; "create … partition of" would
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          plan.parent, child, starts, starts + step);
      end if;
    end loop;
  end loop;
end $body$;
revoke all on function maintain_partitions() from public;

-- The partitions by their bounds, not by their names. `overdue` partitions are wholly past the retention of their table.
create view partitions as
select p.parent, p.keep, b.name, b.ends, b.ends < now() - p.keep as overdue
  from partition_plans p
  join pg_inherits i on i.inhparent = to_regclass(p.parent)
  cross join lateral (
    select c.relname::text as name,
           substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \('([^']+)'\)$re$)::timestamptz as ends
      from pg_class c where c.oid = i.inhrelid) as b;

-- Drops one overdue partition; `clean-up` calls it. The drop locks the table, and later requests wait behind it. So it gives up
-- after a fifth of a second, and its caller tries again an hour later. A transaction drops one partition, so it never holds one
-- lock while it waits for another. `detach … concurrently` would lock no request out, but a function cannot run it.
create function drop_partition(partition_name text) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $body$
begin
  if not exists (select from partitions p where p.name = partition_name and p.overdue) then return false; end if;
  execute format('drop table %I', partition_name);
  return true;
end $body$;
revoke all on function drop_partition(text) from public;

-- Returns an id as `src/lib/id.ts` makes it: a UUIDv7 as 26 Crockford digits. `gen_random_uuid` gives ten random bytes, which
-- need only another version.
create function new_id(prefix text) returns text language sql as $body$
  select prefix || '_' || string_agg(
           substr('0123456789abcdefghjkmnpqrstvwxyz', substring(made.bits from 1 + 5 * place for 5)::int + 1, 1), ''
           order by place)
    from (select b'00' || ('x' || lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
                 || '7' || right(replace(gen_random_uuid()::text, '-', ''), 19))::bit(128) as bits) as made,
         generate_series(0, 25) as place
$body$;

-- An event: a fact about a change, written by the transaction of the change (`emit()` in `src/platform/events.ts`). `clean-up`
-- drops old weeks. An event is kept as long as its deliveries: it may be held for 30 days, and lie among the dead letters for 30
-- days. The rooms `webhooks` and `risk` add triggers.
-- One index serves both questions: recovery asks for the events of a time, and a delivery for one event by all three columns.
-- With the time last, or with two indexes, Postgres may read every event of a transaction for one of them.
create table events (
  org_id text collate "C" not null,
  id text collate "C" not null,
  type text collate "C" not null,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, created_at, id)
) partition by range (created_at);
insert into partition_plans values ('events', 'week', '62 days', 'fillfactor = 100');

-- A job that a change of a tenant asked for (`enqueue()` in `src/platform/queue.ts`). A queue is a class, a tenant and an
-- address. `src/workers/tenant-jobs.ts` runs the job and removes it. A job that was given up is kept for 30 days. Vacuum comes
-- early, because a busy queue leaves many dead rows (ADR 0035).
create table tenant_jobs (
  org_id text collate "C" not null references tenants (id),
  id bigint generated always as identity not null,
  class text collate "C" not null check (class in ('mail', 'call', 'work', 'replay')),
  address varchar(300) collate "C" not null default '',
  task text not null,
  payload jsonb not null,
  key text collate "C",
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  max_attempts integer not null,
  lease uuid,
  leased_until timestamptz,
  last_error text,
  given_up_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- A claim walks from one queue to the next and reads the start of each, so a long queue costs the others nothing.
create index tenant_jobs_queue on tenant_jobs (class, org_id, address, due_at, id) where given_up_at is null;
-- A key stands for one job, which later requests for the same work find.
create unique index tenant_jobs_key on tenant_jobs (org_id, key) where key is not null;
-- Finds the jobs that `clean-up` removes.
create index tenant_jobs_given_up on tenant_jobs (given_up_at) where given_up_at is not null;
-- Finds what is due in a class without a step for each queue that waits.
create index tenant_jobs_due on tenant_jobs (class, due_at) where given_up_at is null;

-- An address of a tenant whose calls failed. Its jobs wait until `retry_at`. The next success removes the row, and `clean-up` an
-- hour after the next call was due.
create table failing_addresses (
  org_id text collate "C" not null references tenants (id),
  address varchar(300) collate "C" not null,
  failures integer not null,
  retry_at timestamptz not null,
  primary key (org_id, address)
);

-- An `Idempotency-Key` that a request has claimed, and the stored response. The transaction of the request writes it, and
-- `clean-up` removes it after 24 hours.
create table idempotency_keys (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  operation_id text collate "C" not null,
  key_hash bytea not null,
  request_hash bytea not null,
  answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, credential_id, operation_id, key_hash)
);
-- Finds the rows that `clean-up` removes.
create index idempotency_keys_age on idempotency_keys (created_at);

-- A change of a count that a quota bounds; the sum is the count (ADR 0024). Rows are only added, by triggers, so no request waits
-- for a counter. A reader of the sum makes one row of many (`src/platform/sql/counters.ts`). Vacuum comes early, because a tenant
-- that creates much leaves a hundred dead rows at a time.
create table quota_deltas (
  org_id text collate "C" not null,
  kind text collate "C" not null,
  delta bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
-- Not validated: databases of earlier releases have rows that were written under a narrower rule.
alter table quota_deltas add constraint quota_deltas_kind_check
  check (kind in ('identities', 'credentials', 'users', 'groups')) not valid;
-- Finds the rows of one count.
create index quota_deltas_of_tenant on quota_deltas (org_id, kind);

-- Triggers of `identities`, `credentials`, `users` and `groups` call it when a row begins or ceases to count. Their conditions
-- are judged before the call, so a use of a credential costs a comparison.
create function count_for_quota() returns trigger language plpgsql as $body$
begin
  insert into quota_deltas (org_id, kind, delta)
  values (case when tg_op = 'DELETE' then old.org_id else new.org_id end, tg_argv[0], tg_argv[1]::bigint);
  return null;
end $body$;

-- Requests of one minute: of an address, a client, a SCIM token, sign-ins, or a known caller. The table is unlogged, so a crash
-- forgives the requests of one minute. `sweep-requests` removes a row after ten minutes.
create unlogged table request_windows (
  name text collate "C" primary key,
  started_at timestamptz(3) not null,
  count integer not null
);

-- Unused: `request_windows` replaced it. A later release drops it.
create unlogged table address_windows (
  address text collate "C" primary key,
  started_at timestamptz(3) not null,
  count integer not null
);

-- A master key that a value in this database is sealed under, with a value that only this key opens. The key itself is never in
-- the database. Starts of nodes and changes of master keys write it (`src/platform/sql/master-keys.ts`).
create table master_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{8}$'),
  check_value bytea not null,
  since timestamptz not null default now()
);
