-- Room `scim`: the tokens of directories, and the log of their requests (src/scim/README.md, ADR 0012). Users and groups are in
-- the file of `users`.

-- The hash of a token that a directory presents. Callers write it. A token that was revoked or has expired is kept for 90 days.
create table scim_tokens (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  token_hash bytea not null,
  token_last4 text not null,
  profile text not null check (profile in ('GENERIC', 'OKTA', 'ENTRA', 'GOOGLE', 'ONELOGIN', 'JUMPCLOUD')),
  permissions text[] not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The addresses that it may be used from; null means any.
  allowed_ips text[],
  primary key (org_id, id)
);
-- The list, newest first.
create index scim_tokens_newest on scim_tokens (org_id, created_at desc, id);
-- Finds a token before its tenant is known. The tenant is in the key because Citus needs it.
create unique index scim_tokens_token_hash on scim_tokens (token_hash, org_id);

-- A request of a directory and its outcome, for administrators who set a connection up. The transaction of the request writes it.
-- `asked` and `changes` hold names and values, which are erased with the user. `clean-up` drops old weeks.
create table provisioning_log (
  org_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null default now(),
  token_id text collate "C" not null,
  operation text collate "C" not null,
  method text collate "C" not null,
  target_type text collate "C" check (target_type in ('User', 'Group')),
  target_id text collate "C",
  external_id varchar(256),
  status integer not null,
  code text collate "C",
  detail varchar(1000),
  asked jsonb not null default '[]',
  changes jsonb not null default '[]',
  ignored text[] not null default '{}',
  dry_run boolean not null default false,
  request_id text collate "C",
  primary key (org_id, id, at)
) partition by range (at);
insert into partition_plans values ('provisioning_log', 'week', '30 days', 'fillfactor = 100');
-- The log of a token, newest first.
create index provisioning_log_newest on provisioning_log (org_id, token_id, at desc, id desc);
-- Finds what is erased with a user.
create index provisioning_log_of_target on provisioning_log (org_id, target_id) where target_id is not null;
-- Finds refused requests that are erased with a user.
create index provisioning_log_of_external_id on provisioning_log (org_id, external_id)
  where target_id is null and external_id is not null;
