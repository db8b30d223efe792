-- Room `oidc`: the OpenID provider of each tenant (src/oidc/README.md, ADR 0029).

-- A key that signs the tokens of a tenant. The row says which key signs, and not the clock: a reader of one version of the keys
-- knows them until the next version (ADR 0025). `rotate-signing-keys` writes and removes it. The vault seals the private half, a
-- JWK.
create table signing_keys (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  algorithm text not null check (algorithm in ('ES256', 'RS256')),
  status text not null check (status in ('UPCOMING', 'ACTIVE', 'RETIRED')),
  public_key jsonb not null,
  private_key bytea not null,
  created_at timestamptz(3) not null default now(),
  activates_at timestamptz(3) not null,
  retired_at timestamptz(3),
  -- When the task looks at the row again: an upcoming key becomes active, an active key gets a successor (null: it has one), a
  -- retired key goes.
  due_at timestamptz(3),
  primary key (org_id, id),
  check ((status = 'RETIRED') = (retired_at is not null))
);
-- Two nodes cannot make two active keys of an algorithm.
create unique index signing_keys_active on signing_keys (org_id, algorithm) where status = 'ACTIVE';
-- Two nodes cannot make two successors.
create unique index signing_keys_upcoming on signing_keys (org_id, algorithm) where status = 'UPCOMING';
-- Finds due keys.
create index signing_keys_due on signing_keys (due_at) where due_at is not null;

-- A client of a tenant. Callers write and delete it. The hashes are SHA-256 of secrets of 256 random bits.
create table oidc_clients (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  description varchar(500),
  logo_uri varchar(2048),
  client_uri varchar(2048),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  application_type text not null check (application_type in ('web', 'spa', 'native', 'machine')),
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null,
  grant_types text[] not null,
  -- Scopes are named, because a scope in use cannot be deleted. Groups are named by ids, and a group that is gone admits no user.
  scopes text[] not null,
  token_endpoint_auth_method text not null check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post',
    'private_key_jwt', 'none')),
  id_token_signed_response_alg text not null check (id_token_signed_response_alg in ('RS256', 'ES256')),
  jwks jsonb,
  jwks_uri varchar(2048),
  require_pkce boolean not null,
  access_token_format text not null check (access_token_format in ('jwt', 'opaque')),
  access_token_ttl integer not null,
  id_token_ttl integer not null,
  refresh_token_ttl integer not null,
  refresh_token_rotation boolean not null,
  refresh_reuse_window integer not null,
  consent_required boolean not null,
  allowed_origins text[] not null,
  backchannel_logout_uri varchar(2048),
  subject_type text not null check (subject_type in ('public', 'pairwise')),
  dpop_bound_access_tokens boolean not null,
  resources text[] not null,
  -- Null admits every user.
  allowed_groups text[] check (cardinality(allowed_groups) > 0),
  secret_hash bytea,
  previous_secret_hash bytea,
  previous_secret_expires_at timestamptz(3),
  secret_rotated_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The rules of FAPI 2.0, each by itself, and all by `profile` (ADR 0045).
  require_pushed_authorization_requests boolean not null default false,
  require_issuer_audience boolean not null default false,
  profile text check (profile = 'FAPI2'),
  initiate_login_uri varchar(2048),
  -- The APIs that the client is. `served_resources_copied` marks a list that a release copied from `resources`, until an
  -- administrator checks it.
  served_resources text[] collate "C" not null default '{}',
  served_resources_copied boolean not null default false,
  -- Whether the client reads the claims of its scopes from the ID token (ADR 0101).
  id_token_claims boolean not null default false,
  access_token_signing_alg text not null default 'ES256',
  require_signed_request_object boolean not null default false,
  primary key (org_id, id),
  check ((previous_secret_hash is null) = (previous_secret_expires_at is null))
);
-- The list, newest first.
create index oidc_clients_newest on oidc_clients (org_id, created_at desc, id);

-- A scope of a tenant beside the standard ones. Callers write and delete it.
create table oidc_scopes (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(64) collate "C" not null,
  display_name varchar(100) not null,
  description varchar(500),
  -- A list of `{ claim, source }`.
  claims jsonb not null default '[]',
  is_default boolean not null default false,
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, name)
);

