import { Migration } from '@mikro-orm/migrations';

/** Connections to SAML identity providers, and the keys that these encrypt assertions for. */
export class Migration0049SamlConnections extends Migration {
  override up(): void {
    this.addSql(connections);
    this.addSql(complete);
    this.addSql(due);
    this.addSql(keys);
  }
}

// certificates: those whose keys sign the messages of the identity provider. pending_change: a change that refreshed metadata asks
// for and that waits for an administrator; rejected_change: the name of one that does not ask again. metadata_asked_at: when a
// response with an unknown key last had the metadata read again.
const connections = `
alter table federation_connections
  add column idp_entity_id varchar(1024),
  add column sso_url varchar(2048),
  add column sso_binding text check (sso_binding in ('HTTP-Redirect', 'HTTP-POST')),
  add column slo_url varchar(2048),
  add column slo_response_url varchar(2048),
  add column slo_binding text check (slo_binding in ('HTTP-Redirect', 'HTTP-POST')),
  add column certificates text[],
  add column metadata_url varchar(2048),
  add column metadata_signing_certificate text,
  add column sign_requests boolean,
  add column want_assertions_signed boolean,
  add column want_encrypted boolean,
  add column name_id_format text check (name_id_format in ('persistent', 'emailAddress', 'transient', 'unspecified')),
  add column subject_attribute varchar(256),
  add column allow_idp_initiated boolean,
  add column clock_skew_seconds integer check (clock_skew_seconds between 0 and 180),
  add column logout_upstream boolean not null default false,
  add column pending_change jsonb,
  add column rejected_change text,
  add column metadata_error varchar(500),
  add column metadata_asked_at timestamptz(3),
  add column certificate_expires_at timestamptz(3),
  add column certificate_notice_at timestamptz(3);`;

const complete = `
alter table federation_connections add check (type <> 'SAML' or (idp_entity_id is not null and sso_url is not null
  and sso_binding is not null and slo_binding is not null and certificates is not null and sign_requests is not null
  and want_assertions_signed is not null and want_encrypted is not null and name_id_format is not null
  and allow_idp_initiated is not null and clock_skew_seconds is not null));`;

const due = `
create index federation_connections_notice on federation_connections (certificate_notice_at)
  where certificate_notice_at is not null;`;

// A tenant gets its key with the first SAML metadata that is published for it. id: what the purpose of the sealed half names.
const keys = `
create table federation_encryption_keys (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  private_key bytea not null,
  certificate text not null,
  created_at timestamptz(3) not null default now(),
  primary key (org_id, id)
);`;
