-- Room `federation`: accounts at other providers (src/federation/README.md, docs/federation.md, docs/social-sign-in.md).

-- A social provider that users may sign in with. Callers write and delete it. The vault seals its secret.
create table social_providers (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  provider text not null check (provider in ('google', 'github', 'microsoft', 'apple', 'gitlab', 'linkedin', 'facebook', 'oidc')),
  name varchar(100) not null,
  client_id varchar(255) not null,
  client_secret bytea,
  issuer varchar(2048),
  scopes text[] not null,
  enabled boolean not null default true,
  allow_sign_up boolean not null default true,
  account_linking text not null default 'EXPLICIT' check (account_linking in ('NONE', 'EXPLICIT')),
  allowed_domains text[] not null default '{}',
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by text collate "C",
  primary key (org_id, id)
);
-- A tenant has a client of a provider once. The issuer is a part of it, because two servers of the tenant's own may use the same
-- client id.
create unique index social_providers_client on social_providers (org_id, provider, client_id, issuer) nulls not distinct;

-- A connection to the identity provider of a company, by OpenID Connect or by SAML. Callers and setup links write it. `health`,
-- the errors and the times change without a new version, so a change of a setting never waits for a sign-in.
create table federation_connections (
  org_id text collate "C" not null references tenants (id),
  -- Unique over all tenants, because the callback and notices name a connection by its id alone.
  id text collate "C" not null,
  type text not null check (type in ('OIDC', 'SAML')),
  name varchar(100) not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  enforced boolean not null default false,
  jit_provisioning boolean not null default true,
  account_linking text not null default 'VERIFIED_DOMAIN' check (account_linking in ('NONE', 'VERIFIED_DOMAIN', 'EXPLICIT')),
  trust_email boolean not null default false,
  trust_mfa boolean not null default false,
  attribute_mapping jsonb not null default '{}',
  groups_claim varchar(256) not null default 'groups',
  group_mapping jsonb not null default '[]',
  allowed_groups text[],
  max_session_seconds integer,
  issuer varchar(2048),
  discovery_url varchar(2048),
  client_id varchar(255),
  client_secret bytea,
  token_endpoint_auth_method text,
  scopes text[],
  pkce boolean,
  user_info boolean,
  health text not null default 'UNKNOWN' check (health in ('UNKNOWN', 'HEALTHY', 'FAILING')),
  last_tested_at timestamptz(3),
  last_login_at timestamptz(3),
  last_error varchar(500),
  metadata_refreshed_at timestamptz(3),
  -- When the daily check is due.
  next_check_at timestamptz(3) not null default now() + interval '1 day',
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  idp_entity_id varchar(1024),
  sso_url varchar(2048),
  sso_binding text check (sso_binding in ('HTTP-Redirect', 'HTTP-POST')),
  slo_url varchar(2048),
  slo_response_url varchar(2048),
  slo_binding text check (slo_binding in ('HTTP-Redirect', 'HTTP-POST')),
  -- The certificates whose keys sign the messages of the identity provider.
  certificates text[],
  metadata_url varchar(2048),
  metadata_signing_certificate text,
  sign_requests boolean,
  want_assertions_signed boolean,
  want_encrypted boolean,
  name_id_format text check (name_id_format in ('persistent', 'emailAddress', 'transient', 'unspecified')),
  subject_attribute varchar(256),
  allow_idp_initiated boolean,
  clock_skew_seconds integer check (clock_skew_seconds between 0 and 180),
  logout_upstream boolean not null default false,
  -- A change that refreshed metadata asks for and that waits for an administrator. `rejected_change` names one that does not ask
  -- again.
  pending_change jsonb,
  rejected_change text,
  metadata_error varchar(500),
  -- When a response with an unknown key last had the metadata read again.
  metadata_asked_at timestamptz(3),
  certificate_expires_at timestamptz(3),
  certificate_notice_at timestamptz(3),
  -- What Keyward left out of the metadata (ADR 0097).
  metadata_warning varchar(500),
  primary key (org_id, id),
  unique (id),
  check (type <> 'OIDC' or issuer is not null and client_id is not null and token_endpoint_auth_method is not null
    and scopes is not null and pkce is not null and user_info is not null),
  constraint federation_connections_check1 check (type <> 'SAML' or idp_entity_id is not null and sso_url is not null
    and sso_binding is not null and slo_binding is not null and certificates is not null and sign_requests is not null
    and want_assertions_signed is not null and want_encrypted is not null and name_id_format is not null
    and allow_idp_initiated is not null and clock_skew_seconds is not null)
);
-- The list, newest first.
create index federation_connections_newest on federation_connections (org_id, created_at desc, id);
-- Finds connections whose check is due.
create index federation_connections_due on federation_connections (next_check_at) where status = 'ACTIVE';
-- Finds certificates that expire soon.
create index federation_connections_notice on federation_connections (certificate_notice_at)
  where certificate_notice_at is not null;

