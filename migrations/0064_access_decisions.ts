import { Migration } from '@mikro-orm/migrations';

/** Decisions of conditional access, what policies count in a day, and back-tests of drafts. */
export class Migration0064AccessDecisions extends Migration {
  override up(): void {
    this.addSql(decisions);
    this.addSql(days);
    this.addSql(backtests);
    this.addSql(places);
  }
}

// A sign-in or an authorization leaves a row. Uses of keys and clients, and pages of a user who is signed in, share one row for
// each minute, subject and outcome, and leave none if they were simply allowed. `policies` are the policy that decided and
// those that only reported; the first one is the one that a shared row is about. `outcomes` is deflated JSON: what each policy
// said, and the risk. Rows about a user are erased with the user.
// - access_decisions_newest: the list, and what a back-test reads
// - access_decisions_of_user, _of_identity, _of_policies: the list by one of them, and what is erased
// - access_decisions_shared: the one row of a minute
const decisions = `
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
  policies text[] collate "C" not null default '{}',
  attempts integer not null default 1,
  shared boolean not null,
  signals jsonb not null,
  outcomes bytea not null check (octet_length(outcomes) <= 2048),
  request_id text collate "C",
  primary key (org_id, id, at)
) partition by range (at);
create index access_decisions_newest on access_decisions (org_id, at, id);
create index access_decisions_of_user on access_decisions (org_id, user_id, at) where user_id is not null;
create index access_decisions_of_identity on access_decisions (org_id, identity_id, at) where identity_id is not null;
create index access_decisions_of_policies on access_decisions using gin (policies) where policies <> '{}';
create unique index access_decisions_shared
  on access_decisions (org_id, (coalesce(credential_id, coalesce(user_id, identity_id) || ' ' || application, application, '')), outcome, (policies[1]), at)
  where shared;
insert into partition_plans values ('access_decisions', 'week', '30 days', 'fillfactor = 90');
select maintain_partitions();`;

// Counted in the row, as matches are: the counters are not indexed. policy_id is empty where no policy decided.
const days = `
create table access_policy_days (
  org_id text collate "C" not null references tenants (id),
  policy_id text collate "C" not null,
  day date not null,
  allowed bigint not null default 0,
  blocked bigint not null default 0,
  asked bigint not null default 0,
  reported bigint not null default 0,
  primary key (org_id, day, policy_id)
) with (fillfactor = 70);`;

// One of a tenant runs at a time, on any node. `examples` name users, and are erased with them.
const backtests = `
create table access_backtests (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'RUNNING', 'COMPLETED', 'FAILED')),
  draft jsonb not null,
  in_place_of text collate "C",
  period_from timestamptz(3) not null,
  period_to timestamptz(3) not null,
  result jsonb,
  examples jsonb not null default '[]',
  started_at timestamptz(3),
  ended_at timestamptz(3),
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);
create unique index access_backtests_running on access_backtests (org_id) where status = 'RUNNING';
create index access_backtests_newest on access_backtests (org_id, created_at);
create index access_backtests_created on access_backtests (created_at);`;

const places = `
alter table tenant_jobs drop constraint tenant_jobs_class_check;
alter table tenant_jobs add constraint tenant_jobs_class_check check (class in ('mail', 'call', 'work', 'replay'));`;
