import { Migration } from '@mikro-orm/migrations';

/** Tenants, identities, credentials, and what is written beside them: events, audit, usage, idempotency. */
export class Migration0001Kernel extends Migration {
  override up(): void {
    this.addSql(tenants);
    this.addSql(identities);
    this.addSql(credentials);
    this.addSql(traffic);
    this.addSql(requests);
    this.addSql(partitions);
    this.addSql(appendOnly);
  }
}

// An organization is a pair of tenants, named by the id of the live one (decisions 6.1, "Environments").
const tenants = `
create table tenants (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  name varchar(100) not null,
  environment text not null check (environment in ('live', 'test')),
  created_at timestamptz(3) not null default now(),
  unique (organization_id, environment)
);`;

const identities = `
create table identities (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  type text not null check (type in ('SERVICE_ACCOUNT', 'API_KEY', 'CI_CD', 'AI_AGENT')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'REVOKED')),
  description varchar(500),
  owner_user_id text collate "C",
  tags text[] not null default '{}',
  allowed_scopes text[],
  allowed_ips text[],
  federated_subjects jsonb not null default '[]',
  metadata jsonb not null default '{}',
  expires_at timestamptz(3),
  risk_score integer not null default 0 check (risk_score between 0 and 100),
  risk_factors jsonb not null default '[]',
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id)
);
create index identities_newest on identities (org_id, created_at desc, id) where deleted_at is null;
create index identities_ending on identities (expires_at) where expires_at is not null and status <> 'REVOKED';
create index identities_tombstones on identities (deleted_at) where deleted_at is not null;`;

// usage_count, last_used_at and the windows change on every use: none of them is indexed and the pages keep
// room, so that such an update touches one page and no index (HOT). secret_hash is unique over all tenants,
// the one index that org_id does not lead: a presented secret is looked up before its tenant is known.
const credentials = `
create table credentials (
  org_id text collate "C" not null,
  id text collate "C" not null,
  identity_id text collate "C" not null,
  name varchar(100) not null,
  type text not null check (type in ('API_KEY', 'JIT', 'WORKLOAD')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'EXPIRED', 'REVOKED', 'SUSPENDED')),
  status_reason text,
  scopes text[] not null default '{}',
  is_temporary boolean not null default false,
  secret_hash bytea not null,
  secret_prefix text not null,
  secret_last4 text not null,
  previous_secret_hash bytea,
  previous_expires_at timestamptz(3),
  usage_count bigint not null default 0,
  max_usage_count integer check (max_usage_count > 0),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  allowed_ips text[],
  metadata jsonb not null default '{}',
  window_started_at timestamptz(3),
  window_count integer not null default 0,
  verify_window_started_at timestamptz(3),
  verify_window_count integer not null default 0,
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_rotated_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (org_id, id),
  foreign key (org_id, identity_id) references identities (org_id, id),
  check ((previous_secret_hash is null) = (previous_expires_at is null))
) with (fillfactor = 70);
create unique index credentials_secret on credentials (secret_hash);
create unique index credentials_previous_secret on credentials (previous_secret_hash)
  where previous_secret_hash is not null;
create index credentials_newest on credentials (org_id, created_at desc, id) where deleted_at is null;
create index credentials_of_identity on credentials (org_id, identity_id);
create index credentials_live on credentials (org_id) where status in ('ACTIVE', 'SUSPENDED');
create index credentials_ending on credentials (expires_at)
  where expires_at is not null and status in ('ACTIVE', 'SUSPENDED');
create index credentials_grace_ending on credentials (previous_expires_at) where previous_expires_at is not null;
create index credentials_tombstones on credentials (deleted_at) where deleted_at is not null;`;

// Tables that grow with traffic are partitioned by time, so that what is too old is dropped and not deleted.
// Audit rows carry no personal value: those stand in audit_personal, which may be erased, and the row holds
// the salted hash of them, so that erasing a person never breaks the chain (decisions 6.4).
const traffic = `
create table usage_facts (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  source text not null check (source in ('VERIFY', 'API')),
  address text collate "C",
  uses integer not null
) partition by range (at);
create index usage_facts_of_credential on usage_facts (org_id, credential_id, at);

create table events (
  org_id text collate "C" not null,
  id text collate "C" not null,
  type text collate "C" not null,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id, created_at)
) partition by range (created_at);

create table audit_logs (
  org_id text collate "C" not null,
  id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  action text collate "C" not null,
  actor_type text not null
    check (actor_type in ('API_KEY', 'USER', 'SCIM', 'OIDC_CLIENT', 'SYSTEM', 'ANONYMOUS')),
  actor_id text collate "C",
  target_type text collate "C" not null,
  target_id text collate "C",
  result text not null check (result in ('SUCCESS', 'FAILURE', 'DENIED')),
  code text collate "C",
  request_id text collate "C",
  personal_hash bytea not null,
  primary key (org_id, id, created_at)
) partition by range (created_at);

create table audit_personal (
  org_id text collate "C" not null,
  audit_id text collate "C" not null,
  created_at timestamptz(3) not null,
  salt bytea not null,
  content text not null,
  primary key (org_id, audit_id, created_at)
) partition by range (created_at);`;

// address_windows counts unauthenticated requests; losing it in a crash forgives a minute of them.
const requests = `
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
create index idempotency_keys_age on idempotency_keys (created_at);

create unlogged table address_windows (
  address text collate "C" primary key,
  started_at timestamptz(3) not null,
  count integer not null
);`;

// Owned by the migrating role and run with its rights, since the service's own role may not create or drop.
const partitions = `
create table partition_plans (
  parent text primary key,
  unit text not null check (unit in ('week', 'month')),
  keep interval not null
);
insert into partition_plans values
  ('usage_facts', 'week', '90 days'),
  ('events', 'week', '30 days'),
  ('audit_logs', 'month', '400 days'),
  ('audit_personal', 'month', '400 days');

create function maintain_partitions() returns void
language plpgsql security definer set search_path = public, pg_temp as $body$
declare
  plan partition_plans;
  step interval;
  starts timestamptz;
  child text;
begin
  perform pg_advisory_xact_lock(hashtext('keyward.maintain_partitions'));
  for plan in select * from partition_plans order by parent loop
    step := ('1 ' || plan.unit)::interval;
    -- far enough that weeks in which no worker runs do no harm
    for ahead in 0..(case plan.unit when 'week' then 12 else 3 end) loop
      starts := date_trunc(plan.unit, now(), 'UTC') + ahead * step;
      child := plan.parent || to_char(starts at time zone 'UTC', '_YYYYMMDD');
      if to_regclass(child) is null then
        execute format('create table %I (like %I including all)', child, plan.parent);
        -- attaching blocks no reader or writer of the parent; "create … partition of" would
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          plan.parent, child, starts, starts + step);
      end if;
    end loop;
    for child in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = plan.parent::regclass order by 1
    loop
      if to_date(right(child, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' + step < now() - plan.keep then
        execute format('drop table %I', child);
      end if;
    end loop;
  end loop;
end $body$;
revoke all on function maintain_partitions() from public;
select maintain_partitions();`;

// The service's role has no right to do this anyway; the trigger also stops an owner who did not mean it.
const appendOnly = `
create function refuse_change() returns trigger language plpgsql as $body$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $body$;
create trigger audit_logs_append_only before update or delete on audit_logs
  for each row execute function refuse_change();`;
