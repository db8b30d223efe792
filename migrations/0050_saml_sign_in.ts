import { Migration } from '@mikro-orm/migrations';

/** Signing users in by SAML connections. */
export class Migration0050SamlSignIn extends Migration {
  override up(): void {
    this.addSql(responses);
    this.addSql(names);
    this.addSql(messages);
  }
}

// A verified response. assertion: the SHA-256 of the ID of its assertion, which is used once. handle: the SHA-256 of the name that
// the browser fetches it with; null when it has. kept: who the user is, sealed; null also for an unsolicited response.
// expires_at: until when it can be fetched. forget_at: when the assertion would be refused as too old.
const responses = `
create table federation_responses (
  org_id text collate "C" not null,
  connection_id text collate "C" not null,
  assertion bytea not null,
  handle bytea,
  kept bytea,
  expires_at timestamptz(3) not null,
  forget_at timestamptz(3) not null,
  primary key (org_id, connection_id, assertion),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
create unique index federation_responses_handle on federation_responses (org_id, handle) where handle is not null;
create index federation_responses_forgotten on federation_responses (forget_at);`;

// A NameID with its format and its qualifiers is longer than a claim sub.
const names = `alter table login_sessions alter column upstream_subject type varchar(1024);`;

// The redacted message of a SAML identity provider, compressed.
const messages = `alter table federation_traces add column message bytea;`;
