-- Room `credentials`: identities, their credentials, and what their uses leave (src/credentials/README.md).

-- An identity: a machine that holds credentials. Callers write it. A deleted identity stays for 90 days, and as long as one of
-- its credentials, so that the audit log can name it. Then `clean-up` removes it.
create table identities (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  type text not null check (type in ('SERVICE_ACCOUNT', 'API_KEY', 'CI_CD', 'AI_AGENT')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'REVOKED')),
  description varchar(500),
  owner_user_id text collate "C",
  tags text[] not null default '{}',
  allowed_scopes text[],
  allowed_ips text[],
  federated_subjects jsonb not null default '[]',
  metadata jsonb not null default '{}',
  expires_at timestamptz(3),
  risk_score integer not null default 0 check (risk_score between 0 and 100),
  risk_factors jsonb not null default '[]',
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (org_id, id)
);
-- The list, newest first.
create index identities_newest on identities (org_id, created_at desc, id) where deleted_at is null;
-- Finds identities whose time is over.
create index identities_ending on identities (expires_at) where expires_at is not null and status <> 'REVOKED';
-- Finds the rows that `clean-up` removes.
create index identities_tombstones on identities (deleted_at) where deleted_at is not null;
-- Finds the identities of an owner.
create index identities_of_owner on identities (org_id, owner_user_id) where owner_user_id is not null;
-- Finds a part of a name. Without a list of pending entries, which every search would read until the next vacuum.
create index identities_search on identities using gin (org_id, name gin_trgm_ops) with (fastupdate = off)
  where deleted_at is null;
-- Finds a part of a name that is folded to another text than its lower case. Nearly all rows are in `identities_search` only.
create index identities_search_respelled on identities using gin (org_id, folded(name) gin_trgm_ops)
  where folded(name) <> lower(name);

-- Count the identities that exist.
create trigger identities_count_new after insert on identities
  for each row when (new.deleted_at is null) execute function count_for_quota('identities', '1');
create trigger identities_count_back after update of deleted_at on identities
  for each row when (new.deleted_at is null and not old.deleted_at is null) execute function count_for_quota('identities', '1');
create trigger identities_count_ended after update of deleted_at on identities
  for each row when (old.deleted_at is null and not new.deleted_at is null) execute function count_for_quota('identities', '-1');
create trigger identities_count_gone after delete on identities
  for each row when (old.deleted_at is null) execute function count_for_quota('identities', '-1');

-- A credential: a secret that was issued to an identity, with its bounds. Callers and tasks write it; each use counts in it. A
-- deleted credential stays for 90 days. Each use changes the counters and the windows. No index has these columns and the pages
-- keep room, so a use touches one page and no index (HOT).
create table credentials (
  org_id text collate "C" not null,
  id text collate "C" not null,
  identity_id text collate "C" not null,
  name varchar(100) not null,
  type text not null check (type in ('API_KEY', 'JIT', 'WORKLOAD')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'EXPIRED', 'REVOKED', 'SUSPENDED')),
  status_reason text,
  scopes text[] not null default '{}',
  is_temporary boolean not null default false,
  secret_hash bytea not null,
  secret_prefix text not null,
  secret_last4 text not null,
  -- The secret before a rotation, until its grace period ends.
  previous_secret_hash bytea,
  previous_expires_at timestamptz(3),
  usage_count bigint not null default 0,
  max_usage_count integer check (max_usage_count > 0),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  allowed_ips text[],
  metadata jsonb not null default '{}',
  -- Calls of the API in the present minute.
  window_started_at timestamptz(3),
  window_count integer not null default 0,
  -- Its calls that verify secrets, in the present minute. They have a limit of their own.
  verify_window_started_at timestamptz(3),
  verify_window_count integer not null default 0,
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_rotated_at timestamptz(3),
  deleted_at timestamptz(3),
  -- Uses of the present minute, verifications and calls together, for policies of the type `USAGE_RATE`.
  use_window_started_at timestamptz(3),
  use_window_count integer not null default 0,
  -- Since when the uses of its scopes are recorded; null means since its creation.
  observed_since timestamptz(3),
  -- When the next notice of its expiry is due. A trigger plans it.
  expiry_notice_at timestamptz(3),
  -- Null if the limit of the service holds (ADR 0050).
  rate_limit_per_minute integer check (rate_limit_per_minute between 1 and 1000000),
  -- Whether a credential that a workload obtained may give what lasts, although it ends itself (ADR 0093).
  may_give_lasting boolean not null default false,
  primary key (org_id, id),
  check ((previous_secret_hash is null) = (previous_expires_at is null)),
  foreign key (org_id, identity_id) references identities (org_id, id)
) with (fillfactor = 70);
-- Unique over all tenants: a presented secret is looked up before its tenant is known.
create unique index credentials_secret on credentials (secret_hash);
-- Finds a credential by the secret before its rotation.
create unique index credentials_previous_secret on credentials (previous_secret_hash) where previous_secret_hash is not null;
-- The list, newest first.
create index credentials_newest on credentials (org_id, created_at desc, id) where deleted_at is null;
-- Finds credentials whose time is over.
create index credentials_ending on credentials (expires_at) where expires_at is not null and (status in ('ACTIVE', 'SUSPENDED'));
-- Finds grace periods that are over.
create index credentials_grace_ending on credentials (previous_expires_at) where previous_expires_at is not null;
-- Finds the rows that `clean-up` removes.
create index credentials_tombstones on credentials (deleted_at) where deleted_at is not null;
-- The list of unused credentials.
create index credentials_oldest_live on credentials (org_id, created_at, id)
  where deleted_at is null and (status in ('ACTIVE', 'SUSPENDED'));
