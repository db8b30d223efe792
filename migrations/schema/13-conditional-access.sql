-- Room `conditional-access/resources`: policies, locations, devices and decisions (src/conditional-access/resources/README.md,
-- docs/conditional-access.md).

-- A policy of conditional access. Callers write and delete it. Matches are counted in the row: no index has the counters, and the
-- pages keep room (HOT).
create table access_policies (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  description varchar(500),
  priority integer not null check (priority between 1 and 10000),
  status text not null check (status in ('ENABLED', 'REPORT_ONLY', 'DISABLED')),
  -- Ids in conditions have no foreign keys: a policy may name a user who was deleted.
  conditions jsonb not null,
  -- Whether it judges keys and clients.
  judges_machines boolean not null,
  decision text not null check (decision in ('ALLOW', 'BLOCK', 'REQUIRE')),
  requirements text[] not null default '{}',
  session jsonb not null,
  match_count bigint not null default 0,
  last_matched_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  check ((decision = 'REQUIRE') = (requirements <> '{}'))
) with (fillfactor = 70);
-- Policies of a tenant are judged in this order, and no two have the same place.
create unique index access_policies_priority on access_policies (org_id, priority);

-- A location that policies name: ranges of addresses, or countries. Callers write it. It cannot be deleted while a policy names
-- it.
create table named_locations (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  type text not null check (type in ('IP', 'COUNTRY')),
  ip_ranges text[] not null default '{}',
  countries text[] not null default '{}',
  is_trusted boolean not null default false,
  include_unknown boolean not null default false,
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
-- A tenant has a name once.
create unique index named_locations_name on named_locations (org_id, lower(name));

-- A device of a user, as an MDM writes it. The id is that of the MDM. A row is written under the lock of the tenant, so no two
-- devices get the same thumbprint. The MDM removes it, or it goes with its user.
create table access_devices (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  user_id text collate "C" not null,
  platform text not null,
  trust text not null check (trust in ('compliant', 'managed', 'unmanaged')),
  trust_expires_at timestamptz(3),
  certificate_thumbprints text[] not null default '{}' check (cardinality(certificate_thumbprints) <= 5),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- The devices of a user.
create index access_devices_of_user on access_devices (org_id, user_id, id);
-- Finds the device of a client certificate. Without a list of pending entries, which every sign-in would read.
create index access_devices_of_certificate on access_devices using gin (certificate_thumbprints) with (fastupdate = off);

-- Where a user signs in from, for the risk of the next sign-ins. A user has one row, so sign-ins do not make the table grow. Only
-- the key is indexed, so a sign-in writes no index (HOT). `clean-up` removes it 400 days after the last sign-in.
create table sign_in_places (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  -- The time of the last sign-in from each country.
  countries jsonb not null default '{}',
  latitude double precision,
  longitude double precision,
  located_at timestamptz(3),
  last_seen_at timestamptz(3) not null,
  primary key (org_id, user_id),
  check ((located_at is null) = (latitude is null) and (located_at is null) = (longitude is null)),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
) with (fillfactor = 70);

-- A decision about an attempt. A sign-in or an authorization leaves a row. Uses of keys and clients, and pages of a user who is
-- signed in, share one row for each minute, subject and outcome; they leave none if they were simply allowed. Rows about a user
-- are erased with the user, and `clean-up` drops old weeks.
create table access_decisions (
  org_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null default now(),
  subject text not null check (subject in ('user', 'machine')),
  user_id text collate "C",
  identity_id text collate "C",
  credential_id text collate "C",
  application varchar(300),
  decision text not null check (decision in ('ALLOW', 'BLOCK', 'REQUIRE')),
  outcome text not null check (outcome in ('ALLOWED', 'DENIED', 'ASKED')),
  policy_id text collate "C",
  -- The policy that decided, and those that only reported. A shared row is about the first.
  policies text[] collate "C" not null default '{}',
  attempts integer not null default 1,
  shared boolean not null,
  signals jsonb not null,
  -- Deflated JSON: the outcome of each policy, and the risk.
  outcomes bytea not null check (octet_length(outcomes) <= 2048),
  request_id text collate "C",
  primary key (org_id, id, at)
) partition by range (at);
insert into partition_plans values ('access_decisions', 'week', '30 days', 'fillfactor = 90');
-- The list, and what a back-test reads.
create index access_decisions_newest on access_decisions (org_id, at, id);
-- The list by user, and what is erased with a user.
create index access_decisions_of_user on access_decisions (org_id, user_id, at) where user_id is not null;
-- The list by identity.
create index access_decisions_of_identity on access_decisions (org_id, identity_id, at) where identity_id is not null;
-- The list by policy.
create index access_decisions_of_policies on access_decisions using gin (policies) where policies <> '{}';
-- The one row of a minute.
create unique index access_decisions_shared on access_decisions
  (org_id, (coalesce(credential_id, coalesce(user_id, identity_id) || ' ' || application, application, '')), outcome, (policies[1]), at)
  where shared;
-- The list of decisions that did not simply allow, without the others.
create index access_decisions_refused on access_decisions (org_id, outcome, at, id) where outcome <> 'ALLOWED';

-- The outcomes of a policy on one day; `policy_id` is empty if no policy decided. Recorders write it, and `clean-up` removes it
-- after 30 days. It is counted in the row (HOT).
create table access_policy_days (
  org_id text collate "C" not null references tenants (id),
  policy_id text collate "C" not null,
  day date not null,
  allowed bigint not null default 0,
  blocked bigint not null default 0,
  asked bigint not null default 0,
  reported bigint not null default 0,
  primary key (org_id, day, policy_id)
) with (fillfactor = 70);
-- Finds the rows that `clean-up` removes.
create index access_policy_days_by_age on access_policy_days (day);

-- A draft of a policy, asked about past attempts. Callers write it, and the job `run-backtest` fills it. `clean-up` removes it
-- after 30 days.
create table access_backtests (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'RUNNING', 'COMPLETED', 'FAILED')),
  draft jsonb not null,
  in_place_of text collate "C",
  period_from timestamptz(3) not null,
  period_to timestamptz(3) not null,
  result jsonb,
  -- Names of users, which are erased with the user.
  examples jsonb not null default '[]',
  started_at timestamptz(3),
  ended_at timestamptz(3),
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
-- One back-test of a tenant runs at a time, on any node.
create unique index access_backtests_running on access_backtests (org_id) where status = 'RUNNING';
-- The list, and the oldest that waits.
create index access_backtests_newest on access_backtests (org_id, created_at);
-- Finds the rows that `clean-up` removes.
create index access_backtests_created on access_backtests (created_at);