-- An artifact of the OpenID engine: a session, code, grant, token or interaction. The engine writes it, and `sweep-requests`
-- removes it at its end. Rows live for minutes to months and are found by a hash. So they are removed in blocks, and not by
-- partitions.
create table oidc_artifacts (
  org_id text collate "C" not null references tenants (id),
  model text collate "C" not null,
  -- The SHA-256 of the value that a client presents, which is nowhere else.
  id_hash bytea not null,
  -- Text, because no statement asks for a part of it. If it would let its reader act for a user, it is in `sealed` instead.
  payload text,
  sealed bytea,
  client_id text collate "C",
  user_id text collate "C",
  -- The family of the artifact. The row of a grant has its own id, so one statement ends a family.
  grant_id text collate "C",
  login_id text collate "C",
  -- A second way to the row: the uid of a session, or the code that a user types.
  alias_hash bytea,
  consumed_at timestamptz(3),
  polled_at timestamptz(3),
  poll_seconds integer not null default 5,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- The connection that the user signed in by. So grants can end with it, although their sessions are gone.
  connection_id text collate "C",
  -- The refresh token that replaced this one (ADR 0102).
  successor_hash bytea,
  primary key (org_id, model, id_hash),
  check (num_nonnulls(payload, sealed) = 1)
);
-- Finds a family.
create index oidc_artifacts_of_grant on oidc_artifacts (org_id, grant_id) where grant_id is not null;
-- Finds the artifacts that end with a user.
create index oidc_artifacts_of_user on oidc_artifacts (org_id, user_id) where user_id is not null;
-- Finds the rows that `sweep-requests` removes.
create index oidc_artifacts_ended on oidc_artifacts (expires_at);
-- Finds the sessions of a login.
create index oidc_artifacts_of_login on oidc_artifacts (org_id, login_id) where model = 'Session';
-- Finds the grants that end with a connection.
create index oidc_artifacts_of_connection on oidc_artifacts (org_id, connection_id) where connection_id is not null;
-- Finds an artifact by its alias alone.
create unique index oidc_artifacts_by_alias on oidc_artifacts (alias_hash, org_id, model) where alias_hash is not null;

-- What a user allows a client, until the user withdraws it. It outlives what was issued by it. A row changes only while its user
-- is locked, but for `last_used_at`: by it, an authorization finds out that the consent was not withdrawn meanwhile. Each
-- authorization changes it (HOT).
create table oidc_consents (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  client_id text collate "C" not null,
  -- The scopes, claims and resources that were allowed.
  granted jsonb not null,
  granted_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (org_id, user_id, client_id),
  foreign key (org_id, client_id) references oidc_clients (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
) with (fillfactor = 80);
-- Finds the rows that go with a client.
create index oidc_consents_of_client on oidc_consents (org_id, client_id);

-- Requests of a client in an hour, until `tell-client-hours` writes the audit row of the hour and removes it. A client has two
-- rows an hour at most.
create table oidc_client_hours (
  org_id text collate "C" not null,
  client_id text collate "C" not null,
  hour timestamptz(3) not null,
  outcome text not null check (outcome in ('ISSUED', 'REFUSED')),
  uses bigint not null,
  address text,
  primary key (org_id, client_id, hour, outcome)
);
-- Finds hours that are over.
create index oidc_client_hours_ended on oidc_client_hours (hour);

-- Wrong codes of devices from one address, so that a stranger cannot guess them. `clean-up` removes it after an hour.
create table oidc_user_code_tries (
  org_id text collate "C" not null references tenants (id),
  address inet not null,
  wrong integer not null,
  started_at timestamptz(3) not null,
  primary key (org_id, address)
);
-- Finds the rows that `clean-up` removes.
create index oidc_user_code_tries_ended on oidc_user_code_tries (started_at);

-- The salt of the pairwise subjects of a tenant. It is never replaced: every subject would be another user.
create table oidc_pairwise_salts (
  org_id text collate "C" primary key references tenants (id),
  salt bytea not null
);
