-- Room `webhooks`: webhooks, and what is owed to them (src/webhooks/README.md, ADR 0036).

-- A webhook. Callers write and delete it. Each delivery counts in it: no index has the counters, and the pages keep room (HOT).
-- The vault seals both secrets.
create table webhooks (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  name varchar(100) not null,
  url varchar(2048) not null,
  events text[] not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DISABLED')),
  ordering text not null default 'NONE' check (ordering in ('NONE', 'PER_RESOURCE')),
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz(3),
  -- Since when every attempt has failed. After 120 hours, the webhook becomes `DISABLED`.
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  total_deliveries bigint not null default 0,
  successful_deliveries bigint not null default 0,
  failed_deliveries bigint not null default 0,
  last_delivery_at timestamptz(3),
  last_delivery_status text check (last_delivery_status in ('SUCCESS', 'FAILED', 'PENDING')),
  test_window_started_at timestamptz(3),
  test_window_count integer not null default 0,
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- When an attempt last succeeded, and how long the last one took.
  last_success_at timestamptz(3),
  last_latency_ms integer,
  primary key (org_id, id),
  check ((previous_secret is null) = (previous_secret_expires_at is null))
) with (fillfactor = 70);
-- The list, newest first.
create index webhooks_newest on webhooks (org_id, created_at desc, id);
-- Each verification asks whether a webhook wants its event. The index is mostly empty.
create index webhooks_of_uses on webhooks (org_id) where status <> 'DISABLED' and events && array['credential.used', '*'];

-- The order in which the deliveries of a resource are owed: two events of one transaction have the same time.
create sequence delivery_position;

-- An event that is owed to a webhook. A trigger of `events` writes it, and the deliverer of a node changes it. `clean-up` ends
-- the deliveries of webhooks that are gone, and drops old weeks. A delivery may be held for 30 days, tried for 15 hours, and lie
-- among the dead letters for 30 days.
-- A claim updates a delivery, which writes no index in a half-filled page. An attempt updates it again, and then it leaves two
-- indexes. Vacuum comes early, because a claim reads over what is left there.
create table deliveries (
  org_id text collate "C" not null,
  id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  position bigint not null default nextval('delivery_position'),
  webhook_id text collate "C" not null,
  -- The deliverer sends the row of the event, which it finds by `(org_id, event_at, event_id)`.
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  event_at timestamptz(3) not null,
  resource_id text collate "C",
  status text not null check (status in ('PENDING', 'RETRYING', 'SUCCESS', 'FAILED', 'CANCELLED')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) default now(),
  claimed_until timestamptz(3),
  replay_of text collate "C",
  dead_letter_id text collate "C",
  dead_lettered_at timestamptz(3),
  primary key (org_id, id, created_at),
  check ((dead_letter_id is null) = (dead_lettered_at is null))
) partition by range (created_at);
insert into partition_plans values ('deliveries', 'week', '62 days',
  'fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000');
-- The deliveries to send now, webhook by webhook, so that no queue is in the way of another. `is not null` is always true there.
-- It keeps the index from statements that ask for a resource, which would read a whole queue.
create index deliveries_due on deliveries (org_id, webhook_id, next_attempt_at, position)
  where (status in ('PENDING', 'RETRYING')) and next_attempt_at is not null;
-- The oldest open delivery of a resource, and all that end with their webhook.
create index deliveries_open on deliveries (org_id, webhook_id, resource_id, position) where status in ('PENDING', 'RETRYING');
-- The list of a webhook. `position > 0` is always true. It keeps the index from statements that find deliveries by their ids: a
-- plan that was made while the table was empty would read a whole tenant.
create index deliveries_newest on deliveries (org_id, webhook_id, created_at desc, position desc) where position > 0;
-- The dead letters of a webhook.
create index deliveries_dead on deliveries (org_id, webhook_id, dead_lettered_at desc, dead_letter_id)
  where dead_letter_id is not null;
-- Finds the webhooks with a due delivery without a step for each queue that waits.
create index deliveries_next on deliveries (next_attempt_at)
  where (status in ('PENDING', 'RETRYING')) and next_attempt_at is not null;

-- An attempt of a delivery. The deliverer writes it, and `clean-up` drops old weeks. `created_at` is that of the delivery, so an
-- attempt stands in the partition of its delivery; `at` is its own time.
create table delivery_attempts (
  org_id text collate "C" not null,
  delivery_id text collate "C" not null,
  created_at timestamptz(3) not null,
  attempt integer not null,
  at timestamptz(3) not null default now(),
  response_code integer,
  latency_ms integer,
  error text collate "C",
  response_body text,
  primary key (org_id, delivery_id, attempt, created_at)
) partition by range (created_at);
insert into partition_plans values ('delivery_attempts', 'week', '62 days', 'fillfactor = 100');

-- Owes new events to the webhooks of their tenant, in the transaction of the change. Every statement that inserts events is
-- covered. It waits for no lock, not even of a webhook that changes at the same time, because verifications insert events, too.
-- `clean-up` ends what was owed too late to a webhook that is gone.
-- A transaction that notifies commits alone: at 16 committers, six of seven waited. So one at a time notifies for all, and the
-- deliverer looks again a little later.
create function owe_deliveries() returns trigger language plpgsql as $body$
begin
  if not exists (select from inserted i join webhooks w on w.org_id = i.org_id) then return null; end if;
  -- The transition table has the order of the events, and a join would lose it.
  insert into deliveries
    (org_id, id, webhook_id, event_id, event_type, event_at, resource_id, status)
  select e.org_id, new_id('dlv'), w.id, e.id, e.type, e.created_at,
         coalesce(e.data ->> 'identityId', e.data ->> 'userId', e.data ->> 'groupId'),
         'PENDING'
    from (select i.*, row_number() over () as place from inserted i) as e
    join webhooks w on w.org_id = e.org_id and w.status <> 'DISABLED' and w.events && array[e.type, '*']
   where e.type <> 'webhook.test'
   order by e.place;
  if found and pg_try_advisory_xact_lock(hashtextextended('keyward.notify_deliverer', 0)) then
    perform pg_notify('keyward_deliveries', '');
  end if;
  return null;
end $body$;
create trigger events_owe_deliveries after insert on events referencing new table as inserted
  for each statement execute function owe_deliveries();
