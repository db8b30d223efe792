-- Room `users`, third part: browsers, logins, links, and what proves a user (src/users/README.md, docs/second-factors.md).

-- Settings of sign-in that a tenant has changed. All others follow the defaults of the release. Callers write it. Rows are not
-- deleted, so the versions of a tenant add up to a number that only grows.
create table auth_configs (
  org_id text collate "C" not null references tenants (id),
  name text collate "C" not null check (name in ('password_policy', 'totp', 'webauthn', 'magic_link', 'registration', 'branding')),
  settings jsonb not null,
  version integer not null,
  updated_at timestamptz(3) not null,
  updated_by text collate "C",
  primary key (org_id, name)
);

-- A browser, by the hash of its cookie. It belongs to no tenant: one browser holds a login of each tenant. The id stays, and each
-- sign-in renews the token. The first page of a sign-in writes it. `clean-up` removes it 400 days after it was last seen, and
-- after a day if no user ever signed in with it.
create table browsers (
  id uuid primary key,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  -- Whether a user ever signed in with it. It never becomes false again: a user who was erased leaves a browser that is kept as
  -- long as its cookie.
  known boolean not null default false
);
-- Finds the browser of a request.
create unique index browsers_token on browsers (token_hash);
-- Finds the rows that `clean-up` removes.
create index browsers_seen on browsers (last_seen_at);
-- Finds browsers without a sign-in.
create index browsers_unknown on browsers (last_seen_at) where not known;

