import { Migration } from '@mikro-orm/migrations';

/** Webhooks, what is owed to them, and the fan-out that owes it. */
export class Migration0005Webhooks extends Migration {
  override up(): void {
    this.addSql(webhooks);
    this.addSql(storage);
    this.addSql(deliveries);
    this.addSql(identifiers);
    this.addSql(fanOut);
    this.addSql(eventsByTime);
  }
}

// Every delivery counts in the row of its webhook: none of the counters is indexed and the pages keep room, so that
// such an update touches one page and no index (HOT). webhooks_of_uses is asked by every verification, and mostly empty.
// Both secrets are sealed by src/platform/vault.ts.
const webhooks = `
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
  primary key (org_id, id),
  check ((previous_secret is null) = (previous_secret_expires_at is null))
) with (fillfactor = 70);
create index webhooks_newest on webhooks (org_id, created_at desc, id);
create index webhooks_of_uses on webhooks (org_id) where status <> 'DISABLED' and events && array['credential.used', '*'];`;

// As in 0001_kernel.ts, but for the storage parameters, which a table does not inherit. Each delivery is updated when it is
// claimed, which in half-filled pages writes no index, and when it is sent, after which it leaves two indexes: a claim
// reads over what it left there until autovacuum comes, and that would else wait for a fifth of a million rows. And in UTC:
// a month that is added in a session's own time zone ends an hour off where summer time begins or ends.
const storage = `
alter table partition_plans add column storage text not null default 'fillfactor = 100';
create or replace function maintain_partitions() returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $body$
declare
  plan partition_plans;
  step interval;
  starts timestamptz;
  child text;
begin
  perform pg_advisory_xact_lock(hashtext('keyward.maintain_partitions'));
  for plan in select * from partition_plans order by parent loop
    step := ('1 ' || plan.unit)::interval;
    -- far enough that weeks in which no worker runs do no harm
    for ahead in 0..(case plan.unit when 'week' then 12 else 3 end) loop
      starts := date_trunc(plan.unit, now(), 'UTC') + ahead * step;
      child := plan.parent || to_char(starts at time zone 'UTC', '_YYYYMMDD');
      if to_regclass(child) is null then
        execute format('create table %I (like %I including all) with (%s)', child, plan.parent, plan.storage);
        -- attaching blocks no reader or writer of the parent; "create … partition of" would
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          plan.parent, child, starts, starts + step);
      end if;
    end loop;
    for child in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = plan.parent::regclass order by 1
    loop
      if to_date(right(child, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' + step < now() - plan.keep then
        execute format('drop table %I', child);
      end if;
    end loop;
  end loop;
end $body$;`;

// What is sent is the event's own row, found by (org_id, event_id, event_at). position is the order in which the
// deliveries of one resource are owed: the time of two events of one transaction is the same.
// An attempt stands in the partition of its delivery: created_at is the delivery's, at is the attempt's own.
// - deliveries_due: what is to be sent now, webhook by webhook, so that the queue of one is never in the way of another;
//   "is not null", which is always so, keeps it from those who ask for a resource and would read a whole queue
// - deliveries_open: the oldest of a resource, and all that ends with its webhook
// - deliveries_newest: the list of a webhook; "position > 0", which is always so, keeps it from those who look deliveries up by
//   their ids and, planning while the table was empty, would read a whole tenant by it
// - deliveries_dead: its dead letters
// A delivery may be held for 30 days, tried for 15 hours, and lie among the dead letters for 30 days.
const deliveries = `
create sequence delivery_position;
create table deliveries (
  org_id text collate "C" not null,
  id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  position bigint not null default nextval('delivery_position'),
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  event_at timestamptz(3) not null,
  resource_id text collate "C",
  status text not null
    check (status in ('PENDING', 'RETRYING', 'SUCCESS', 'FAILED', 'CANCELLED')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) default now(),
  claimed_until timestamptz(3),
  replay_of text collate "C",
  dead_letter_id text collate "C",
  dead_lettered_at timestamptz(3),
  primary key (org_id, id, created_at),
  check ((dead_letter_id is null) = (dead_lettered_at is null))
) partition by range (created_at);
create index deliveries_due on deliveries (org_id, webhook_id, next_attempt_at, position)
  where status in ('PENDING', 'RETRYING') and next_attempt_at is not null;
create index deliveries_open on deliveries (org_id, webhook_id, resource_id, position)
  where status in ('PENDING', 'RETRYING');
create index deliveries_newest on deliveries (org_id, webhook_id, created_at desc, position desc) where position > 0;
create index deliveries_dead on deliveries (org_id, webhook_id, dead_lettered_at desc, dead_letter_id)
  where dead_letter_id is not null;

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

insert into partition_plans values
  ('deliveries', 'week', '62 days',
   'fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000'),
  ('delivery_attempts', 'week', '62 days', default);
update partition_plans set keep = '62 days' where parent = 'events';
select maintain_partitions();`;

// As src/lib/id.ts makes them: a UUIDv7 as 26 Crockford digits. gen_random_uuid gives 10 bytes that need only
// another version.
const identifiers = `
create function new_id(prefix text) returns text language sql volatile as $body$
  select prefix || '_' || string_agg(
           substr('0123456789abcdefghjkmnpqrstvwxyz', substring(made.bits from 1 + 5 * place for 5)::int + 1, 1), ''
           order by place)
    from (select b'00' || ('x' || lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
                 || '7' || right(replace(gen_random_uuid()::text, '-', ''), 19))::bit(128) as bits) as made,
         generate_series(0, 25) as place
$body$;`;

// Whoever inserts events, hand-written statements too, owes them to the webhooks in the same transaction.
// It waits for nothing, also not for a change of the webhook at the same time: verifications insert events, too. A pause
// changes no delivery, and what is owed too late to one that was disabled or deleted is ended by settle-deliveries.ts.
// Who notifies commits alone, one transaction of the database after the other: at 16 committers that made six of seven
// wait. So one at a time does it for all; deliverer.ts looks once more after it for what was committed a little later.
const fanOut = `
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
  for each statement execute function owe_deliveries();`;

// One index for both: recovery asks for the events of a time, deliveries for one event by all three columns. With the time
// last, or two indexes, Postgres may look through every event of the same transaction for the one.
const eventsByTime = `
alter table events drop constraint events_pkey;
alter table events add primary key (org_id, created_at, id);`;