-- Finds due notices of an expiry.
create index credentials_expiring on credentials (expiry_notice_at) where expiry_notice_at is not null and status = 'ACTIVE';
-- Finds credentials whose notices are not planned yet.
create index credentials_without_notice on credentials (expires_at)
  where expiry_notice_at is null and expires_at is not null and status = 'ACTIVE';
-- Working credentials of an identity. An identity that gets credentials for minutes has thousands of dead ones.
create index credentials_live_of_identity on credentials (org_id, identity_id) where status in ('ACTIVE', 'SUSPENDED');
-- The list of credentials that expire soon.
create index credentials_ending_of_tenant on credentials (org_id, expires_at)
  where deleted_at is null and status = 'ACTIVE' and expires_at is not null;
-- Finds a part of a name. Without a list of pending entries, as on `identities`.
create index credentials_search on credentials using gin (org_id, name gin_trgm_ops) with (fastupdate = off)
  where deleted_at is null;
-- All credentials of an identity. It is partial, so that only statements which name an identity use it: on a table that was never
-- analyzed, the planner would prefer it to the primary key.
create index credentials_of_known_identity on credentials (org_id, identity_id) where identity_id is not null;
-- A search finds a credential by the end of its secret. It begins with these characters: on a table that was never analyzed, the
-- planner would take an index that begins with org_id for other statements.
create index credentials_last_four on credentials (secret_last4, org_id) where deleted_at is null;
-- Finds a part of a name that is folded to another text than its lower case. Nearly all rows are in `credentials_search` only.
create index credentials_search_respelled on credentials using gin (org_id, folded(name) gin_trgm_ops)
  where folded(name) <> lower(name);

-- Count the credentials that work.
create trigger credentials_count_new after insert on credentials
  for each row when (new.status in ('ACTIVE', 'SUSPENDED')) execute function count_for_quota('credentials', '1');
create trigger credentials_count_back after update of status on credentials
  for each row when ((new.status in ('ACTIVE', 'SUSPENDED')) and not (old.status in ('ACTIVE', 'SUSPENDED')))
  execute function count_for_quota('credentials', '1');
create trigger credentials_count_ended after update of status on credentials
  for each row when ((old.status in ('ACTIVE', 'SUSPENDED')) and not (new.status in ('ACTIVE', 'SUSPENDED')))
  execute function count_for_quota('credentials', '-1');
create trigger credentials_count_gone after delete on credentials
  for each row when (old.status in ('ACTIVE', 'SUSPENDED')) execute function count_for_quota('credentials', '-1');

-- Plan the notice 30, 14, 7 days and 1 day before an expiry. A trigger does it, because more than one family of operations sets
-- an expiry. It adds hours, because a day of a time zone sometimes has 23.
create function next_expiry_notice(expires timestamptz, since timestamptz) returns timestamptz language sql immutable as $body$
  select min(expires - days * interval '24 hours') from unnest(array[30, 14, 7, 1]) as days
   where expires - days * interval '24 hours' > since
