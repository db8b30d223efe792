import { Migration } from '@mikro-orm/migrations';

/** Devices of users, as an MDM writes them. */
export class Migration0062AccessDevices extends Migration {
  override up(): void {
    this.addSql(devices);
  }
}

// The id is that of the MDM. A row is written under the lock of the tenant, so no two devices get the same thumbprint.
const devices = `
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
create index access_devices_of_user on access_devices (org_id, user_id, id);
create index access_devices_of_certificate on access_devices using gin (certificate_thumbprints) with (fastupdate = off);`;
