import { Migration } from '@mikro-orm/migrations';

/** The clients of a tenant's OpenID Connect provider, and its own scopes. */
export class Migration0015OidcClients extends Migration {
  override up(): void {
    this.addSql(clients);
    this.addSql(scopes);
  }
}

// Secrets are SHA-256 hashes of 256 random bits. A client names scopes by their names and groups by their ids: scopes in use
// are not deleted, and a group that is gone lets nobody in. allowed_groups: null lets everybody in.
const clients = `
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
  scopes text[] not null,
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none')),
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
  allowed_groups text[],
  secret_hash bytea,
  previous_secret_hash bytea,
  previous_secret_expires_at timestamptz(3),
  secret_rotated_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  check ((previous_secret_hash is null) = (previous_secret_expires_at is null)),
  check (cardinality(allowed_groups) > 0)
);
create index oidc_clients_newest on oidc_clients (org_id, created_at desc, id);`;

// claims: [{ claim, source }].
const scopes = `
create table oidc_scopes (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(64) collate "C" not null,
  display_name varchar(100) not null,
  description varchar(500),
  claims jsonb not null default '[]',
  is_default boolean not null default false,
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, name)
);`;
