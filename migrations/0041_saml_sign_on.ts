import { Migration } from '@mikro-orm/migrations';

/** What service providers have asked for, and which logins they take part in. */
export class Migration0041SamlSignOn extends Migration {
  override up(): void {
    this.addSql(requests);
    this.addSql(sessions);
  }
}

// Requests without a key make these rows, so each has less than 8 KB, and `sweep-requests` removes them. asked: the known
// parameters of a request that was verified. message_hash: the SHA-256 of its ID, so that a second use of it is refused.
const requests = `
create table saml_requests (
  org_id text collate "C" not null,
  id text collate "C" not null,
  service_provider_id text collate "C" not null,
  message_hash bytea not null,
  asked jsonb not null,
  created_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (org_id, id),
  unique (org_id, service_provider_id, message_hash),
  foreign key (org_id, service_provider_id) references saml_service_providers (org_id, id) on delete cascade
);
create index saml_requests_expired on saml_requests (expires_at);`;

// A single logout tells a service provider its own name of the user and its session index. expires_at is SessionNotOnOrAfter.
const sessions = `
create table saml_sessions (
  org_id text collate "C" not null,
  login_id text collate "C" not null,
  service_provider_id text collate "C" not null,
  name_id_format text not null,
  name_id varchar(1024) not null,
  session_index text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (org_id, login_id, service_provider_id, name_id_format),
  foreign key (org_id, service_provider_id) references saml_service_providers (org_id, id) on delete cascade
);
create index saml_sessions_of_user on saml_sessions (org_id, user_id);
create index saml_sessions_expired on saml_sessions (expires_at);`;
