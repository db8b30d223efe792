import { Migration } from '@mikro-orm/migrations';

/** Links with which the administrators of customers connect an identity provider. */
export class Migration0051SetupLinks extends Migration {
  override up(): void {
    this.addSql(links);
    this.addSql(actors);
  }
}

// token_hash: the SHA-256 of the secret in the URL. session_hash: that of the cookie of the browser that opened the link; null until
// then, and when the session has ended. domains: names, the texts of their DNS records, and when each was proved. draft_id: the id that
// the connection will have, so that its callback can be registered before there is one. connection_version: the version that the holder
// left; if it differs, an administrator has changed the connection. works: how often the holder has called servers of strangers.
// applied_at: when the connection got the domains.
const links = `
create table federation_setup_links (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  type text check (type in ('OIDC', 'SAML')),
  domains jsonb not null,
  token_hash bytea not null,
  session_hash bytea,
  draft_id text collate "C" not null,
  connection_id text collate "C",
  connection_version integer,
  works integer not null default 0,
  opened_at timestamptz(3),
  finished_at timestamptz(3),
  applied_at timestamptz(3),
  revoked_at timestamptz(3),
  expires_at timestamptz(3) not null,
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete set null (connection_id)
);
create unique index federation_setup_links_token on federation_setup_links (org_id, token_hash);
create index federation_setup_links_newest on federation_setup_links (org_id, created_at desc, id);
create index federation_setup_links_of_connection on federation_setup_links (org_id, connection_id) where connection_id is not null;
create index federation_setup_links_over on federation_setup_links (expires_at);`;

// Holders of setup links are actors. Rows that are there have one of the types before, so they are not read again.
const actors = `
alter table audit_logs drop constraint audit_logs_actor_type_check;
alter table audit_logs add constraint audit_logs_actor_type_check
  check (actor_type in ('API_KEY', 'USER', 'SCIM', 'OIDC_CLIENT', 'SETUP_LINK', 'SYSTEM', 'ANONYMOUS')) not valid;`;
