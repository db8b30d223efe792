import { Migration } from '@mikro-orm/migrations';

/** The keys that sign the tokens of a tenant, and the version of what its OpenID Connect provider is made of. */
export class Migration0014SigningKeys extends Migration {
  override up(): void {
    this.addSql(signingKeys);
    this.addSql(version);
  }
}

// Which key signs is written down and does not follow from the clock: whoever has read one version of a tenant's keys
// knows them until the next (decision 0025). due_at is when the task looks at a row again: an upcoming key becomes
// active then, an active one gets a successor (null: it has one), a retired one goes. The indexes make two pairs impossible.
// private_key is a JWK, sealed by src/platform/vault.ts.
const signingKeys = `
create table signing_keys (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  algorithm text not null check (algorithm in ('ES256', 'RS256')),
  status text not null check (status in ('UPCOMING', 'ACTIVE', 'RETIRED')),
  public_key jsonb not null,
  private_key bytea not null,
  created_at timestamptz(3) not null default now(),
  activates_at timestamptz(3) not null,
  retired_at timestamptz(3),
  due_at timestamptz(3),
  primary key (org_id, id),
  check ((status = 'RETIRED') = (retired_at is not null))
);
create unique index signing_keys_active on signing_keys (org_id, algorithm) where status = 'ACTIVE';
create unique index signing_keys_upcoming on signing_keys (org_id, algorithm) where status = 'UPCOMING';
create index signing_keys_due on signing_keys (due_at) where due_at is not null;`;

// Grows with every change of keys, custom scopes and settings of sign-in: an instance of the engine serves one version.
const version = `
alter table tenants add column oidc_version bigint not null default 0;`;
