import { Migration } from '@mikro-orm/migrations';

/** People, groups, who is in which, and the tokens of the systems that provision them. */
export class Migration0002Directory extends Migration {
  override up(): void {
    this.addSql(extensions);
    this.addSql(users);
    this.addSql(groups);
    this.addSql(scimTokens);
  }
}

// Both are trusted: the owner of a database may create them. They make "part of a name" an index scan.
const extensions = `
create extension if not exists pg_trgm;
create extension if not exists btree_gin;`;

// A SCIM DELETE releases a person: hidden from SCIM, and the names are free again (decisions 6.9).
// The separator keeps a search from matching over the end of one name into the next.
const users = `
create table users (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  status text not null check (status in ('INVITED', 'ACTIVE', 'SUSPENDED', 'DEPROVISIONED')),
  email varchar(254),
  email_verified boolean not null default false,
  username varchar(256) not null,
  first_name varchar(256),
  last_name varchar(256),
  display_name varchar(256),
  nickname varchar(256),
  title varchar(256),
  department varchar(256),
  division varchar(256),
  organization varchar(256),
  cost_center varchar(256),
  employee_number varchar(256),
  manager_id text collate "C",
  phone_number varchar(256),
  locale varchar(256),
  timezone varchar(256),
  picture varchar(256),
  external_id varchar(256),
  attributes jsonb not null default '{}',
  roles text[] not null default '{MEMBER}',
  password_hash text,
  previous_password_hashes text[] not null default '{}',
  password_changed_at timestamptz(3),
  source text not null default 'LOCAL' check (source in ('LOCAL', 'SCIM', 'FEDERATION', 'IMPORT')),
  source_connection_id text collate "C",
  expires_at timestamptz(3),
  invited_at timestamptz(3),
  activated_at timestamptz(3),
  last_login_at timestamptz(3),
  deprovisioned_at timestamptz(3),
  released_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_text text generated always as (lower(
    coalesce(email, '') || E'\\n' || username || E'\\n' || coalesce(first_name, '') || E'\\n' ||
    coalesce(last_name, '') || E'\\n' || coalesce(display_name, ''))) stored,
  primary key (org_id, id)
);
create unique index users_email on users (org_id, lower(email)) where released_at is null;
create unique index users_username on users (org_id, lower(username)) where released_at is null;
create index users_newest on users (org_id, created_at desc, id);
create index users_with_status on users (org_id, status, created_at desc, id);
-- Without a list of what is pending, which every search would read from end to end until the next vacuum.
create index users_search on users using gin (org_id, search_text gin_trgm_ops) with (fastupdate = off);
-- Deleting a person erases what the trail says of them besides the id.
create index audit_logs_of_user on audit_logs (org_id, target_id) where target_type = 'user';
create index users_ending on users (expires_at) where expires_at is not null and status <> 'DEPROVISIONED';

-- A single-use link to choose a password; the token itself is only in the mail. Until that is sent there is none.
create table invitations (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  token_hash bytea,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  check ((token_hash is null) = (expires_at is null)),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create unique index invitations_token on invitations (token_hash);`;

// member_count is kept beside the members, because a group may have 100,000 of them.
const groups = `
create table groups (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  description varchar(500),
  external_id varchar(256),
  source text not null default 'LOCAL' check (source in ('LOCAL', 'SCIM', 'FEDERATION', 'IMPORT')),
  scopes text[] not null default '{}',
  member_count integer not null default 0 check (member_count >= 0),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create unique index groups_name on groups (org_id, lower(name));
create index groups_newest on groups (org_id, created_at desc, id);
create index groups_search on groups using gin (org_id, name gin_trgm_ops);

create table group_members (
  org_id text collate "C" not null,
  group_id text collate "C" not null,
  user_id text collate "C" not null,
  source text not null default 'LOCAL' check (source in ('LOCAL', 'SCIM', 'FEDERATION', 'IMPORT')),
  added_at timestamptz(3) not null default now(),
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references groups (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index group_members_of_user on group_members (org_id, user_id, group_id);
create index group_members_newest on group_members (org_id, group_id, added_at desc, user_id);`;

// As with credentials, a presented token is looked up before its tenant is known.
const scimTokens = `
create table scim_tokens (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  token_hash bytea not null,
  token_last4 text not null,
  profile text not null
    check (profile in ('GENERIC', 'OKTA', 'ENTRA', 'GOOGLE', 'ONELOGIN', 'JUMPCLOUD')),
  permissions text[] not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create unique index scim_tokens_token on scim_tokens (token_hash);
create index scim_tokens_newest on scim_tokens (org_id, created_at desc, id);`;
