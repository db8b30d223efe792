import { Migration } from '@mikro-orm/migrations';

/** Secrets that wait to be exchanged for their wrap token. */
export class Migration0009Wrapping extends Migration {
  override up(): void {
    this.addSql(wrappedSecrets);
  }
}

// sealed is opened by the token alone, of which there is nothing but the hash. It is null once it was given out or its
// time is over; the row stays for a while, so that a later use of the token is known for what it is.
const wrappedSecrets = `
create table wrapped_secrets (
  org_id text collate "C" not null references tenants (id),
  token_hash bytea not null,
  operation text not null,
  resource_type text not null,
  resource_id text collate "C" not null,
  sealed bytea,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (org_id, token_hash)
);
create unique index wrapped_secrets_token on wrapped_secrets (token_hash);
create index wrapped_secrets_due on wrapped_secrets (expires_at);`;
