import { Migration } from '@mikro-orm/migrations';

/** What the OpenID Connect engine stores: tokens, codes, grants, sessions, and what was used once. */
export class Migration0018OidcArtifacts extends Migration {
  override up(): void {
    this.addSql(artifacts);
    this.addSql(userCodeTries);
    this.addSql(pairwiseSalts);
  }
}

// id_hash is the SHA-256 of the value a client presents, which is nowhere else. What would let its reader act for somebody
// is sealed; the rest is text, because nobody asks for a part of it. alias_hash is a second way to a row: of the uid of a
// session, of the code that a person types in. A grant's own row has its grant_id, so that one statement ends a family.
// Rows live for minutes to months and are found by their hash alone: they are removed in blocks, not by partitions.
const artifacts = `
create table oidc_artifacts (
  org_id text collate "C" not null references tenants (id),
  model text collate "C" not null,
  id_hash bytea not null,
  payload text,
  sealed bytea,
  client_id text collate "C",
  user_id text collate "C",
  grant_id text collate "C",
  login_id text collate "C",
  alias_hash bytea,
  consumed_at timestamptz(3),
  polled_at timestamptz(3),
  poll_seconds integer not null default 5,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check (num_nonnulls(payload, sealed) = 1),
  primary key (org_id, model, id_hash)
);
create unique index oidc_artifacts_alias on oidc_artifacts (org_id, model, alias_hash) where alias_hash is not null;
create index oidc_artifacts_of_grant on oidc_artifacts (org_id, grant_id) where grant_id is not null;
create index oidc_artifacts_of_user on oidc_artifacts (org_id, user_id) where user_id is not null;
create index oidc_artifacts_ended on oidc_artifacts (expires_at);`;

// Somebody at one address who guesses the codes of other people's devices.
const userCodeTries = `
create table oidc_user_code_tries (
  org_id text collate "C" not null references tenants (id),
  address inet not null,
  wrong integer not null,
  started_at timestamptz(3) not null,
  primary key (org_id, address)
);
create index oidc_user_code_tries_ended on oidc_user_code_tries (started_at);`;

// Never replaced: every pairwise subject would be another person.
const pairwiseSalts = `
create table oidc_pairwise_salts (
  org_id text collate "C" primary key references tenants (id),
  salt bytea not null
);`;
