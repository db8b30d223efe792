-- Room `audit`: audit rows, their chain, its signatures and its cuts (src/audit/README.md, ADR 0020).

-- An audit row: one attempt of a caller. `recordAudit()` writes it in the transaction of the change. Nothing changes it;
-- `drop_audit_partition` drops a month whose chain was cut. A row holds no personal value, only the salted hash of the values in
-- `audit_personal`. So the values of a user can be erased, and the chain stays whole. The plan keeps both tables without end,
-- because `maintain_partitions` and `drop_partition` must not drop their months.
create table audit_logs (
  org_id text collate "C" not null,
  id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  action text collate "C" not null,
  actor_type text not null,
  actor_id text collate "C",
  target_type text collate "C" not null,
  target_id text collate "C",
  result text not null check (result in ('SUCCESS', 'FAILURE', 'DENIED')),
  code text collate "C",
  request_id text collate "C",
  personal_hash bytea not null,
  primary key (org_id, id, created_at)
) partition by range (created_at);
-- Not validated: databases of earlier releases have rows that were written under a narrower rule.
alter table audit_logs add constraint audit_logs_actor_type_check
  check (actor_type in ('API_KEY', 'USER', 'SCIM', 'OIDC_CLIENT', 'SETUP_LINK', 'SYSTEM', 'ANONYMOUS')) not valid;
insert into partition_plans values ('audit_logs', 'month', '1000 years', 'fillfactor = 100');
-- Finds what is erased with a user.
create index audit_logs_of_user on audit_logs (org_id, target_id) where target_type = 'user';
-- The list, newest first. Most rows are successes, so a filter on them uses this index, too.
create index audit_logs_newest on audit_logs (org_id, created_at desc, id);
-- The list by action.
create index audit_logs_of_action on audit_logs (org_id, action, created_at desc, id);
-- The list by actor.
create index audit_logs_of_actor on audit_logs (org_id, actor_id, created_at desc, id) where actor_id is not null;
-- The list by target.
create index audit_logs_of_target on audit_logs (org_id, target_id, created_at desc, id) where target_id is not null;
-- The list by type of target.
create index audit_logs_of_type on audit_logs (org_id, target_type, created_at desc, id);
-- Finds the rows of a request.
create index audit_logs_of_request on audit_logs (org_id, request_id) where request_id is not null;
-- The list of what did not succeed. It is small.
create index audit_logs_refused on audit_logs (org_id, result, created_at desc, id) where result <> 'SUCCESS';

-- The role of the service has no right to change audit rows. The trigger also stops an owner who did not mean it.
create function refuse_change() returns trigger language plpgsql as $body$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $body$;
create trigger audit_logs_append_only before delete or update on audit_logs
  for each row execute function refuse_change();

-- The personal values of an audit row: names, addresses, reasons and changed values. The transaction of the change writes it. It
-- is erased with its user, or dropped with its month.
create table audit_personal (
  org_id text collate "C" not null,
  audit_id text collate "C" not null,
  created_at timestamptz(3) not null,
  salt bytea not null,
  content text not null,
  -- Rows of before this column have none, so the filter does not find them.
  ip text collate "C",
  primary key (org_id, audit_id, created_at)
) partition by range (created_at);
insert into partition_plans values ('audit_personal', 'month', '1000 years', 'fillfactor = 100');
-- The list by address.
create index audit_personal_of_ip on audit_personal (org_id, ip, created_at desc) where ip is not null;

