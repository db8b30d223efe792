import { Migration } from '@mikro-orm/migrations';

/** One-time codes of authenticator apps, what is being set up of them, and recovery codes. */
export class Migration0019Totp extends Migration {
  override up(): void {
    this.addSql(factors);
    this.addSql(enrolments);
    this.addSql(recoveryCodes);
  }
}

// algorithm, digits and period are what the app was told when it was set up; a later change of the settings is not told to
// it. last_step is of the last code that was taken: no code of it or of an earlier one is taken again (RFC 6238, section
// 5.2). failures are those since the last code that was right.
const factors = `
create table totp_factors (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  secret bytea not null,
  algorithm text not null check (algorithm in ('SHA1', 'SHA256', 'SHA512')),
  digits smallint not null check (digits in (6, 8)),
  period_seconds smallint not null check (period_seconds between 15 and 60),
  last_step bigint not null,
  failures integer not null default 0,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
) with (fillfactor = 80);`;

// holder is the sign-in or the login that it was begun in: nobody else sees the secret, so that whoever knows a password
// cannot begin what its owner then confirms.
const enrolments = `
create table totp_enrolments (
  org_id text collate "C" not null,
  holder text collate "C" not null,
  user_id text collate "C" not null,
  secret bytea not null,
  algorithm text not null,
  digits smallint not null,
  period_seconds smallint not null,
  expires_at timestamptz(3) not null,
  primary key (org_id, holder),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index totp_enrolments_of_user on totp_enrolments (org_id, user_id);
create index totp_enrolments_due on totp_enrolments (expires_at);`;

const recoveryCodes = `
create table recovery_codes (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  code_hash bytea not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (org_id, user_id, code_hash),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);`;
