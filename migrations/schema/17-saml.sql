-- Room `saml`: the SAML identity provider of each tenant (src/saml/README.md, docs/saml.md).

-- A key that signs SAML messages, with its certificate. It is a table beside `signing_keys`, because the OpenID provider
-- publishes all keys of that table. `rotate-saml-keys` and callers write it. The vault seals the private half, a JWK.
create table saml_keys (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  status text not null check (status in ('UPCOMING', 'ACTIVE', 'RETIRED')),
  public_key jsonb not null,
  private_key bytea not null,
  certificate varchar(16384) not null,
  certificate_expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  activates_at timestamptz(3) not null,
  retired_at timestamptz(3),
  -- When the task looks at the row again: an active key gets a successor (null: it has one), a retired key goes. An upcoming key
  -- waits for an administrator, and is never due.
  due_at timestamptz(3),
  primary key (org_id, id),
  check ((status = 'RETIRED') = (retired_at is not null))
);
-- Two nodes cannot make two active keys.
create unique index saml_keys_active on saml_keys (org_id) where status = 'ACTIVE';
-- Two nodes cannot make two successors.
create unique index saml_keys_upcoming on saml_keys (org_id) where status = 'UPCOMING';
-- Finds due keys.
create index saml_keys_due on saml_keys (due_at) where due_at is not null;

-- A service provider. Callers write and delete it. Certificates are PEM.
create table saml_service_providers (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  entity_id varchar(1024) collate "C" not null,
  -- A list of `{ url, binding, index, isDefault }`.
  acs_urls jsonb not null,
  slo_url varchar(2048),
  slo_response_url varchar(2048),
  slo_soap_url varchar(2048),
  slo_binding text not null check (slo_binding in ('HTTP-Redirect', 'HTTP-POST')),
  name_id_format text not null check (name_id_format in ('persistent', 'emailAddress', 'transient', 'unspecified')),
  name_id_attribute varchar(111),
  -- A list of `{ name, nameFormat, source }`.
  attribute_mappings jsonb not null,
  audiences text[] not null,
  sign_assertions boolean not null,
  sign_responses boolean not null,
  encrypt_assertions boolean not null,
  encryption_algorithm text not null check (encryption_algorithm in ('aes256-gcm', 'aes128-gcm', 'aes256-cbc')),
  encryption_certificate varchar(16384),
  signing_certificates text[] not null,
  require_signed_requests boolean not null,
  allow_sha1 boolean not null,
  signature_algorithm text not null check (signature_algorithm in ('rsa-sha256', 'rsa-sha384', 'rsa-sha512')),
  assertion_ttl integer not null,
  session_ttl integer not null,
  idp_initiated boolean not null,
  default_relay_state varchar(512),
  -- Null admits every user.
  allowed_groups text[] check (cardinality(allowed_groups) > 0),
  metadata_url varchar(2048),
  metadata_signing_certificate varchar(16384),
  signing_key_id text collate "C",
  -- `{ id, reasons, settings, detectedAt }`. The id is a hash of what the metadata asks for, so `rejected_change` stops the same
  -- question.
  pending_change jsonb,
  rejected_change text,
  metadata_refreshed_at timestamptz(3),
  metadata_error varchar(500),
  -- When the task reads `metadata_url` again.
  metadata_due_at timestamptz(3),
  certificate_expires_at timestamptz(3),
  -- When the task tells of the next of 30, 14, 7 days and 1 day before `certificate_expires_at`.
  certificate_notice_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  logo_uri varchar(2048),
  -- What Keyward left out of the metadata (ADR 0097).
  metadata_warning varchar(500),
  primary key (org_id, id),
  unique (org_id, entity_id),
  check (sign_assertions or sign_responses),
  constraint saml_service_providers_check1 check (not encrypt_assertions or encryption_certificate is not null),
  foreign key (org_id, signing_key_id) references saml_keys (org_id, id)
);
-- The list, newest first.
create index saml_service_providers_newest on saml_service_providers (org_id, created_at desc, id);
-- Finds metadata that is due.
create index saml_service_providers_metadata_due on saml_service_providers (metadata_due_at) where metadata_due_at is not null;
-- Finds certificates that expire soon.
create index saml_service_providers_notice on saml_service_providers (certificate_notice_at)
  where certificate_notice_at is not null;

-- A verified AuthnRequest that waits for its response. Requests without a key make these rows, so each has less than 8 KB, and
-- `sweep-requests` removes them after 40 minutes.
create table saml_requests (
  org_id text collate "C" not null,
  id text collate "C" not null,
  service_provider_id text collate "C" not null,
  -- The SHA-256 of its ID, so that a second use is refused.
  message_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  expires_at timestamptz(3) not null,
  -- The known parameters of the request, and the RelayState, sealed.
  asked bytea not null,
  primary key (org_id, id),
  unique (org_id, service_provider_id, message_hash),
  foreign key (org_id, service_provider_id) references saml_service_providers (org_id, id) on delete cascade
);
-- Finds the rows that `sweep-requests` removes.
create index saml_requests_expired on saml_requests (expires_at);

