-- Room `recovery`: restored databases (src/recovery/README.md, ADR 0081). `audit_epochs` belongs to the room `audit`.

-- A restore. `make restore` writes it, and it closes every node until `opens_at`. Nothing removes it, because a restore is rare.
create table restores (
  id text collate "C" primary key,
  restored_at timestamptz(3) not null default now(),
  opens_at timestamptz(3),
  timeline text
);
-- At most one restore is under way.
create unique index restores_closed on restores ((opens_at is null)) where opens_at is null;

-- How far a tenant is in a restore. `make reconcile` writes it. Nothing removes it.
create table restored_tenants (
  org_id text collate "C" not null references tenants (id),
  restore_id text collate "C" not null references restores (id),
  -- Null until the tenant was reconciled or suspended.
  outcome text check (outcome in ('RECONCILED', 'SUSPENDED')),
  exported_at timestamptz(3),
  primary key (org_id, restore_id)
);
