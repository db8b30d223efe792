import { Migration } from '@mikro-orm/migrations';

/** What quotas bound is counted as it changes, and partitions are made and dropped apart from each other. */
export class Migration0013Quotas extends Migration {
  override up(): void {
    this.addSql(deltas);
    this.addSql(counting);
    this.addSql(sums);
    this.addSql(liveOfIdentity);
    this.addSql(partitions);
    this.addSql(making);
    this.addSql(dropping);
  }
}

// The sum is the count (decision 0024). Rows are only added, by whoever changes what is counted, so nobody waits for a
// counter: a verification spends a last use without. Whoever asks for the sum makes one row of many (platform/sql/counters.ts).
// Vacuumed early, because a tenant that creates leaves a hundred dead rows at a time.
const deltas = `
create table quota_deltas (
  org_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('identities', 'credentials')),
  delta bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index quota_deltas_of_tenant on quota_deltas (org_id, kind);`;

/**
 * Triggers that write down when a row begins and when it ceases to count. Their conditions are judged before the
 * function is called: a use of a credential, which sets its status to what it is, comes to no more than that.
 */
const counted = (kind: string, column: string, counts: (row: 'old' | 'new') => string): string => `
create trigger ${kind}_count_new after insert on ${kind}
  for each row when (${counts('new')}) execute function count_for_quota('${kind}', '1');
create trigger ${kind}_count_back after update of ${column} on ${kind}
  for each row when (${counts('new')} and not (${counts('old')})) execute function count_for_quota('${kind}', '1');
create trigger ${kind}_count_ended after update of ${column} on ${kind}
  for each row when (${counts('old')} and not (${counts('new')})) execute function count_for_quota('${kind}', '-1');
create trigger ${kind}_count_gone after delete on ${kind}
  for each row when (${counts('old')}) execute function count_for_quota('${kind}', '-1');`;

const live = (row: string): string => `${row}.status in ('ACTIVE', 'SUSPENDED')`;

// Locked first, credentials before identities as revocations take them: what is counted below is what the triggers have
// not seen.
const counting = `
lock table credentials, identities in share row exclusive mode;
create function count_for_quota() returns trigger language plpgsql as $body$
begin
  insert into quota_deltas (org_id, kind, delta)
  values (case when tg_op = 'DELETE' then old.org_id else new.org_id end, tg_argv[0], tg_argv[1]::bigint);
  return null;
end $body$;
${counted('credentials', 'status', live)}
${counted('identities', 'deleted_at', (row) => `${row}.deleted_at is null`)}`;

const sums = `
insert into quota_deltas (org_id, kind, delta)
select org_id, 'identities', count(*) from identities i where i.deleted_at is null group by org_id
union all
select org_id, 'credentials', count(*) from credentials c where ${live('c')} group by org_id;`;

// An identity that is given credentials for minutes has thousands of dead ones. Takes the place of an index of the tenant's.
const liveOfIdentity = `
create index credentials_live_of_identity on credentials (org_id, identity_id) where status in ('ACTIVE', 'SUSPENDED');
drop index credentials_live;`;

// By their bounds, not by their names. "overdue" is what is wholly past the retention of its table.
const partitions = `
create view partitions as
select p.parent, p.keep, b.name, b.ends, b.ends < now() - p.keep as overdue
  from partition_plans p
  join pg_inherits i on i.inhparent = to_regclass(p.parent)
  cross join lateral (
    select c.relname::text as name,
           substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \\('([^']+)'\\)$re$)::timestamptz as ends
      from pg_class c where c.oid = i.inhrelid) as b;`;

// As in 0005_webhooks.ts, without the dropping: that takes locks for which one may have to wait.
const making = `
create or replace function maintain_partitions() returns void
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
end $body$;`;

// Dropping a partition locks its table against everybody, and whoever comes later waits behind it: so it gives up after a
// fifth of a second, and its caller tries again an hour later. One partition in a transaction, so that the lock of one is
// not held while another is waited for. "detach … concurrently" would lock nobody out, but runs in no function, and the
// service's role may not do it itself.
const dropping = `
create function drop_partition(partition_name text) returns boolean
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $body$
begin
  if not exists (select from partitions p where p.name = partition_name and p.overdue) then return false; end if;
  execute format('drop table %I', partition_name);
  return true;
end $body$;
revoke all on function drop_partition(text) from public;`;
