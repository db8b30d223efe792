import { Migration } from '@mikro-orm/migrations';

/** The chain of the audit log: what is sealed, what waits for it, what was signed; and indexes for its filters (ADR 0020). */
export class Migration0006Audit extends Migration {
  override up(): void {
    this.addSql(chain);
    this.addSql(retention);
    this.addSql(filters);
  }
}

// - audit_unsealed: what waits for its seal. Written with the row, and not by a trigger: a row that somebody puts into
//   audit_logs by hand is then never sealed, and found.
// - audit_seals: the place of each row in the chain of its tenant. row_hash stands for the row itself, so that the chain
//   can be followed over rows whose month has been dropped.
// - audit_chains: where the chain of a tenant ends. Its lock makes one sealer of many; whoever writes audit rows does not
//   touch it. cut_*: up to where seals were removed, and before when rows were, when those were too old; 0 at first.
// - audit_checkpoints: what the tenant's key has signed. audit_keys holds that key, sealed by src/platform/vault.ts.
// Autovacuum would else come for a queue that is nearly empty only when a fifth of a million have gone through it.
const chain = `
create table audit_unsealed (
  org_id text collate "C" not null,
  created_at timestamptz(3) not null,
  audit_id text collate "C" not null,
  primary key (org_id, created_at, audit_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

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
create index audit_seals_of_row on audit_seals (org_id, audit_id);

create table audit_chains (
  org_id text collate "C" primary key references tenants (id),
  sequence bigint not null,
  hash bytea not null,
  checkpoint_sequence bigint not null default 0,
  checkpoint_at timestamptz(3),
  cut_sequence bigint not null default 0,
  cut_hash bytea,
  cut_before timestamptz(3),
  cut_key_id text collate "C",
  cut_signature bytea
) with (fillfactor = 50);

create table audit_checkpoints (
  org_id text collate "C" not null references tenants (id),
  sequence bigint not null,
  hash bytea not null,
  created_at timestamptz(3) not null,
  key_id text collate "C" not null,
  signature bytea not null,
  primary key (org_id, sequence)
);

create table audit_keys (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  public_key jsonb not null,
  private_key bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);

insert into audit_unsealed select org_id, created_at, id from audit_logs;`;

// The months of the audit log are not dropped by maintain_partitions any more: only when every chain has been cut behind
// them, by cut-audit.ts. The service's role may not delete seals; what it may ask for removes only those that are cut.
const retention = `
update partition_plans set keep = interval '1000 years' where parent in ('audit_logs', 'audit_personal');

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

-- One in a transaction, and only if its table is not in use, as 0013_quotas.ts drops others.
create function drop_audit_partition(before timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $body$
declare
  child text;
  ends timestamptz;
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
      execute format('drop table %I', child);
      return true;
    end if;
  end loop;
  return false;
end $body$;
revoke all on function remove_cut_seals(text, integer), drop_audit_partition(timestamptz) from public;`;

// Nothing is rewritten: rows of before this migration have no ip, and the filter does not find them.
// audit_logs_refused is a small one: what succeeded is nearly everything, and found in the order of the newest.
const filters = `
alter table audit_personal add column ip text collate "C";
create index audit_personal_of_ip on audit_personal (org_id, ip, created_at desc) where ip is not null;
create index audit_logs_newest on audit_logs (org_id, created_at desc, id);
create index audit_logs_of_action on audit_logs (org_id, action, created_at desc, id);
create index audit_logs_of_actor on audit_logs (org_id, actor_id, created_at desc, id) where actor_id is not null;
create index audit_logs_of_target on audit_logs (org_id, target_id, created_at desc, id) where target_id is not null;
create index audit_logs_of_type on audit_logs (org_id, target_type, created_at desc, id);
create index audit_logs_of_request on audit_logs (org_id, request_id) where request_id is not null;
create index audit_logs_refused on audit_logs (org_id, result, created_at desc, id) where result <> 'SUCCESS';`;