-- A login that a service provider takes part in. A response to the service provider writes it. The end of the login removes it,
-- and so does `clean-up` at `SessionNotOnOrAfter`. A single logout tells the service provider its own name of the user and its
-- session index.
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
-- Finds the sessions of a user.
create index saml_sessions_of_user on saml_sessions (org_id, user_id);
-- Finds the rows that `clean-up` removes.
create index saml_sessions_expired on saml_sessions (expires_at);
-- Finds the session that a LogoutRequest names.
create index saml_sessions_of_name on saml_sessions (org_id, service_provider_id, name_id);

-- A logout that goes on in a browser. A service provider asked for it, or (without one) the user signed out here. Requests
-- without a key make these rows, so each has less than 8 KB, and `sweep-requests` removes them after 30 minutes.
create table saml_logouts (
  org_id text collate "C" not null,
  id text collate "C" not null,
  service_provider_id text collate "C",
  -- The SHA-256 of the ID of the request, so that a second use is refused.
  message_hash bytea,
  next_url varchar(4096),
  -- `ASKED` waits for the user, because the request is not signed.
  state text not null check (state in ('ASKED', 'BEGUN', 'REFUSED')),
  created_at timestamptz(3) not null default now(),
  -- When the browser got the frames.
  shown_at timestamptz(3),
  expires_at timestamptz(3) not null,
  -- The request, sealed.
  asked bytea,
  primary key (org_id, id),
  unique (org_id, service_provider_id, message_hash),
  check ((service_provider_id is null) = (message_hash is null) and (service_provider_id is null) = (asked is null)),
  foreign key (org_id, service_provider_id) references saml_service_providers (org_id, id) on delete cascade
);
-- Finds the rows that `sweep-requests` removes.
create index saml_logouts_expired on saml_logouts (expires_at);

-- A session of a service provider that ended with its login. The end of the login writes it. It is not a child of its logout,
-- because service providers are told by SOAP for hours. `sweep-requests` removes it at its end.
create table saml_logout_parts (
  org_id text collate "C" not null,
  -- The ID of the LogoutRequest that a browser takes there, which the response names.
  id text collate "C" not null,
  -- The logout in whose browser the login was.
  logout_id text collate "C",
  login_id text collate "C" not null,
  browser_id uuid,
  service_provider_id text collate "C" not null,
  channel text not null check (channel in ('SOAP', 'FRONT')),
  name_id_format text not null,
  -- Removed, with `session_index`, after the service provider was told.
  name_id varchar(1024),
  session_index text collate "C",
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED')),
  expires_at timestamptz(3) not null,
  -- A trace of the LogoutRequest is erased with its user.
  user_id text collate "C",
  primary key (org_id, id),
  foreign key (org_id, service_provider_id) references saml_service_providers (org_id, id) on delete cascade
);
-- Finds the rows that go with a service provider.
create index saml_logout_parts_of_provider on saml_logout_parts (org_id, service_provider_id);
-- Finds the parts of a login.
create index saml_logout_parts_of_login on saml_logout_parts (org_id, login_id);
-- Finds the parts that a browser takes along.
create index saml_logout_parts_of_logout on saml_logout_parts (org_id, logout_id) where logout_id is not null;
-- Finds the rows that `sweep-requests` removes.
create index saml_logout_parts_expired on saml_logout_parts (expires_at);

-- A message of a service provider, for administrators who look for a fault. Requests without a key make these rows, so each has
-- less than 8 KB. `sweep-requests` keeps the newest rows of each ring, for 7 days. Values about a user are erased with the user.
create table saml_traces (
  org_id text collate "C" not null,
  id text collate "C" not null,
  service_provider_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  verified boolean not null,
  outcome text not null,
  facts jsonb not null,
  user_id text collate "C",
  -- A hash of the ID of a verified message, because a stranger may send it again.
  once bytea,
  -- Texts and values about users in turns, as deflated JSON, without any secret; null if the message could not be parsed.
  message bytea,
  -- 0 for unverified messages, 1 for verified AuthnRequests, 2 for the others. Each is trimmed by itself: a page of the service
  -- provider hands a signed AuthnRequest to every stranger.
  ring smallint not null generated always as (case when not verified then 0
    when facts ->> 'direction' = 'RECEIVED' and facts ->> 'messageType' = 'AuthnRequest' then 1 else 2 end) stored,
  primary key (org_id, id),
  unique (org_id, service_provider_id, once),
  foreign key (org_id, service_provider_id) references saml_service_providers (org_id, id) on delete cascade
);
-- The list of a service provider, and the surplus of a ring.
create index saml_traces_of_provider on saml_traces (org_id, service_provider_id, ring, at desc, id);
-- Finds what is erased with a user.
create index saml_traces_of_user on saml_traces (org_id, user_id) where user_id is not null;
-- Finds the rows that are too old, and service providers with new ones.
create index saml_traces_at on saml_traces (at);
