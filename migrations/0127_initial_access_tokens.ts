import { Migration } from '@mikro-orm/migrations';

/** Tokens with which clients register themselves (RFC 7591), and the number of registrations of an hour. */
export class Migration0127InitialAccessTokens extends Migration {
  override up(): void {
    this.addSql(`
-- The hash of a token with which clients are registered, and what such a client may be. Callers write it, and each registration counts a use. A
-- token that was revoked or has expired is kept for 90 days.
create table oidc_initial_access_tokens (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  token_hash bytea not null,
  token_last4 text not null,
  application_types text[] not null,
  auth_methods text[] not null,
  redirect_hosts text[],
  scopes text[],
  access_token_ttl integer not null,
  refresh_token_ttl integer not null,
  max_uses integer not null,
  uses integer not null default 0 check (uses <= max_uses),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
-- The list, newest first.
create index oidc_initial_access_tokens_newest on oidc_initial_access_tokens (org_id, created_at desc, id);
-- Finds the token that a registration presents, and one that leaked.
create unique index oidc_initial_access_tokens_token_hash on oidc_initial_access_tokens (token_hash, org_id);

-- How many clients were registered in an hour: of a network, and with the empty name of the whole tenant. A registration counts both.
-- \`clean-up\` removes it two hours later.
create table oidc_registration_hours (
  org_id text collate "C" not null,
  network text collate "C" not null,
  hour timestamptz(3) not null,
  count integer not null,
  primary key (org_id, network, hour)
) with (fillfactor = 50);
-- Finds the rows that \`clean-up\` removes.
create index oidc_registration_hours_ended on oidc_registration_hours (hour);
`);
  }
}
