-- Room `risk`: anomalies, alerts, and what finds them (src/risk/README.md, ADR 0022). Most tables have no foreign keys. A worker
-- writes about many credentials, and a foreign key would lock their rows in another order than changes do. `clean-up` removes
-- rows whose credential is gone.

-- An event that this room must still follow. A trigger of `events` writes it, and `follow-events` removes it with what the event
-- led to. An event that failed too often is kept for 90 days.
create table governance_inbox (
  org_id text collate "C" not null,
  event_id text collate "C" not null,
  type text collate "C" not null,
  data jsonb not null,
  created_at timestamptz(3) not null,
  tries smallint not null default 0,
  -- When it may be tried next; `infinity` after it was set aside.
  due_at timestamptz(3) not null default '-infinity',
  primary key (org_id, event_id)
);
-- The oldest events that were not tried yet.
create index governance_inbox_fresh on governance_inbox (org_id, created_at, event_id) where tries = 0;

-- Puts the events that change a risk or may raise an alert into the inbox. The condition of the trigger is judged before the
-- call, so `credential.used` costs a comparison.
create function follow_event() returns trigger language plpgsql as $body$
begin
  insert into governance_inbox (org_id, event_id, type, data, created_at)
  values (new.org_id, new.id, new.type, new.data, new.created_at);
  return null;
end $body$;
create trigger events_are_followed after insert on events
  for each row when (new.type in ('identity.created', 'identity.updated', 'identity.suspended', 'identity.revoked',
    'credential.created', 'credential.updated', 'credential.rotated', 'credential.expired', 'credential.revoked',
    'credential.suspended', 'credential.reactivated', 'credential.leaked', 'credential.expiring', 'policy.violated',
    'anomaly.detected', 'user.deprovisioned', 'access.exclusion_used'))
  execute function follow_event();

-- A finding of a detector. `detect-anomalies` writes it, callers close it, and `clean-up` removes it after 400 days.
create table anomalies (
  org_id text collate "C" not null,
  id text collate "C" not null,
  type text collate "C" not null,
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  score integer not null check (score between 0 and 100),
  identity_id text collate "C",
  credential_id text collate "C",
  user_id text collate "C",
  subject text collate "C" not null,
  description varchar(500) not null,
  evidence jsonb not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'FALSE_POSITIVE')),
  note varchar(500),
  occurrences bigint not null default 1,
  last_seen_at timestamptz(3) not null,
  closed_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, id)
);
-- An anomaly that is not closed is the only one of its type, credential and subject. So two nodes cannot find it twice.
create unique index anomalies_not_closed on anomalies (org_id, type, coalesce(credential_id, ''), subject)
  where status in ('OPEN', 'ACKNOWLEDGED');
-- The list, newest first.
create index anomalies_newest on anomalies (org_id, created_at desc, id);
-- The list by identity, which is also what its score depends on.
create index anomalies_of_identity on anomalies (org_id, identity_id, created_at desc);
-- The list by credential.
create index anomalies_of_credential on anomalies (org_id, credential_id, created_at desc);
-- Finds the rows that `clean-up` removes.
create index anomalies_by_age on anomalies (coalesce(closed_at, last_seen_at));

-- A rule of a tenant that says which events raise an alert. Callers write and delete it.
create table alert_rules (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  events text[] not null,
  conditions jsonb not null,
  enabled boolean not null default true,
  throttle_seconds integer not null default 300 check (throttle_seconds between 0 and 86400),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
-- The list, newest first.
create index alert_rules_newest on alert_rules (org_id, created_at desc, id);

-- Something that an administrator should look at. `follow-events` and other rooms raise it, callers close it, and `clean-up`
-- removes it after 400 days.
create table alerts (
  org_id text collate "C" not null,
  id text collate "C" not null,
  rule_id text collate "C",
  -- The thing that the alert is about, beside its rule. If it happens again, the open alert counts.
  subject text collate "C" not null,
  title varchar(200) not null,
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  status text not null default 'OPEN' check (status in ('OPEN', 'ACKNOWLEDGED', 'RESOLVED')),
  source_type text collate "C" not null,
  source_id text collate "C",
  identity_id text collate "C",
  description varchar(1000) not null,
  count bigint not null default 1,
  last_triggered_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, id)
);
-- There is one open alert of a rule and a subject.
create unique index alerts_not_resolved on alerts (org_id, coalesce(rule_id, ''), subject) where status <> 'RESOLVED';
-- Finds the last alert of a rule and a subject, which the throttle of the rule compares.
create index alerts_of_subject on alerts (org_id, coalesce(rule_id, ''), subject, created_at desc);
-- The list, newest first.
create index alerts_newest on alerts (org_id, created_at desc, id);
-- Finds the rows that `clean-up` removes.
create index alerts_by_age on alerts (coalesce(resolved_at, last_triggered_at));
-- The list by identity.
create index alerts_of_identity on alerts (org_id, identity_id, created_at desc, id) where identity_id is not null;

-- The time of the last violation of a policy, for the score of an identity. The recorder of violations writes it, and `clean-up`
-- removes it after 7 days.
create table identity_violations (
  org_id text collate "C" not null,
  identity_id text collate "C" not null,
  violated_at timestamptz(3) not null,
  primary key (org_id, identity_id)
);
-- Finds the rows that `clean-up` removes.
create index identity_violations_by_age on identity_violations (violated_at);

-- The four tables of a profile say what is usual for a credential. `detect-anomalies` writes them, and they go with their
-- credential. Each is of a bounded size: addresses and days are pruned, and there are few countries. A column `known` says
-- whether a use from there is usual. A finding leaves it false until a caller closes the anomaly as a false positive. Each row
-- changes often (HOT).

-- When a credential was first and last used, and where.
create table credential_profiles (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  last_place jsonb,
  primary key (org_id, credential_id)
) with (fillfactor = 70);

-- A network that a credential was used from.
create table credential_addresses (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  address text collate "C" not null,
  known boolean not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (org_id, credential_id, address)
) with (fillfactor = 70);

-- A country that a credential was used from.
create table credential_countries (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  country text collate "C" not null,
  known boolean not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (org_id, credential_id, country)
) with (fillfactor = 70);

-- The uses of a credential on one day. `clean-up` removes it after 36 days.
create table credential_days (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  day date not null,
  uses bigint not null,
  -- The 24 hours of the day in UTC as bits; the first hour is the lowest bit.
  hours integer not null,
  primary key (org_id, credential_id, day)
) with (fillfactor = 70);
-- Finds the rows that `clean-up` removes.
create index credential_days_by_age on credential_days (day);

-- The time up to which a kind of facts was summed for the detectors. There is always a row for usage; it begins at the start of
-- the database.
create table detection_bookmarks (
  name text primary key,
  at timestamptz(3) not null
);
insert into detection_bookmarks values ('usage', date_trunc('milliseconds', now()));

-- Facts of some minutes of a credential, summed. `detect-anomalies` writes them and takes them away when it has judged them.
create table usage_digest (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  id bigint generated always as identity not null,
  kind text not null check (kind in ('VERIFY', 'API', 'FAILURE')),
  address text collate "C",
  uses bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (org_id, credential_id, id)
);
