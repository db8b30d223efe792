import { Migration } from '@mikro-orm/migrations';

/** The last sign-ins of each connection, for administrators who look for a fault, and the logout tokens that were used. */
export class Migration0048FederationTraces extends Migration {
  override up(): void {
    this.addSql(traces);
    this.addSql(tokens);
  }
}

// verified: whether the identity provider vouched for the user. Strangers cause all others, which therefore have room of their
// own. claims: names with values; values about persons are there only if user_id is. `sweep-requests` trims both rings.
const traces = `
create table federation_traces (
  org_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  verified boolean not null,
  outcome text not null check (outcome in ('SUCCESS', 'FAILED')),
  step text,
  reason varchar(500),
  request_id text collate "C",
  user_id text collate "C",
  claims jsonb not null default '[]',
  truncated boolean not null default false,
  ring smallint not null generated always as (case when verified then 2 else 0 end) stored,
  primary key (org_id, id),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
create index federation_traces_of_connection on federation_traces (org_id, connection_id, ring, at desc, id);
create index federation_traces_of_user on federation_traces (org_id, user_id) where user_id is not null;
create index federation_traces_at on federation_traces (at);`;

// A verified logout token is used once. jti: the SHA-256 of its id. expires_at: when it would be refused as too old.
const tokens = `
create table federation_logout_tokens (
  org_id text collate "C" not null,
  connection_id text collate "C" not null,
  jti bytea not null,
  expires_at timestamptz(3) not null,
  primary key (org_id, connection_id, jti),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
create index federation_logout_tokens_expired on federation_logout_tokens (expires_at);`;
