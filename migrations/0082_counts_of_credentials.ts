import { Migration } from '@mikro-orm/migrations';

/**
 * Counts of credentials by their status and their expiry, so that a list does not count all of them for each page (decision 0089).
 * Triggers write each change down, also those of nodes of the release before. A task counts the rows that are here already
 * (src/credentials/sql/counts.ts): 0083_tenants_to_count.ts says in which tenants.
 */
export class Migration0082CountsOfCredentials extends Migration {
  override up(): void {
    this.addSql(tables);
    this.addSql(rights);
    this.addSql(parts);
    this.addSql(counting);
  }
}

// Writers only add rows to credential_changes, so no request waits for a count. A task adds them to credential_counts.
const tables = `
create table credential_counts (
  org_id text collate "C" not null,
  part text collate "C" not null check (part in ('ALL', 'ENDS', 'DAY')),
  at timestamptz(3) not null,
  status text collate "C" not null,
  count bigint not null,
  primary key (org_id, part, at, status)
);
create table credential_changes (
  org_id text collate "C" not null,
  part text collate "C" not null,
  at timestamptz(3) not null,
  status text collate "C" not null,
  change bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index credential_changes_of_tenant on credential_changes (org_id);`;

// The triggers work before the new release gives its rights: nodes of the release before write meanwhile.
const rights = `
do $body$
declare
  service regrole;
begin
  for service in
    select distinct a.grantee::regrole from pg_class c cross join aclexplode(c.relacl) as a
     where c.oid = 'quota_deltas'::regclass and a.privilege_type = 'INSERT' and a.grantee <> 0
  loop
    execute 'grant select, insert, update, delete on credential_counts, credential_changes to ' || service;
  end loop;
end $body$;`;

// The counts that a credential is in. ALL: those of its status. ENDS: those that end at its time. DAY: the active ones that end
// on its day. Numbers that depend on the clock are sums of whole days and of single times.
const parts = `
create function credential_parts(status text, expires_at timestamptz, deleted_at timestamptz)
returns table (part text, at timestamptz, status_of text) language sql stable as $body$
  select 'ALL', '-infinity'::timestamptz, $1 where $1 is not null and $3 is null
  union all
  select 'ENDS', $2, $1 where $2 is not null and $3 is null and $1 in ('ACTIVE', 'SUSPENDED')
  union all
  select 'DAY', date_trunc('day', $2, 'UTC'), $1 where $2 is not null and $3 is null and $1 = 'ACTIVE'
$body$;`;

// The conditions are judged before the function is called. A use of a credential changes none of these columns.
const counting = `
create function count_credential() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    insert into credential_changes (org_id, part, at, status, change)
    select new.org_id, p.part, p.at, p.status_of, 1 from credential_parts(new.status, new.expires_at, new.deleted_at) as p;
  else
    insert into credential_changes (org_id, part, at, status, change)
    select old.org_id, p.part, p.at, p.status_of, sum(p.change)
      from (select o.*, -1 as change from credential_parts(old.status, old.expires_at, old.deleted_at) as o
            union all
            select n.*, 1 from credential_parts(new.status, new.expires_at, new.deleted_at) as n) as p
     group by p.part, p.at, p.status_of having sum(p.change) <> 0;
  end if;
  return null;
end $body$;
create trigger credentials_tally_new after insert on credentials
  for each row execute function count_credential();
create trigger credentials_tally_change after update of status, expires_at, deleted_at on credentials
  for each row when (old.status <> new.status or old.expires_at is distinct from new.expires_at
                     or old.deleted_at is distinct from new.deleted_at)
  execute function count_credential();
create trigger credentials_tally_gone after delete on credentials
  for each row when (old.deleted_at is null) execute function count_credential();`;
