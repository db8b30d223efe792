import { Migration } from '@mikro-orm/migrations';

/** The tokens of other issuers that were exchanged for a credential, each of which is once. */
export class Migration0012Exchange extends Migration {
  override up(): void {
    this.addSql(exchangedTokens);
  }
}

// token_hash is the SHA-256 of what was signed, without the signature: one and the same token can have several of those.
const exchangedTokens = `
create table exchanged_tokens (
  org_id text collate "C" not null references tenants (id),
  token_hash bytea not null,
  ends_at timestamptz(3) not null,
  primary key (org_id, token_hash)
);
create index exchanged_tokens_ended on exchanged_tokens (ends_at);`;
