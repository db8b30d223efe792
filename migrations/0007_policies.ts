import { Migration } from '@mikro-orm/migrations';

/** Policies, and what the statements of every request must know of them. */
export class Migration0007Policies extends Migration {
  override up(): void {
    this.addSql(policies);
    this.addSql(ofTenants);
    this.addSql(windows);
    this.addSql(passes);
  }
}

// Violations count in the row: the counters are not indexed and the pages keep room (HOT). Ids of identities are no
// references: a selector may name what is not there yet, or no more.
const policies = `
create table policies (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  description varchar(500),
  type text not null check (type in ('CREDENTIAL_LIFETIME', 'ROTATION_AGE', 'SCOPE_RESTRICTION', 'IP_ALLOWLIST',
    'TIME_WINDOW', 'INACTIVITY', 'OWNER_REQUIRED', 'USAGE_RATE')),
  mode text not null check (mode in ('ENFORCE', 'REPORT_ONLY', 'DISABLED')),
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  identity_types text[] not null default '{}',
  tags text[] not null default '{}',
  identity_ids text[] not null default '{}',
  parameters jsonb not null,
  actions text[] not null,
  violation_count bigint not null default 0,
  last_violated_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id)
) with (fillfactor = 70);
create unique index policies_name on policies (org_id, lower(name));
create index policies_newest on policies (org_id, created_at desc, id);`;

// policies_version names the policies that are not disabled, and is 0 when there are none; a number is never given twice,
// so that what a process has compiled is never taken for what came later (docs/decisions/0021-policies.md).
// policies_idle_days is the least maxIdleDays among them: a use after so long may be refused, and then it must not count
// as the use that ends the inactivity.
const ofTenants = `
create sequence policies_versions;
alter table tenants
  add column policies_version bigint not null default 0,
  add column policies_idle_days integer;`;

// The uses of a minute, of verifications and calls together, for USAGE_RATE: counted where a tenant has policies. Not
// indexed, as the other windows are not, so that a use stays an update of one page.
const windows = `
alter table credentials
  add column use_window_started_at timestamptz(3),
  add column use_window_count integer not null default 0;`;

// How far the nightly pass of a tenant has come; its rows are changed by that pass alone.
const passes = `
create table policy_passes (
  org_id text collate "C" primary key references tenants (id),
  day date not null,
  after_id text collate "C" not null default '',
  finished boolean not null default false
);`;
