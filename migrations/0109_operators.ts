import { Migration } from '@mikro-orm/migrations';

/**
 * Keys of operators and what was done with them, and a version and quotas of each organization (docs/decisions/0124).
 * The service notes uses of the keys and ends keys that leaked. It makes none (src/database/rights.ts).
 */
export class Migration0109Operators extends Migration {
  override up(): void {
    this.addSql(`
-- A key of an operator, which makes and changes organizations and opens no data of one. Only \`make operator-key\` writes the row.
-- Nothing removes it, because the audit of operators names it.
create table operator_keys (
  id text collate "C" primary key,
  name varchar(100) not null,
  key_hash bytea not null,
  key_last4 text not null,
  -- The addresses that it may be used from; null means any.
  allowed_ips text[],
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  check (expires_at <= created_at + interval '90 days')
);
-- Finds the key that a request presents.
create unique index operator_keys_hash on operator_keys (key_hash);

-- What operators did and what they were refused, beside the audit logs of tenants. The transaction of the request writes the row,
-- and nothing changes or removes it.
create table operator_audit (
  id text collate "C" primary key,
  at timestamptz(3) not null default now(),
  action text collate "C" not null,
  -- Null for what an operator did at the machine of the service.
  operator_key_id text collate "C",
  operator_key_name varchar(100),
  target_id text collate "C",
  target_name varchar(100),
  result text not null check (result in ('SUCCESS', 'FAILURE', 'DENIED')),
  code text collate "C",
  request_id text collate "C",
  ip_address text,
  user_agent text,
  changes jsonb not null default '[]'
);
-- The list, newest first.
create index operator_audit_newest on operator_audit (at desc, id);
create trigger operator_audit_append_only before delete or update on operator_audit
  for each row execute function refuse_change();

-- Grows with each change by an operator, for \`If-Match\`. The row of the live tenant has the version of the organization.
alter table tenants
  add column version integer not null default 1,
  -- Quotas that an operator gave the organization, for each of its tenants; null means that of the server. The lower one of both counts.
  add column max_users integer check (max_users > 0),
  add column max_identities integer check (max_identities > 0),
  add column max_credentials integer check (max_credentials > 0);
`);
  }
}
