import { Migration } from '@mikro-orm/migrations';

/** The SAML service providers of a tenant, and the keys that sign for them. */
export class Migration0040Saml extends Migration {
  override up(): void {
    this.addSql(keys);
    this.addSql(providers);
  }
}

// A table of its own beside signing_keys: nodes of the release before would publish these keys as keys of tokens.
// private_key is a JWK, sealed by src/platform/vault.ts. due_at is when the task looks at a row again: an active key gets a
// successor (null: it has one), a retired one goes. An upcoming key waits for an administrator, and is never due.
const keys = `
create table saml_keys (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  status text not null check (status in ('UPCOMING', 'ACTIVE', 'RETIRED')),
  public_key jsonb not null,
  private_key bytea not null,
  certificate varchar(16384) not null,
  certificate_expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  activates_at timestamptz(3) not null,
  retired_at timestamptz(3),
  due_at timestamptz(3),
  primary key (org_id, id),
  check ((status = 'RETIRED') = (retired_at is not null))
);
create unique index saml_keys_active on saml_keys (org_id) where status = 'ACTIVE';
create unique index saml_keys_upcoming on saml_keys (org_id) where status = 'UPCOMING';
create index saml_keys_due on saml_keys (due_at) where due_at is not null;`;

// acs_urls: [{ url, binding, index, isDefault }]. attribute_mappings: [{ name, nameFormat, source }]. Certificates are PEM.
// allowed_groups: null lets everybody in. pending_change: { id, reasons, settings, detectedAt }; its id is a hash of what the
// metadata asks for, so that rejected_change stops the same question. metadata_due_at is when the task reads metadata_url
// again; certificate_notice_at is when it tells of the next of 30, 14, 7 days and 1 before certificate_expires_at.
const providers = `
create table saml_service_providers (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  entity_id varchar(1024) collate "C" not null,
  acs_urls jsonb not null,
  slo_url varchar(2048),
  slo_response_url varchar(2048),
  slo_soap_url varchar(2048),
  slo_binding text not null check (slo_binding in ('HTTP-Redirect', 'HTTP-POST')),
  name_id_format text not null check (name_id_format in ('persistent', 'emailAddress', 'transient', 'unspecified')),
  name_id_attribute varchar(111),
  attribute_mappings jsonb not null,
  audiences text[] not null,
  sign_assertions boolean not null,
  sign_responses boolean not null,
  encrypt_assertions boolean not null,
  encryption_algorithm text not null check (encryption_algorithm in ('aes256-gcm', 'aes128-gcm', 'aes256-cbc')),
  encryption_certificate varchar(16384),
  signing_certificates text[] not null,
  require_signed_requests boolean not null,
  allow_sha1 boolean not null,
  signature_algorithm text not null check (signature_algorithm in ('rsa-sha256', 'rsa-sha384', 'rsa-sha512')),
  assertion_ttl integer not null,
  session_ttl integer not null,
  idp_initiated boolean not null,
  default_relay_state varchar(512),
  allowed_groups text[],
  metadata_url varchar(2048),
  metadata_signing_certificate varchar(16384),
  signing_key_id text collate "C",
  pending_change jsonb,
  rejected_change text,
  metadata_refreshed_at timestamptz(3),
  metadata_error varchar(500),
  metadata_due_at timestamptz(3),
  certificate_expires_at timestamptz(3),
  certificate_notice_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (org_id, id),
  unique (org_id, entity_id),
  foreign key (org_id, signing_key_id) references saml_keys (org_id, id),
  check (sign_assertions or sign_responses),
  check (not encrypt_assertions or encryption_certificate is not null),
  check (cardinality(allowed_groups) > 0)
);
create index saml_service_providers_newest on saml_service_providers (org_id, created_at desc, id);
create index saml_service_providers_metadata_due on saml_service_providers (metadata_due_at) where metadata_due_at is not null;
create index saml_service_providers_notice on saml_service_providers (certificate_notice_at)
  where certificate_notice_at is not null;`;
