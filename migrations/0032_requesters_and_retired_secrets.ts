import { Migration } from '@mikro-orm/migrations';

/** What requests for links are counted by, and secrets of credentials that a rotation has replaced. */
export class Migration0032RequestersAndRetiredSecrets extends Migration {
  override up(): void {
    this.addSql(requester);
    this.addSql(retired);
    this.addSql(retiring);
  }
}

// A stranger uses up no mail of the user. A hash of the browser that the user has signed in by before, else of the network
// that the request came from. Null where the user is known: only they are counted then.
const requester = 'alter table mailed_links add column requester bytea;';

// A verification says of such a secret that it was rotated. A row is looked for only when no credential has the secret, so
// the statement of every verification stays as it is. In its grace period a secret stands in credentials as well.
const retired = `
create table retired_secrets (
  org_id text collate "C" not null,
  secret_hash bytea not null,
  credential_id text collate "C" not null,
  retired_at timestamptz(3) not null default now(),
  primary key (org_id, secret_hash),
  foreign key (org_id, credential_id) references credentials (org_id, id) on delete cascade
);
create index retired_secrets_of_credential on retired_secrets (org_id, credential_id);
create index retired_secrets_due on retired_secrets (retired_at);`;

const retiring = `
create function retire_secret() returns trigger language plpgsql as $body$
begin
  insert into retired_secrets (org_id, secret_hash, credential_id) values (old.org_id, old.secret_hash, old.id)
  on conflict do nothing;
  return null;
end $body$;
create trigger credentials_retire_secret after update of secret_hash on credentials for each row
  when (old.secret_hash is distinct from new.secret_hash) execute function retire_secret();`;