-- The key of an audit row that waits for its seal. `recordAudit()` writes it with the row, and not a trigger: a row that was put
-- into `audit_logs` by hand is then never sealed, and is found. `seal-audit` removes it. Vacuum comes early: the queue is nearly
-- empty, and millions of rows pass through it.
create table audit_unsealed (
  org_id text collate "C" not null,
  created_at timestamptz(3) not null,
  audit_id text collate "C" not null,
  primary key (org_id, created_at, audit_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The chain of a tenant. Its lock lets one sealer work at a time; requests that write audit rows do not touch it. `seal-audit`
-- and `cut-audit` change it. Sealing changes it every three seconds, so its pages keep room.
create table audit_chains (
  org_id text collate "C" primary key references tenants (id),
  sequence bigint not null,
  hash bytea not null,
  checkpoint_sequence bigint not null default 0,
  checkpoint_at timestamptz(3),
  -- Up to this number, seals were removed, and before `cut_before`, audit rows; 0 at first.
  cut_sequence bigint not null default 0,
  cut_hash bytea,
  cut_before timestamptz(3),
  cut_key_id text collate "C",
  cut_signature bytea,
  -- How many sealed audit rows are kept, so that a list does not count them for each page. Null until the next sealing.
  sealed_rows bigint
) with (fillfactor = 50);
-- `seal-audit` finds chains that wait for a signature, without reading the chains of all tenants.
create index audit_chains_unsigned on audit_chains (coalesce(checkpoint_at, '-infinity')) where sequence > checkpoint_sequence;

-- The place of an audit row in the chain of its tenant. `row_hash` stands for the row, so the chain can be followed over months
-- that were dropped. `seal-audit` writes it, and `remove_cut_seals` removes it.
create table audit_seals (
  org_id text collate "C" not null references tenants (id),
  sequence bigint not null check (sequence > 0),
  audit_id text collate "C" not null,
  audit_created_at timestamptz(3) not null,
  row_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz(3) not null default now(),
  primary key (org_id, sequence)
);
-- Finds the seal of an audit row.
create index audit_seals_of_row on audit_seals (org_id, audit_id);

-- Adds new seals to the count of their chain, also those of nodes of an earlier release.
create function count_seals() returns trigger language plpgsql as $body$
      begin
        update audit_chains c set sealed_rows = c.sealed_rows + i.seals
          from (select org_id, count(*) as seals from inserted group by org_id) as i
         where c.org_id = i.org_id and c.sealed_rows is not null;
        return null;
      end $body$;
create trigger audit_seals_count after insert on audit_seals referencing new table as inserted
  for each statement execute function count_seals();

-- A signature over the end of a chain. `seal-audit` writes it, and `remove_cut_seals` removes it.
create table audit_checkpoints (
  org_id text collate "C" not null references tenants (id),
  sequence bigint not null,
  hash bytea not null,
  created_at timestamptz(3) not null,
  key_id text collate "C" not null,
  signature bytea not null,
  primary key (org_id, sequence)
);

-- A key of a tenant that signs checkpoints and cuts. The vault seals the private half. After the loss of its master key, only the
-- public half is of use.
create table audit_keys (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  public_key jsonb not null,
  private_key bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);

-- The place where a chain goes on after a restore. Its numbers are higher than all numbers that may have been exported before
-- (src/recovery/README.md). Nothing removes it, because a restore is rare.
create table audit_epochs (
  org_id text collate "C" not null references tenants (id),
  sequence bigint not null,
  hash bytea not null,
  previous_sequence bigint not null,
  previous_hash bytea not null,
  opened_at timestamptz(3) not null,
  key_id text collate "C",
  signature bytea,
  primary key (org_id, sequence),
  check (sequence > previous_sequence),
  constraint audit_epochs_check1 check ((key_id is null) = (signature is null))
);

-- How many sign-ins of a day succeeded and failed. `seal-audit` counts, and `clean-up` removes it after 30 days. It is counted in
-- the row: no index has a count, and the pages keep room (HOT).
create table sign_in_days (
  org_id text collate "C" not null,
  day date not null,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  primary key (org_id, day)
) with (fillfactor = 50);
-- Finds the rows that `clean-up` removes.
create index sign_in_days_by_age on sign_in_days (day);

-- Removes the seals of a chain up to its cut; `cut-audit` calls it. The role of the service may not delete seals, and this
-- function removes only what is cut.
create function remove_cut_seals(tenant text, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $body$
declare
  cut bigint;
  removed integer;
begin
  select cut_sequence into cut from audit_chains where org_id = tenant;
  -- Nobody may ask for what is not old: 30 days is less than any retention that can be set.
  delete from audit_checkpoints
   where org_id = tenant and sequence < cut and created_at < now() - interval '30 days';
  delete from audit_seals where org_id = tenant and sequence in (
    select sequence from audit_seals
     where org_id = tenant and sequence <= cut and audit_created_at < now() - interval '30 days'
     order by sequence limit most);
  get diagnostics removed = row_count;
  return removed;
end $body$;
revoke all on function remove_cut_seals(text, integer) from public;

-- Drops the oldest month of audit rows after every chain was cut behind it; `cut-audit` calls it. A transaction drops one table,
-- and only if the table is not in use, as `drop_partition` does. Before, it takes the rows from the counts of their chains; all
-- of them are sealed.
create function drop_audit_partition(before timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $body$
      declare
        child text;
        ends timestamptz;
        gone jsonb;
      begin
        if before > now() - interval '30 days' then raise exception 'audit rows of the last 30 days are kept'; end if;
        for child in
          select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
           where i.inhparent in ('audit_logs'::regclass, 'audit_personal'::regclass) order by 1
        loop
          ends := to_date(right(child, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' + interval '1 month';
          if ends <= before
             and not exists (select from audit_unsealed where created_at < ends)
             and not exists (select from audit_chains where sequence > 0 and coalesce(cut_before, '-infinity') < ends)
          then
            if child like 'audit\_logs\_%' then
              -- Its rows do not change, so they are counted before requests have to wait for the lock.
              execute format('select jsonb_object_agg(org_id, rows) from (select org_id, count(*) as rows from %I group by org_id) as m', child)
                 into gone;
              execute format('lock table %I in access exclusive mode', child);
              update audit_chains c set sealed_rows = c.sealed_rows - m.value::bigint
                from jsonb_each_text(gone) as m where c.org_id = m.key and c.sealed_rows is not null;
            end if;
            execute format('drop table %I', child);
            return true;
          end if;
        end loop;
        return false;
      end $body$;
revoke all on function drop_audit_partition(timestamptz) from public;
