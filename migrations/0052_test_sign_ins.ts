import { Migration } from '@mikro-orm/migrations';

/** Links with which a connection is tried out, without a sign-in. */
export class Migration0052TestSignIns extends Migration {
  override up(): void {
    this.addSql(tests);
    this.addSql(traces);
  }
}

// A row is a test that is not over. token_hash: the SHA-256 of the secret in the URL. browser_id: the browser that began the test; null
// until then. dialogue: state, nonce and verifier while this browser is at the identity provider. Once the browser is back, the row is gone.
const tests = `
create table federation_test_sign_ins (
  org_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  token_hash bytea not null,
  browser_id uuid,
  dialogue jsonb,
  expires_at timestamptz(3) not null,
  primary key (org_id, id),
  foreign key (org_id, connection_id) references federation_connections (org_id, id) on delete cascade
);
create unique index federation_test_sign_ins_token on federation_test_sign_ins (org_id, token_hash);
create index federation_test_sign_ins_of_connection on federation_test_sign_ins (org_id, connection_id);
create index federation_test_sign_ins_over on federation_test_sign_ins (expires_at);`;

const traces = `alter table federation_traces add column test boolean not null default false;`;