$body$;
create function plan_expiry_notice() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    new.expiry_notice_at := next_expiry_notice(new.expires_at, new.created_at);
  elsif new.expires_at is distinct from old.expires_at then
    new.expiry_notice_at := next_expiry_notice(new.expires_at, now());
  end if;
  return new;
end $body$;
create trigger credentials_expiry_notice before insert or update of expires_at on credentials
  for each row execute function plan_expiry_notice();

-- The hash of a secret that a rotation has replaced, so that a verification can say so. It is looked up only if no credential has
-- the secret. In its grace period, a secret also stands in `credentials`. A trigger writes it, and `clean-up` removes it after 90
-- days.
create table retired_secrets (
  org_id text collate "C" not null,
  secret_hash bytea not null,
  credential_id text collate "C" not null,
  retired_at timestamptz(3) not null default now(),
  primary key (org_id, secret_hash),
  foreign key (org_id, credential_id) references credentials (org_id, id) on delete cascade
);
-- Finds the rows that go with a credential.
create index retired_secrets_of_credential on retired_secrets (org_id, credential_id);
-- Finds the rows that `clean-up` removes.
create index retired_secrets_due on retired_secrets (retired_at);

-- Keeps the hash of a replaced secret.
create function retire_secret() returns trigger language plpgsql as $body$
begin
  insert into retired_secrets (org_id, secret_hash, credential_id) values (old.org_id, old.secret_hash, old.id)
  on conflict do nothing;
  return null;
end $body$;
create trigger credentials_retire_secret after update of secret_hash on credentials
  for each row when (old.secret_hash is distinct from new.secret_hash) execute function retire_secret();

-- How many credentials of a tenant are in a part, so that a list does not count them for each page (ADR 0089). A task adds the
-- rows of `credential_changes` (`src/credentials/sql/counts.ts`).
create table credential_counts (
  org_id text collate "C" not null,
  part text collate "C" not null check (part in ('ALL', 'ENDS', 'DAY')),
  at timestamptz(3) not null,
  status text collate "C" not null,
  count bigint not null,
  primary key (org_id, part, at, status)
);

