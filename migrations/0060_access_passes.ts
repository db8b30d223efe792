import { Migration } from '@mikro-orm/migrations';

/** Passes with which users set up an authenticator app. */
export class Migration0060AccessPasses extends Migration {
  override up(): void {
    this.addSql(passes);
  }
}

// A user has one at most. A used one stays until its end, for the sign-in that it began.
const passes = `
create table access_passes (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  id text collate "C" not null,
  code_hash bytea not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index access_passes_expired on access_passes (expires_at);`;
