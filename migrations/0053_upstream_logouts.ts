import { Migration } from '@mikro-orm/migrations';

/** Signing out at the identity provider that a user signed in by. */
export class Migration0053UpstreamLogouts extends Migration {
  override up(): void {
    this.addSql(logins);
    this.addSql(logouts);
  }
}

// What the identity provider knows the login by, sealed; null unless its connection signs users out there.
const logins = 'alter table login_sessions add column upstream_hint bytea;';

// A browser that has signed out here, and signs out there. token_hash: the SHA-256 of a token; with is_sent, of the state that the
// identity provider sends back. next_url: where the browser goes then; null for the page that says so.
const logouts = `
create table federation_logouts (
  org_id text collate "C" not null,
  token_hash bytea not null,
  connection_id text collate "C" not null,
  browser_id uuid not null references browsers (id) on delete cascade,
  is_sent boolean not null default false,
  hint bytea,
  next_url varchar(4096),
  expires_at timestamptz(3) not null,
  primary key (org_id, token_hash),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
create index federation_logouts_expired on federation_logouts (expires_at);
create index federation_logouts_of_browser on federation_logouts (browser_id);`;
