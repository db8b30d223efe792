-- Room `sign-in`: the attempts to sign in (src/sign-in/README.md, ADR 0028).

-- One attempt of one browser to sign a user in, and what its pages know of each other. The first page writes it. A completed one
-- stays until its end, so that a second submission of the last form is led on. `sweep-requests` removes it an hour after its end.
create table sign_ins (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  browser_id uuid not null references browsers (id) on delete cascade,
  user_id text collate "C",
  identifier varchar(256),
  amr text[] not null default '{}',
  auth_time timestamptz(3),
  multi_factor boolean not null default false,
  return_to varchar(4096) not null,
  client_id text collate "C",
  locale varchar(35),
  -- What the steps know, such as the dialogue with an identity provider.
  state jsonb not null default '{}',
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  service_provider_id text collate "C",
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- Finds the rows that go with a browser.
create index sign_ins_of_browser on sign_ins (browser_id);
-- Finds the rows that go with a user.
create index sign_ins_of_user on sign_ins (org_id, user_id) where user_id is not null;
-- Finds the rows that `sweep-requests` removes.
create index sign_ins_ending on sign_ins (expires_at);
