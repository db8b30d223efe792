-- Room `policies/resources`: the daily pass (src/policies/resources/README.md, ADR 0021).

-- How far the daily pass of a tenant has come. Only the task `apply-policies` writes it.
create table policy_passes (
  org_id text collate "C" primary key references tenants (id),
  day date not null,
  after_id text collate "C" not null default '',
  finished boolean not null default false
);