-- An account of a user at a provider or a connection. A sign-in or the account page writes it, and the user or a caller removes
-- it. Only the subject names an account: e-mail addresses change hands.
create table social_links (
  org_id text collate "C" not null,
  -- The id of the social provider or of the connection. The two columns that follow from it carry the foreign keys.
  provider_id text collate "C" not null,
  subject varchar(255) collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  social_provider_id text collate "C"
    generated always as (case when provider_id like 'fed\_%' then null else provider_id end) stored,
  connection_id text collate "C"
    generated always as (case when provider_id like 'fed\_%' then provider_id end) stored,
  primary key (org_id, provider_id, subject),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade,
  foreign key (org_id, social_provider_id) references social_providers (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- A user has one account at a provider.
create unique index social_links_of_user on social_links (org_id, user_id, provider_id);
-- Finds the links that go with a connection.
create index social_links_of_connection on social_links (org_id, connection_id) where connection_id is not null;

-- A domain of a connection. Callers write it, and it goes with its connection. One tenant of an environment has a domain proved.
create table federation_domains (
  org_id text collate "C" not null,
  domain varchar(239) collate "C" not null,
  connection_id text collate "C" not null,
  environment text not null check (environment in ('live', 'test')),
  status text not null default 'PENDING' check (status in ('PENDING', 'VERIFIED', 'FAILED')),
  -- The text of the DNS record.
  value text collate "C" not null,
  -- How many weekly look-ups in a row did not find the record.
  misses integer not null default 0,
  verified_at timestamptz(3),
  last_checked_at timestamptz(3),
  -- When the record is looked up again; null before the first proof.
  next_check_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (org_id, domain),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
-- Decides between tenants that prove a domain at the same moment.
create unique index federation_domains_verified on federation_domains (environment, domain) where status = 'VERIFIED';
-- The domains of a connection.
create index federation_domains_of_connection on federation_domains (org_id, connection_id);
-- Finds domains whose look-up is due.
create index federation_domains_due on federation_domains (next_check_at) where next_check_at is not null;

-- A key that identity providers encrypt SAML assertions for. The first metadata of a tenant's connections writes it, and the
-- vault seals the private half. A retired key still decrypts; `clean-up` removes it after 30 days. The purpose of the seal names
-- `id`.
create table federation_encryption_keys (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  private_key bytea not null,
  certificate text not null,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3),
  primary key (org_id, id)
);

-- A verified SAML response that waits for its browser. The callback writes it, the browser takes it once, and `sweep-requests`
-- removes it when its assertion would be refused as too old.
create table federation_responses (
  org_id text collate "C" not null,
  connection_id text collate "C" not null,
  -- The SHA-256 of the ID of the assertion, which is used once.
  assertion bytea not null,
  -- The SHA-256 of the name that the browser fetches it with; null after that.
  handle bytea,
  -- The user, sealed; null after the fetch, and for an unsolicited response.
  kept bytea,
  expires_at timestamptz(3) not null,
  forget_at timestamptz(3) not null,
  primary key (org_id, connection_id, assertion),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
-- Finds the response of a browser.
create unique index federation_responses_handle on federation_responses (org_id, handle) where handle is not null;
-- Finds the rows that `sweep-requests` removes.
create index federation_responses_forgotten on federation_responses (forget_at);

-- A sign-in by a connection, for administrators who look for a fault. `sweep-requests` keeps the newest rows of each ring, for 7
-- days. Values about a user are there only if `user_id` is, and are erased with the user.
create table federation_traces (
  org_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  -- Whether the identity provider vouched for the user. Strangers cause the other traces, so those have a ring of their own.
  verified boolean not null,
  outcome text not null check (outcome in ('SUCCESS', 'FAILED')),
  step text,
  reason varchar(500),
  request_id text collate "C",
  user_id text collate "C",
  claims jsonb not null default '[]',
  truncated boolean not null default false,
  ring smallint not null generated always as (case when verified then 2 else 0 end) stored,
  -- The redacted message of a SAML identity provider, compressed.
  message bytea,
  test boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
-- The list of a connection, and the surplus of a ring.
create index federation_traces_of_connection on federation_traces (org_id, connection_id, ring, at desc, id);
-- Finds what is erased with a user.
create index federation_traces_of_user on federation_traces (org_id, user_id) where user_id is not null;
-- Finds the rows that are too old, and connections with new ones.
create index federation_traces_at on federation_traces (at);

-- A logout token that was used, so that it is used once. `sweep-requests` removes it when the token would be refused as too old.
-- `jti` is the SHA-256 of its id.
create table federation_logout_tokens (
  org_id text collate "C" not null,
  connection_id text collate "C" not null,
  jti bytea not null,
  expires_at timestamptz(3) not null,
  primary key (org_id, connection_id, jti),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
-- Finds the rows that `sweep-requests` removes.
create index federation_logout_tokens_expired on federation_logout_tokens (expires_at);

-- A browser that has signed out here, and signs out at its identity provider. The sign-out writes it, and the return of the
-- browser removes it; `sweep-requests` removes the others.
create table federation_logouts (
  org_id text collate "C" not null,
  -- The SHA-256 of a token; after `is_sent`, of the state that the identity provider sends back.
  token_hash bytea not null,
  connection_id text collate "C" not null,
  browser_id uuid not null references browsers (id) on delete cascade,
  is_sent boolean not null default false,
  hint bytea,
  -- Where the browser goes in the end; null for the page that says so.
  next_url varchar(4096),
  expires_at timestamptz(3) not null,
  primary key (org_id, token_hash),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
-- Finds the rows that `sweep-requests` removes.
create index federation_logouts_expired on federation_logouts (expires_at);
-- Finds the rows that go with a browser.
create index federation_logouts_of_browser on federation_logouts (browser_id);

-- A test of a connection that is not over. A caller writes it, and the return of the browser removes it; `sweep-requests` removes
-- the others (ADR 0070).
create table federation_test_sign_ins (
  org_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  -- The SHA-256 of the secret in the URL.
  token_hash bytea not null,
  browser_id uuid,
  -- State, nonce and verifier while the browser is at the identity provider.
  dialogue jsonb,
  expires_at timestamptz(3) not null,
  primary key (org_id, id),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
-- Finds the test of a URL.
create unique index federation_test_sign_ins_token on federation_test_sign_ins (org_id, token_hash);
-- Finds the tests that go with a connection.
create index federation_test_sign_ins_of_connection on federation_test_sign_ins (org_id, connection_id);
-- Finds the rows that `sweep-requests` removes.
create index federation_test_sign_ins_over on federation_test_sign_ins (expires_at);

-- A link with which the administrator of a customer connects an identity provider (ADR 0069). A caller writes it, its holder
-- changes it, and `clean-up` removes it 90 days after its end.
create table federation_setup_links (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  type text check (type in ('OIDC', 'SAML')),
  -- Names, the texts of their DNS records, and when each was proved.
  domains jsonb not null,
  -- The SHA-256 of the secret in the URL.
  token_hash bytea not null,
  -- The SHA-256 of the cookie of the browser that opened the link; null until then, and after the session.
  session_hash bytea,
  -- The id that the connection will have, so that its callback can be registered before there is a connection.
  draft_id text collate "C" not null,
  connection_id text collate "C",
  -- The version that the holder left. If it differs, an administrator has changed the connection.
  connection_version integer,
  -- How often the holder has called servers of strangers.
  works integer not null default 0,
  opened_at timestamptz(3),
  finished_at timestamptz(3),
  -- When the connection got the domains.
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
-- Finds the link of a URL.
create unique index federation_setup_links_token on federation_setup_links (org_id, token_hash);
-- The list, newest first.
create index federation_setup_links_newest on federation_setup_links (org_id, created_at desc, id);
-- Finds the links of a connection that is deleted.
create index federation_setup_links_of_connection on federation_setup_links (org_id, connection_id)
  where connection_id is not null;
-- Finds the rows that `clean-up` removes.
create index federation_setup_links_over on federation_setup_links (expires_at);
-- Identity providers read the metadata of a connection that does not exist yet.
create index federation_setup_links_of_draft on federation_setup_links (draft_id);
