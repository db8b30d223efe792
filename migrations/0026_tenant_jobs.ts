import { Migration } from '@mikro-orm/migrations';

/** Jobs that a change of a tenant asked for, in queues of its own, and the addresses that do not answer. */
export class Migration0026TenantJobs extends Migration {
  override up(): void {
    this.addSql(jobs);
    this.addSql(addresses);
  }
}

// A queue is a class, a tenant and an address. A claim walks from one queue to the next by the first index, and looks at the
// start of each: what waits in one queue costs the others nothing (src/platform/sql/tenant-jobs.ts).
const jobs = `
create table tenant_jobs (
  org_id text collate "C" not null references tenants (id),
  id bigint generated always as identity,
  class text collate "C" not null check (class in ('mail', 'call', 'work')),
  address varchar(300) collate "C" not null default '',
  task text not null,
  payload jsonb not null,
  key text collate "C",
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  max_attempts integer not null,
  lease uuid,
  leased_until timestamptz,
  last_error text,
  given_up_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index tenant_jobs_queue on tenant_jobs (class, org_id, address, due_at, id) where given_up_at is null;
create unique index tenant_jobs_key on tenant_jobs (org_id, key) where key is not null;
create index tenant_jobs_given_up on tenant_jobs (given_up_at) where given_up_at is not null;`;

const addresses = `
create table failing_addresses (
  org_id text collate "C" not null references tenants (id),
  address varchar(300) collate "C" not null,
  failures integer not null,
  retry_at timestamptz not null,
  primary key (org_id, address)
);`;
