import { Migration } from '@mikro-orm/migrations';

/** The registration access token of a client that registered itself, and the rules for its changes. */
export class Migration0128ClientRegistrations extends Migration {
  override up(): void {
    this.addSql(`
-- The registration of a client that no administrator made (RFC 7591). It goes with its client.
create table oidc_client_registrations (
  org_id text collate "C" not null,
  client_id text collate "C" not null,
  -- The hash of the registration access token (RFC 7592); null after the token leaked.
  token_hash bytea,
  -- What the client may be, by the initial access token that it was registered with. Null without one.
  template jsonb,
  initial_access_token_id text collate "C",
  created_at timestamptz(3) not null default now(),
  primary key (org_id, client_id),
  foreign key (org_id, client_id) references oidc_clients (org_id, id) on delete cascade
);
-- Finds the client of a token that leaked.
create unique index oidc_client_registrations_token_hash on oidc_client_registrations (token_hash, org_id);
`);
  }
}
