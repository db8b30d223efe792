import { Migration } from '@mikro-orm/migrations';

/**
 * Makes the table of resources: APIs that clients ask tokens for (RFC 8707). Older nodes of an upgrade do not know it, and give tokens for the
 * identifiers that clients list, as before.
 */
export class Migration0129OidcResources extends Migration {
  override up(): void {
    this.addSql(`
create table oidc_resources (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  identifier varchar(500) collate "C" not null,
  name varchar(100) not null,
  description varchar(500),
  -- A list of { name, displayName, description }.
  scopes jsonb not null,
  access_token_ttl integer not null check (access_token_ttl between 60 and 86400),
  access_token_format text not null check (access_token_format in ('jwt', 'opaque')),
  -- Null lets all clients of administrators ask. A client that is gone may stay in a list, because its id never returns.
  clients text[] collate "C",
  agents boolean not null,
  served_by text[] collate "C" not null,
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
`);
    // Clients write an identifier with or without a slash at the end, so both are one resource.
    this.addSql(`
create unique index oidc_resources_identifier on oidc_resources (org_id, regexp_replace(identifier, '/$', ''));
`);
  }
}
