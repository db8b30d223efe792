import { Migration } from '@mikro-orm/migrations';

/** What people allow applications, until they take it back. */
export class Migration0023OidcConsents extends Migration {
  override up(): void {
    this.addSql(consents);
    this.addSql(ofClient);
  }
}

// The word of a person outlives what was issued by it: grants end with a login, a code that was used twice or a token that
// the client gave back. granted has the scopes, claims and resources that were allowed. A row changes only while its person
// is locked, but for last_used_at, by which an authorization finds out that it was not withdrawn meanwhile.
const consents = `
create table oidc_consents (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  client_id text collate "C" not null,
  granted jsonb not null,
  granted_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (org_id, user_id, client_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
  foreign key (org_id, client_id) references oidc_clients (org_id, id) on delete cascade
) with (fillfactor = 80);`;

const ofClient = 'create index oidc_consents_of_client on oidc_consents (org_id, client_id);';
