-- Room `policies/judge`: the policies that judge machines (src/policies/judge/README.md, ADR 0021).

-- A policy of a tenant. Callers create, change and delete it. Violations are counted in the row: no index has the counters, and
-- the pages keep room (HOT).
create table policies (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  description varchar(500),
  type text not null check (type in ('CREDENTIAL_LIFETIME', 'ROTATION_AGE', 'SCOPE_RESTRICTION', 'IP_ALLOWLIST', 'TIME_WINDOW',
    'INACTIVITY', 'OWNER_REQUIRED', 'USAGE_RATE')),
  mode text not null check (mode in ('ENFORCE', 'REPORT_ONLY', 'DISABLED')),
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  identity_types text[] not null default '{}',
  tags text[] not null default '{}',
  -- Not references: a selector may name an identity that does not exist yet, or any more.
  identity_ids text[] not null default '{}',
  parameters jsonb not null,
  actions text[] not null,
  violation_count bigint not null default 0,
  last_violated_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
) with (fillfactor = 70);
-- A tenant has a name once.
create unique index policies_name on policies (org_id, lower(name));
-- The list, newest first.
create index policies_newest on policies (org_id, created_at desc, id);
