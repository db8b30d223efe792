import { Migration } from '@mikro-orm/migrations';

/** The passkeys of people, and the challenges that are out for them. */
export class Migration0020Passkeys extends Migration {
  override up(): void {
    this.addSql(passkeys);
    this.addSql(challenges);
  }
}

// The key is the public half: nothing here is a secret. The counter is a number of 32 bits without a sign. A credential
// is of one person of one tenant; the same authenticator may well be enrolled in many tenants of one host.
const passkeys = `
create table passkeys (
  org_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  name varchar(100) not null,
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) <= 8192),
  counter bigint not null check (counter between 0 and 4294967295),
  aaguid uuid not null,
  transports text[] not null default '{}',
  device_type text not null check (device_type in ('single', 'multi')),
  backed_up boolean not null,
  rp_id varchar(253) not null,
  last_used_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create unique index passkeys_credential on passkeys (org_id, credential_id);
create index passkeys_of_user on passkeys (org_id, user_id, created_at, id);`;

// One of a kind for each sign-in and each login session, so that a new one puts the old one out of use. Whoever takes it
// deletes it: of many who come with the answer to it at once, one finds it.
const challenges = `
create table passkey_challenges (
  org_id text collate "C" not null references tenants (id),
  holder text collate "C" not null,
  purpose text not null check (purpose in ('REGISTER', 'AUTHENTICATE')),
  challenge text not null,
  expires_at timestamptz(3) not null,
  primary key (org_id, holder, purpose)
);
create index passkey_challenges_over on passkey_challenges (expires_at);`;
