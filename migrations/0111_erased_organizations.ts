import { Migration } from '@mikro-orm/migrations';

/** Closed organizations are erased when their time of grace is over (docs/decisions/0126). */
export class Migration0111ErasedOrganizations extends Migration {
  override up(): void {
    this.addSql(`
-- The id of a tenant that was erased. No tenant ever has it again. The task that erases writes the row and marks it, and nothing removes it.
create table erased_organizations (
  org_id text collate "C" primary key,
  erased_at timestamptz(3) not null default now(),
  -- When the tenant was made; null if a restore does not know it.
  made_at timestamptz(3),
  -- When rows that came late were looked for and none was found.
  swept_at timestamptz(3)
);
-- Finds the tenants that rows may still come late for.
create index erased_organizations_to_sweep on erased_organizations (erased_at) where swept_at is null;
create trigger erased_organizations_stay before delete on erased_organizations
  for each row execute function refuse_change();
create trigger erased_organizations_stay_as_they_are before update of org_id, erased_at, made_at on erased_organizations
  for each row execute function refuse_change();

-- Since when a tenant is being erased. No operator resumes it any more.
alter table tenants add column erasing_at timestamptz(3);

-- Keeps a tenant from being erased without its time of grace, and one that is being erased from coming back:
-- the role of the service sets erase_at at least 30 days ahead, and removes no tenant that is not being erased. The owner of the database
-- may, because a restore erases again at once what an operator accepts. The path of names keeps temporary tables of
-- the caller from standing in for these.
create function guard_erasure() returns trigger
language plpgsql set search_path = public, pg_temp as $body$
declare
  of_owner constant boolean := pg_has_role(current_user, (select relowner from pg_catalog.pg_class where oid = tg_relid), 'usage');
begin
  if tg_op = 'DELETE' then
    if not of_owner and old.erasing_at is null then
      raise exception 'the tenant % is not being erased', old.id using errcode = 'insufficient_privilege';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if exists (select from erased_organizations where org_id in (new.id, new.organization_id)) then
      raise exception 'the tenant % was erased, and its id never returns', new.id using errcode = 'unique_violation';
    end if;
    if not of_owner and (new.erase_at is not null or new.erasing_at is not null) then
      raise exception 'the tenant % is closed after it was made', new.id using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.erasing_at is not null
     and (new.erasing_at, new.erase_at, new.suspended_at) is distinct from (old.erasing_at, old.erase_at, old.suspended_at) then
    raise exception 'the tenant % is being erased', old.id using errcode = 'object_not_in_prerequisite_state';
  end if;
  if old.erasing_at is null and new.erasing_at is not null and coalesce(old.erase_at, 'infinity') > now() then
    raise exception 'the time of grace of the tenant % is not over', old.id using errcode = 'insufficient_privilege';
  end if;
  -- Times are cut to milliseconds.
  if not of_owner and new.erase_at is distinct from old.erase_at and new.erase_at < now() + interval '30 days' - interval '1 second' then
    raise exception 'the tenant % has 30 days of grace', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $body$;
create trigger tenants_erased_in_time before update of suspended_at, erase_at, erasing_at on tenants
  for each row execute function guard_erasure();
create trigger tenants_ids_never_return before insert on tenants
  for each row execute function guard_erasure();
create trigger tenants_removed_when_erased before delete on tenants
  for each row execute function guard_erasure();

-- An id of a tenant that exists is not one of an erased tenant: its late rows would be looked for, and its audit log would have no guard.
create function refuse_living_tenant() returns trigger
language plpgsql set search_path = public, pg_temp as $body$
begin
  if exists (select from tenants where id = new.org_id) then
    raise exception 'the tenant % was not erased', new.org_id using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $body$;
create trigger erased_organizations_are_gone before insert on erased_organizations
  for each row execute function refuse_living_tenant();

-- Rows of the audit log go with their tenant. All other rows stay as they are.
create or replace function refuse_change() returns trigger
language plpgsql set search_path = public, pg_temp as $body$
begin
  if tg_op = 'DELETE' and starts_with(tg_table_name, 'audit_logs') then
    if exists (select from tenants where id = old.org_id and erasing_at is not null)
       or (exists (select from erased_organizations where org_id = old.org_id) and not exists (select from tenants where id = old.org_id)) then
      return old;
    end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name;
end $body$;

-- Hands a name on as before, but not in a tenant that is being erased: its names would come back as long as it has users.
create or replace function hand_on_sign_in_name() returns trigger
language plpgsql as $body$
declare
  doubles text[];
  oldest text;
  has_name boolean;
begin
  if exists (select from tenants where id = old.org_id and erasing_at is not null) then return null; end if;
  doubles := array(
    select d.id from (
      select u.id, u.created_at from users u
       where u.org_id = old.org_id and u.released_at is null and lower(u.username) = old.name collate "default"
      union all
      select u.id, u.created_at from users u
       where u.org_id = old.org_id and u.released_at is null and lower(u.email) = old.name collate "default"
      union all
      select u.id, u.created_at from users u
       where u.org_id = old.org_id and u.released_at is null
         and sign_in_key(u.username) <> lower(u.username) and sign_in_key(u.username) collate "C" = old.name
      union all
      select u.id, u.created_at from users u
       where u.org_id = old.org_id and u.released_at is null
         and sign_in_key(u.email) <> lower(u.email) and sign_in_key(u.email) collate "C" = old.name
    ) as d order by d.created_at, d.id);
  foreach oldest in array doubles loop
    select u.released_at is null
           and old.name in (lower(u.username), lower(u.email), sign_in_key(u.username), sign_in_key(u.email))
      into has_name
      from users u where u.org_id = old.org_id and u.id = oldest for share;
    if has_name then
      insert into sign_in_names (org_id, name, user_id) values (old.org_id, old.name, oldest) on conflict do nothing;
      exit;
    end if;
  end loop;
  return null;
end $body$;

-- Removes rows of a tenant that is being erased, or was erased, from a table or a partition. The caller read their places (ctid). The role
-- of the service may not remove rows of the audit log, of events and of uses, so this function has the rights of the owner, and does
-- nothing else. A place may hold another row by now, so the tenant is a condition. A row that another transaction holds stays. If a cascade
-- has to wait for one, the statement fails.
create function erase_rows(tenant text, part oid, places tid[]) returns integer
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $body$
declare
  removed integer;
begin
  if not exists (select from tenants where id = tenant and erasing_at is not null)
     and (exists (select from tenants where id = tenant) or not exists (select from erased_organizations where org_id = tenant)) then
    raise exception 'the tenant % is not being erased', tenant using errcode = 'insufficient_privilege';
  end if;
  if part = 'erased_organizations'::regclass
     or not exists (select from pg_catalog.pg_class where oid = part and relnamespace = 'public'::regnamespace and relkind = 'r') then
    raise exception '% has no rows of tenants', part::regclass using errcode = 'insufficient_privilege';
  end if;
  execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where ctid = any ($1) and org_id = $2 for update skip locked))',
                 part::regclass)
    using places, tenant;
  get diagnostics removed = row_count;
  return removed;
end $body$;
revoke all on function erase_rows(text, oid, tid[]) from public;
`);
  }
}
