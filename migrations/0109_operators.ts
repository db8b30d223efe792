import { Migration } from '@mikro-orm/migrations';

/**
 * Keys of operators and what was done with them, and a version and quotas of each organization (docs/decisions/0124).
 * The service notes uses of the keys and ends keys that leaked. It makes none, which a trigger enforces: a node of the release before would
 * give its role the right again.
 */
export class Migration0109Operators extends Migration {
  override up(): void {
    this.addSql(`
-- A key of an operator, which makes and changes organizations and opens no data of one. Only \`make operator-key\` writes the row.
-- Nothing removes it, because the audit of operators names it.
create table operator_keys (
  id text collate "C" primary key,
  name varchar(100) not null,
  key_hash bytea not null,
  key_last4 text not null,
  -- The addresses that it may be used from; null means any.
  allowed_ips text[],
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  check (expires_at <= created_at + interval '90 days')
);
-- Finds the key that a request presents.
create unique index operator_keys_hash on operator_keys (key_hash);

-- The role of the service makes no key, and changes none but for its use and its end. A right that is withheld would not do: a node of
-- the release before gives its role all rights in all tables that it does not know. An end stays: a key that is revoked is never
-- valid again. The path of names keeps temporary tables of the caller from standing in for those of Postgres. Where the service is the
-- owner, nothing is refused.
create function refuse_keys_of_operators() returns trigger
language plpgsql set search_path = public, pg_temp as $body$
begin
  if pg_has_role(current_user, (select relowner from pg_catalog.pg_class where oid = tg_relid), 'usage') then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'UPDATE'
     and to_jsonb(new) - '{last_used_at,revoked_at}'::text[] = to_jsonb(old) - '{last_used_at,revoked_at}'::text[]
     and (old.revoked_at is null or new.revoked_at is not distinct from old.revoked_at) then
    return new;
  end if;
  raise exception 'only the owner of the database changes %', tg_table_name using errcode = 'insufficient_privilege';
end $body$;
create trigger operator_keys_of_owner before insert or delete or update on operator_keys
  for each row execute function refuse_keys_of_operators();

-- What operators did and what they were refused, beside the audit logs of tenants. The transaction of the request writes the row.
-- Nothing changes it. The clean-up removes it after 400 days, because it has addresses of persons.
create table operator_audit (
  id text collate "C" primary key,
  at timestamptz(3) not null default now(),
  action text collate "C" not null,
  -- Null for what an operator did at the machine of the service, and for a leak.
  operator_key_id text collate "C",
  operator_key_name varchar(100),
  target_id text collate "C",
  target_name varchar(100),
  result text not null check (result in ('SUCCESS', 'FAILURE', 'DENIED')),
  code text collate "C",
  -- Where a key was found that leaked.
  reason varchar(500),
  request_id text collate "C",
  ip_address text,
  user_agent text,
  changes jsonb not null default '[]'
);
-- The list, newest first.
create index operator_audit_newest on operator_audit (at desc, id);
create trigger operator_audit_append_only before update on operator_audit
  for each row execute function refuse_change();
create trigger operator_audit_kept before delete on operator_audit
  for each row when (old.at >= now() - interval '400 days') execute function refuse_change();

-- Grows with each change by an operator, for \`If-Match\`. The row of the live tenant has the version of the organization.
alter table tenants
  add column version integer not null default 1,
  -- Quotas that an operator gave the organization, for each of its tenants; null means that of the server. The lower one of both counts.
  -- The contract bounds them. A check would read the whole table under a lock of all requests.
  add column max_users integer,
  add column max_identities integer,
  add column max_credentials integer;
`);
  }
}
