import { Migration } from '@mikro-orm/migrations';

/** Policies of conditional access, and the locations that they name. */
export class Migration0058ConditionalAccess extends Migration {
  override up(): void {
    this.addSql(policies);
    this.addSql(locations);
    this.addSql(ofTenants);
  }
}

// Matches count in the row: the counters are not indexed and the pages keep room (HOT). No foreign keys
// bind the ids in conditions: a policy may name a deleted user. judges_machines: whether it judges keys and clients.
const policies = `
create table access_policies (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  description varchar(500),
  priority integer not null check (priority between 1 and 10000),
  status text not null check (status in ('ENABLED', 'REPORT_ONLY', 'DISABLED')),
  conditions jsonb not null,
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
create unique index access_policies_priority on access_policies (org_id, priority);`;

const locations = `
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
create unique index named_locations_name on named_locations (org_id, lower(name));`;

// access_version names the policies and locations that users are judged by, and is 0 when no policy is live. policies_version
// covers the policies that judge machines, beside those of governance. Both are numbers of policies_versions.
const ofTenants = `alter table tenants add column access_version bigint not null default 0;`;