-- A change of a count. Writers only add rows, so no request waits for a count. The task that adds them to `credential_counts`
-- removes them.
create table credential_changes (
  org_id text collate "C" not null,
  part text collate "C" not null,
  at timestamptz(3) not null,
  status text collate "C" not null,
  change bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
-- Finds the changes of a tenant.
create index credential_changes_of_tenant on credential_changes (org_id);

-- Returns the counts that a credential is in. `ALL`: by its status. `ENDS`: those that end at its time. `DAY`: the active ones
-- that end on its day. So a number that depends on the clock is a sum of whole days and of single times.
create function credential_parts(status text, expires_at timestamptz, deleted_at timestamptz)
returns table (part text, at timestamptz, status_of text) language sql stable as $body$
  select 'ALL', '-infinity'::timestamptz, $1 where $1 is not null and $3 is null
  union all
  select 'ENDS', $2, $1 where $2 is not null and $3 is null and $1 in ('ACTIVE', 'SUSPENDED')
  union all
  select 'DAY', date_trunc('day', $2, 'UTC'), $1 where $2 is not null and $3 is null and $1 = 'ACTIVE'
$body$;

-- Writes down each change of a count. The conditions of the triggers are judged before the call, and a use changes none of their
-- columns.
create function count_credential() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    insert into credential_changes (org_id, part, at, status, change)
    select new.org_id, p.part, p.at, p.status_of, 1 from credential_parts(new.status, new.expires_at, new.deleted_at) as p;
  else
    insert into credential_changes (org_id, part, at, status, change)
    select old.org_id, p.part, p.at, p.status_of, sum(p.change)
      from (select o.*, -1 as change from credential_parts(old.status, old.expires_at, old.deleted_at) as o
            union all
            select n.*, 1 from credential_parts(new.status, new.expires_at, new.deleted_at) as n) as p
     group by p.part, p.at, p.status_of having sum(p.change) <> 0;
  end if;
  return null;
end $body$;
create trigger credentials_tally_new after insert on credentials
  for each row execute function count_credential();
create trigger credentials_tally_change after update of status, expires_at, deleted_at on credentials
  for each row when (old.status <> new.status or old.expires_at is distinct from new.expires_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function count_credential();
create trigger credentials_tally_gone after delete on credentials
  for each row when (old.deleted_at is null) execute function count_credential();

-- A secret that waits for its wrap token. Only the token opens `sealed`, and the table has only its hash. An operation that
-- issues a secret writes it. `sealed` is null after the secret was given out or its time is over (`forget-wrapped-secrets`). The
-- row stays, so that a later use of the token is recognized.
create table wrapped_secrets (
  org_id text collate "C" not null references tenants (id),
  token_hash bytea not null,
  operation text not null,
  resource_type text not null,
  resource_id text collate "C" not null,
  sealed bytea,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (org_id, token_hash)
);
-- Finds the rows that `clean-up` looks at.
create index wrapped_secrets_due on wrapped_secrets (expires_at);
-- Finds secrets whose time is over, without the opened ones.
create index wrapped_secrets_sealed on wrapped_secrets (expires_at) where sealed is not null;
-- Finds a token before its tenant is known. The tenant is in the key because Citus needs it (docs/scaling.md).
create unique index wrapped_secrets_token_hash on wrapped_secrets (token_hash, org_id);

-- The token of another issuer that was exchanged for a credential, so that it is exchanged once. `clean-up` removes it an hour
-- after its end.
create table exchanged_tokens (
  org_id text collate "C" not null references tenants (id),
  -- The SHA-256 of what was signed, without the signature: one token can have several signatures.
  token_hash bytea not null,
  ends_at timestamptz(3) not null,
  primary key (org_id, token_hash)
);
-- Finds the rows that `clean-up` removes.
create index exchanged_tokens_ended on exchanged_tokens (ends_at);

-- Uses of a credential from one address, written by the statement that lets a caller in or verifies a secret. `roll-up-usage`
-- adds them to `usage_days`, and `clean-up` drops old weeks.
create table usage_facts (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  source text not null check (source in ('VERIFY', 'API')),
  address text collate "C",
  uses integer not null
) partition by range (at);
insert into partition_plans values ('usage_facts', 'week', '90 days', 'fillfactor = 100');
-- The last uses of a credential.
create index usage_facts_of_credential on usage_facts (org_id, credential_id, at);
-- Finds the facts of some minutes for the roll-up and for the detectors. It keeps a range for every 32 pages, so a use writes no
-- index entry.
create index usage_facts_by_time on usage_facts using brin (at) with (pages_per_range = 32, autosummarize = on);

-- Refused uses of a credential from one address. Each node writes them once a second (`src/credentials/failed-uses.ts`), and
-- `clean-up` removes them after 7 days.
create table failure_facts (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  at timestamptz(3) not null default now(),
  code text collate "C" not null,
  address text collate "C",
  failures integer not null
);
-- The refused uses of a credential.
create index failure_facts_of_credential on failure_facts (org_id, credential_id, at);
-- Finds the facts of some minutes for the detectors.
create index failure_facts_by_time on failure_facts (at);

-- The uses of a scope by a credential. Each node writes them once a second. `clean-up` removes them after 400 days, and with
-- their credential. There is no foreign key: it would lock the row of the credential, and one statement writes the uses of many
-- callers (ADR 0009). Each row changes often, and no index with it (HOT).
create table scope_uses (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  scope text collate "C" not null,
  first_used_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  uses bigint not null,
  primary key (org_id, credential_id, scope)
) with (fillfactor = 50);

-- The verifications of a tenant by day and code. `roll-up-usage` adds the valid ones, and each node writes the others once a
-- second. `clean-up` removes a row after 30 days. It is counted in the row: no index has the count, and the pages keep room
-- (HOT).
create table verification_days (
  org_id text collate "C" not null,
  day date not null,
  code text collate "C" not null,
  verifications bigint not null,
  primary key (org_id, day, code)
) with (fillfactor = 50);
-- Finds the rows that `clean-up` removes.
create index verification_days_by_age on verification_days (day);

-- The refusals of a credential by day and code. Each node writes them once a second, and `clean-up` removes them after 30 days.
create table refusal_days (
  org_id text collate "C" not null,
  credential_id text collate "C" not null,
  day date not null,
  code text collate "C" not null,
  refusals bigint not null,
  primary key (org_id, credential_id, day, code)
) with (fillfactor = 70);
-- The newest refusals of a tenant.
create index refusal_days_newest on refusal_days (org_id, day desc, credential_id);
-- Finds the rows that `clean-up` removes.
create index refusal_days_by_age on refusal_days (day);
