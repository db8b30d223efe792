import { Migration } from '@mikro-orm/migrations';

/** Connections to identity providers of companies, their domains, and which logins came by them. */
export class Migration0047Federation extends Migration {
  override up(): void {
    this.addSql(connections);
    this.addSql(salts);
    this.addSql(domains);
    this.addSql(links);
    this.addSql(logins);
    this.addSql(carriers);
  }
}

// callback and notices name a connection by its id alone, so an id is unique. health, last_error and the times of use change
// without a new version, so that a change of a setting never waits for a sign-in. next_check_at: when the daily check is due.
const connections = `
create table federation_connections (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null unique,
  type text not null check (type in ('OIDC', 'SAML')),
  name varchar(100) not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  enforced boolean not null default false,
  jit_provisioning boolean not null default true,
  account_linking text not null default 'VERIFIED_DOMAIN' check (account_linking in ('NONE', 'VERIFIED_DOMAIN', 'EXPLICIT')),
  trust_email boolean not null default false,
  trust_mfa boolean not null default false,
  attribute_mapping jsonb not null default '{}',
  groups_claim varchar(256) not null default 'groups',
  group_mapping jsonb not null default '[]',
  allowed_groups text[],
  max_session_seconds integer,
  issuer varchar(2048),
  discovery_url varchar(2048),
  client_id varchar(255),
  client_secret bytea,
  token_endpoint_auth_method text,
  scopes text[],
  pkce boolean,
  user_info boolean,
  health text not null default 'UNKNOWN' check (health in ('UNKNOWN', 'HEALTHY', 'FAILING')),
  last_tested_at timestamptz(3),
  last_login_at timestamptz(3),
  last_error varchar(500),
  metadata_refreshed_at timestamptz(3),
  next_check_at timestamptz(3) not null default now() + interval '1 day',
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  check (type <> 'OIDC' or (issuer is not null and client_id is not null and token_endpoint_auth_method is not null
    and scopes is not null and pkce is not null and user_info is not null))
);
create index federation_connections_newest on federation_connections (org_id, created_at desc, id);
create index federation_connections_due on federation_connections (next_check_at) where status = 'ACTIVE';`;

// The text of the record that proves a domain follows from it, so that a domain keeps its record when it is removed and added
// again. Two tenants never have the same text.
const salts = `alter table tenants add column domain_salt uuid not null default gen_random_uuid();`;

// A tenant has a domain once. One tenant of an environment has it proved: the unique index decides between rivals.
// value: the text of the DNS record. misses: how many weekly look-ups in a row found that the record is gone. verified_at: when it
// was first found. next_check_at: when the record is looked up again; null before the first proof.
const domains = `
create table federation_domains (
  org_id text collate "C" not null,
  domain varchar(239) collate "C" not null,
  connection_id text collate "C" not null,
  environment text not null check (environment in ('live', 'test')),
  status text not null default 'PENDING' check (status in ('PENDING', 'VERIFIED', 'FAILED')),
  value text collate "C" not null,
  misses integer not null default 0,
  verified_at timestamptz(3),
  last_checked_at timestamptz(3),
  next_check_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, domain),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
create unique index federation_domains_verified on federation_domains (environment, domain) where status = 'VERIFIED';
create index federation_domains_of_connection on federation_domains (org_id, connection_id);
create index federation_domains_due on federation_domains (next_check_at) where next_check_at is not null;`;

// An account at a connection is linked as one at a social provider is. provider_id names one or the other.
const links = `
alter table social_links
  add column social_provider_id text collate "C"
    generated always as (case when provider_id like 'fed\\_%' then null else provider_id end) stored,
  add column connection_id text collate "C"
    generated always as (case when provider_id like 'fed\\_%' then provider_id end) stored,
  drop constraint social_links_org_id_provider_id_fkey,
  add foreign key (org_id, social_provider_id) references social_providers (org_id, id) on delete cascade,
  add foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade;`;

// The connection that a login came by, the name of its session at the identity provider, and the name of the user there.
// tokens_end_at: when the tokens that came of the login end, those for the absence of the user too; null if they last as long as
// those of others.
const logins = `
alter table login_sessions
  add column connection_id text collate "C",
  add column upstream_subject varchar(255) collate "C",
  add column upstream_session varchar(255) collate "C",
  add column tokens_end_at timestamptz(3);
create index login_sessions_of_connection on login_sessions (org_id, connection_id, upstream_subject) where connection_id is not null;`;

// The few users whose roles carry rights: a change of a connection asks which of them are linked with it.
const carriers = `create index users_with_roles on users (org_id, id) where roles <> '{MEMBER}';`;
