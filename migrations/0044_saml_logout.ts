import { Migration } from '@mikro-orm/migrations';

/** Logouts that go on in a browser, and the service providers that are told of them. */
export class Migration0044SamlLogout extends Migration {
  override up(): void {
    this.addSql(logouts);
    this.addSql(parts);
    this.addSql(
      'create index saml_sessions_of_name on saml_sessions (org_id, service_provider_id, name_id);',
    );
  }
}

// A service provider asked for it, or (without one) the user signed out here. Requests without a key make these rows, so each
// has less than 8 KB, and `sweep-requests` removes them. message_hash: the SHA-256 of the ID of the request, so that a second
// use of it is refused. state: ASKED waits for the user, because the request is not signed. shown_at: when the browser got the
// frames. next_url: where the browser goes in the end.
const logouts = `
create table saml_logouts (
  org_id text collate "C" not null,
  id text collate "C" not null,
  service_provider_id text collate "C",
  message_hash bytea,
  asked jsonb,
  next_url varchar(4096),
  state text not null check (state in ('ASKED', 'BEGUN', 'REFUSED')),
  created_at timestamptz(3) not null default now(),
  shown_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (org_id, id),
  unique (org_id, service_provider_id, message_hash),
  foreign key (org_id, service_provider_id) references saml_service_providers (org_id, id) on delete cascade,
  check ((service_provider_id is null) = (message_hash is null) and (service_provider_id is null) = (asked is null))
);
create index saml_logouts_expired on saml_logouts (expires_at);`;

// A session of a service provider that ended with its login. id: the ID of the LogoutRequest that a browser takes there, which
// its response names. logout_id: the logout in whose browser the login was. name_id and session_index are removed when the
// service provider has been told. Not a child of its logout: service providers are told by SOAP for hours.
const parts = `
create table saml_logout_parts (
  org_id text collate "C" not null,
  id text collate "C" not null,
  logout_id text collate "C",
  login_id text collate "C" not null,
  browser_id uuid,
  service_provider_id text collate "C" not null,
  channel text not null check (channel in ('SOAP', 'FRONT')),
  name_id_format text not null,
  name_id varchar(1024),
  session_index text collate "C",
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED')),
  expires_at timestamptz(3) not null,
  primary key (org_id, id),
  foreign key (org_id, service_provider_id) references saml_service_providers (org_id, id) on delete cascade
);
create index saml_logout_parts_of_provider on saml_logout_parts (org_id, service_provider_id);
create index saml_logout_parts_of_login on saml_logout_parts (org_id, login_id);
create index saml_logout_parts_of_logout on saml_logout_parts (org_id, logout_id) where logout_id is not null;
create index saml_logout_parts_expired on saml_logout_parts (expires_at);`;
