import { Migration } from '@mikro-orm/migrations';

/** Anomalies and what they are found by, alerts and their rules, and the inbox of events that both follow. */
export class Migration0011Risk extends Migration {
  override up(): void {
    this.addSql(inbox);
    this.addSql(findings);
    this.addSql(alerts);
    this.addSql(profiles);
    this.addSql(digest);
  }
}

// A row for each event that risk or an alert depends on, written with it and deleted with what it led to. A row trigger
// whose condition is false is not even queued, so credential.used costs a comparison.
// due_at: from when it may be tried; never again (infinity) what was set aside (src/risk/sql/inbox.ts).
const inbox = `
create table governance_inbox (
  org_id text collate "C" not null,
  event_id text collate "C" not null,
  type text collate "C" not null,
  data jsonb not null,
  created_at timestamptz(3) not null,
  tries smallint not null default 0,
  due_at timestamptz(3) not null default '-infinity',
  primary key (org_id, event_id)
);
create function follow_event() returns trigger language plpgsql as $body$
begin
  insert into governance_inbox (org_id, event_id, type, data, created_at)
  values (new.org_id, new.id, new.type, new.data, new.created_at);
  return null;
end $body$;
create trigger events_are_followed after insert on events for each row
  when (new.type = any (array[
    'identity.created', 'identity.updated', 'identity.suspended', 'identity.revoked',
    'credential.created', 'credential.updated', 'credential.rotated', 'credential.expired', 'credential.revoked',
    'credential.suspended', 'credential.reactivated', 'credential.leaked', 'credential.expiring',
    'policy.violated', 'anomaly.detected', 'user.deprovisioned']))
  execute function follow_event();`;

// No foreign keys from here on: what a worker writes about many credentials would lock their rows, which changes hold in
// another order. platform/sql/retention.ts removes what belongs to nobody any more.
// An anomaly that is not closed is the only one of its type, credential and subject: two nodes cannot find it twice.
const findings = `
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
create unique index anomalies_not_closed on anomalies (org_id, type, coalesce(credential_id, ''), subject)
  where status in ('OPEN', 'ACKNOWLEDGED');
create index anomalies_newest on anomalies (org_id, created_at desc, id);
create index anomalies_of_identity on anomalies (org_id, identity_id, created_at desc);
create index anomalies_of_credential on anomalies (org_id, credential_id, created_at desc);
create index anomalies_by_age on anomalies (coalesce(closed_at, last_seen_at));

create table identity_violations (
  org_id text collate "C" not null,
  identity_id text collate "C" not null,
  violated_at timestamptz(3) not null,
  primary key (org_id, identity_id)
);
create index identity_violations_by_age on identity_violations (violated_at);`;

// subject is what an alert is about beyond its rule: what happens again to the same is counted in the alert there is.
const alerts = `
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
create index alert_rules_newest on alert_rules (org_id, created_at desc, id);

create table alerts (
  org_id text collate "C" not null,
  id text collate "C" not null,
  rule_id text collate "C",
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
create unique index alerts_not_resolved on alerts (org_id, coalesce(rule_id, ''), subject) where status <> 'RESOLVED';
create index alerts_of_subject on alerts (org_id, coalesce(rule_id, ''), subject, created_at desc);
create index alerts_newest on alerts (org_id, created_at desc, id);
create index alerts_by_age on alerts (coalesce(resolved_at, last_triggered_at));`;

// What is usual for a credential. Of bounded size each: addresses and days are pruned, and there are few countries.
// known: whether a use from there is no news; a finding leaves it false until somebody calls it a false positive.
// hours: the 24 hours of the day (UTC) as bits, the first the lowest.
const profiles = `
create table credential_profiles (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  last_place jsonb,
  primary key (org_id, credential_id)
) with (fillfactor = 70);
create table credential_addresses (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  address text collate "C" not null,
  known boolean not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (org_id, credential_id, address)
) with (fillfactor = 70);
create table credential_countries (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  country text collate "C" not null,
  known boolean not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (org_id, credential_id, country)
) with (fillfactor = 70);
create table credential_days (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  day date not null,
  uses bigint not null,
  hours integer not null,
  primary key (org_id, credential_id, day)
) with (fillfactor = 70);
create index credential_days_by_age on credential_days (day);`;

// From usage_facts, bookmarked, to usage_digest, from which a tenant's workers take what they have judged. Facts are found
// by the index of time of 0008_usage.ts.
// failure_facts are written once a second by each node (src/credentials/failed-uses.ts).
const digest = `
create table failure_facts (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  code text collate "C" not null,
  address text collate "C",
  failures integer not null
);
create index failure_facts_of_credential on failure_facts (org_id, credential_id, at);
create index failure_facts_by_time on failure_facts (at);

create table detection_bookmarks (
  name text primary key,
  at timestamptz(3) not null
);
insert into detection_bookmarks values ('usage', date_trunc('milliseconds', now()));

create table usage_digest (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('VERIFY', 'API', 'FAILURE')),
  address text collate "C",
  uses bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (org_id, credential_id, id)
);`;