-- A user who has signed in with a browser. There, attempts of others with the same name do not lock the user out. A sign-in
-- writes it, and it goes with the browser or the user.
create table known_browsers (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  browser_id uuid not null references browsers (id) on delete cascade,
  last_login_at timestamptz(3) not null default now(),
  primary key (org_id, user_id, browser_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- Finds the rows that go with a browser.
create index known_browsers_of_browser on known_browsers (browser_id);

-- A login: a user who is signed in with a browser. The end of a sign-in writes it, and each request changes `last_seen_at`. A
-- sign-out removes it, and so does `clean-up` 12 hours after the last use or at its end.
create table login_sessions (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  browser_id uuid not null references browsers (id) on delete cascade,
  user_id text collate "C" not null,
  amr text[] not null,
  auth_time timestamptz(3) not null,
  address text,
  user_agent varchar(512),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- The connection that the user signed in by, and the names of the user and of the session at the identity provider.
  connection_id text collate "C",
  upstream_subject varchar(1024),
  upstream_session varchar(255) collate "C",
  -- When the tokens of this login end, also those for the absence of the user; null if they last as long as others.
  tokens_end_at timestamptz(3),
  -- The name of the login at the identity provider, sealed; null unless its connection signs users out there.
  upstream_hint bytea,
  -- Whether it ends after 30 minutes without use, because a policy of conditional access says so.
  brief boolean not null default false,
  -- Whether the browser was at the device origin, and the certificate that it showed. A certificate without an end does not
  -- count.
  device_asked boolean not null default false,
  device_certificate text collate "C",
  device_certificate_ends_at timestamptz,
  -- The address, the platform and the client certificate of the last request.
  front jsonb,
  -- Whether `auth_time` is when the user proved their identity. An identity provider may not say when that was.
  time_known boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- A tenant has one login in a browser. The browser leads, because a request brings it.
create unique index login_sessions_of_browser on login_sessions (browser_id, org_id);
-- Finds logins without use.
create index login_sessions_seen on login_sessions (last_seen_at);
-- Finds logins whose time is over.
create index login_sessions_ending on login_sessions (expires_at);
-- Finds the logins that end with a connection, or with a logout at the identity provider.
create index login_sessions_of_connection on login_sessions (org_id, connection_id, upstream_subject)
  where connection_id is not null;
-- The logins of a user. It is partial for the reason of `credentials_of_known_identity`.
create index login_sessions_of_known_user on login_sessions (org_id, user_id, created_at desc) where user_id is not null;

-- Failed attempts with a name. It is counted by the hash of the typed name, whether or not a user has it: counts of users alone
-- would tell which names exist. `browser` is one that is known for the user, or empty. Attempts write it, and `clean-up` removes
-- it after two days.
create table sign_in_failures (
  org_id text collate "C" not null references tenants (id),
  name_hash bytea not null,
  browser text collate "C" not null default '',
  window_started_at timestamptz(3) not null,
  failures integer not null,
  locked_until timestamptz(3),
  primary key (org_id, name_hash, browser)
);
-- Finds the rows that `clean-up` removes.
create index sign_in_failures_started on sign_in_failures (window_started_at);

-- A link for a new user to choose a password. An invitation writes it; the token is only in the mail, and until the mail is sent
-- there is none. The user removes it by accepting, and `clean-up` 7 days after its end.
create table invitations (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  token_hash bytea,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  invited_by text collate "C",
  primary key (org_id, user_id),
  check ((token_hash is null) = (expires_at is null)),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- The list counts, and finds expired invitations, by the index alone.
create index invitations_newest on invitations (org_id, created_at desc, user_id) INCLUDE (expires_at);
-- Finds the rows that `clean-up` removes.
create index invitations_expired on invitations (expires_at);
-- Finds the invitation of a token. The tenant is in the key because Citus needs it.
create unique index invitations_token_hash on invitations (token_hash, org_id);

-- A link for one purpose, such as to sign in. Each request writes a row, whether or not a user has the name, so that the answers
-- do not differ. The typed text stays until the mail is sent, or until it is clear that there will be none. Only the mail has the
-- token. `clean-up` removes the row a day after its end.
create table mailed_links (
  org_id text collate "C" not null references tenants (id),
  id uuid not null,
  purpose text collate "C" not null check (purpose in ('SIGN_IN', 'RESET_PASSWORD', 'VERIFY_EMAIL', 'CREATE_ACCOUNT')),
  asked_for varchar(256),
  asked_hash bytea not null,
  user_id text collate "C",
  email varchar(254),
  token_hash bytea,
  browser_id uuid references browsers (id) on delete cascade,
  sign_in_id text collate "C",
  locale varchar(35),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- A hash of the browser that the user has signed in by before, else of the network of the request; null if the user is known.
  -- So a stranger uses up no mail of the user.
  requester bytea,
  -- A hash of the subnet of the request. A mail is counted when it is sent.
  subnet bytea,
  primary key (org_id, id),
  check (token_hash is null or email is not null),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- Counts the requests for a name.
create index mailed_links_asked on mailed_links (org_id, asked_hash, created_at);
-- Counts the mails of a user, and ends the links of a user.
create index mailed_links_of_user on mailed_links (org_id, user_id, created_at) where user_id is not null;
-- Counts the mails to an address.
create index mailed_links_to on mailed_links (org_id, lower(email), created_at) where email is not null;
-- Finds the rows that go with a browser.
create index mailed_links_of_browser on mailed_links (browser_id) where browser_id is not null;
-- Finds the rows that `clean-up` removes.
create index mailed_links_ending on mailed_links (expires_at);
-- Counts the accounts of a day before each new one (ADR 0059).
create index mailed_links_registered on mailed_links (org_id, used_at) where purpose = 'CREATE_ACCOUNT' and used_at is not null;
-- Finds the link of a token. The tenant is in the key because Citus needs it.
create unique index mailed_links_token_hash on mailed_links (token_hash, org_id);
-- Finds an address whose key is another text than its lower case.
create index mailed_links_respelled on mailed_links (org_id, sign_in_key(email) collate "C", created_at)
  where sign_in_key(email) <> lower(email);

-- Mails of a tenant in an hour, by their kind, so that each kind has a limit of its own. There is one row more for each subnet
-- that strangers ask from. A refused mail writes nothing. Sending writes it, and `clean-up` removes it after two hours. It
-- changes with every mail (HOT).
create table mail_windows (
  org_id text collate "C" not null references tenants (id),
  kind text collate "C" not null check (kind in ('INVITATION', 'CALLER', 'KNOWN', 'STRANGER', 'NOTICE')),
  subnet bytea not null default '\x',
  hour timestamptz not null,
  count integer not null,
  -- Set by the first refusal, which writes the row of the audit log.
  told boolean not null default false,
  primary key (org_id, kind, subnet, hour)
) with (fillfactor = 50);
-- Finds the rows that `clean-up` removes.
create index mail_windows_hour on mail_windows (hour);

-- A passkey of a user. Its key is the public half, so no column is a secret. A registration writes it, each use changes the
-- counter, and the user or a caller removes it. An authenticator may be enrolled in many tenants of one host.
create table passkeys (
  org_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  name varchar(100) not null,
  credential_id bytea not null check (octet_length(credential_id) >= 1 and octet_length(credential_id) <= 1023),
  public_key bytea not null check (octet_length(public_key) <= 8192),
  -- A number of 32 bits without a sign.
  counter bigint not null check (counter between 0 and 4294967295),
  aaguid uuid not null,
  transports text[] not null default '{}',
  device_type text not null check (device_type in ('single', 'multi')),
  backed_up boolean not null,
  rp_id varchar(253) not null,
  last_used_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- A tenant has a credential of an authenticator once, and a sign-in finds it.
create unique index passkeys_credential on passkeys (org_id, credential_id);
-- The passkeys of a user, oldest first.
create index passkeys_of_user on passkeys (org_id, user_id, created_at, id);

-- A challenge that is out. A sign-in or a login has one of a purpose, so a new one ends the old one. The request that takes it
-- deletes it: of many responses at once, one finds it. `sweep-requests` removes the others.
create table passkey_challenges (
  org_id text collate "C" not null references tenants (id),
  holder text collate "C" not null,
  purpose text not null check (purpose in ('REGISTER', 'AUTHENTICATE')),
  challenge text not null,
  expires_at timestamptz(3) not null,
  primary key (org_id, holder, purpose)
);
-- Finds the rows that `sweep-requests` removes.
create index passkey_challenges_over on passkey_challenges (expires_at);

-- An authenticator app of a user. Its set-up writes it, each code changes it, and the user or a caller removes it. It changes
-- often (HOT). `algorithm`, `digits` and `period_seconds` are what the app was told; a later change of the settings does not
-- reach it.
create table totp_factors (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  secret bytea not null,
  algorithm text not null check (algorithm in ('SHA1', 'SHA256', 'SHA512')),
  digits smallint not null check (digits in (6, 8)),
  period_seconds smallint not null check (period_seconds between 15 and 60),
  -- The step of the last code that was taken. No code of it or of an earlier step is taken again (RFC 6238 section 5.2).
  last_step bigint not null,
  -- Wrong codes since the last right one.
  failures integer not null default 0,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
) with (fillfactor = 80);

-- An authenticator app that is being set up. `clean-up` removes it after 30 minutes.
create table totp_enrolments (
  org_id text collate "C" not null,
  -- The sign-in or the login that it was begun in. No other sees the secret: a stranger who knows a password cannot begin what
  -- the user then confirms.
  holder text collate "C" not null,
  user_id text collate "C" not null,
  secret bytea not null,
  algorithm text not null,
  digits smallint not null,
  period_seconds smallint not null,
  expires_at timestamptz(3) not null,
  primary key (org_id, holder),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- Finds the rows that go with a user.
create index totp_enrolments_of_user on totp_enrolments (org_id, user_id);
-- Finds the rows that `clean-up` removes.
create index totp_enrolments_due on totp_enrolments (expires_at);

-- The hash of a recovery code. A new set replaces the old one, and it goes with the user.
create table recovery_codes (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  code_hash bytea not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (org_id, user_id, code_hash),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);

-- A pass with which a user sets up an authenticator app. A user has one at most. Callers write it. A used one stays until its
-- end, for the sign-in that it began; `clean-up` removes it a day later.
create table access_passes (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  id text collate "C" not null,
  code_hash bytea not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- Finds the rows that `clean-up` removes.
create index access_passes_expired on access_passes (expires_at);

-- A link that leads an owner to the dashboard. A tenant has one at most; without a user, it is for the first owner. `make start`
-- and `make owner` write it. A used one stays until the next one, for the sign-in that it began.
create table dashboard_links (
  org_id text collate "C" primary key,
  id text collate "C" not null,
  token_hash bytea not null,
  user_id text collate "C",
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
