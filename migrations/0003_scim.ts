import { Migration } from '@mikro-orm/migrations';

/** What SCIM keeps of people beside the columns of the directory, how it finds them, and the log of what it did. */
export class Migration0003Scim extends Migration {
  override up(): void {
    this.addSql(users);
    this.addSql(userValues);
    this.addSql(mirrors);
    this.addSql(existing);
    this.addSql(groups);
    this.addSql(provisioningLog);
  }
}

// SCIM compares names without case (RFC 7643 section 2.2) and orders them: equality, "starts with", ranges, sorting
// and pages behind a cursor are all one walk along (value, id). Collation "C" is what lets LIKE use an index, and an
// order that no upgrade of a locale changes. externalId and ids keep their case. Released people are hidden.
// - users_scim_present: pages without a sort, and how many there are, without touching the table
// - users_scim_username, _external_id, _employee_number: what directories match people by
// - users_scim_display_name, _last_name, _first_name: filters and sorting by names
// - users_scim_changed: whoever asks what changed since the last time; meta.created goes through users_newest
// Contains and "ends with" of names go through users_search.
const users = `
alter table users add column scim jsonb not null default '{}';
create index users_scim_present on users (org_id, id) where released_at is null;
create index users_scim_username on users (org_id, (lower(username) collate "C"), id) where released_at is null;
create index users_scim_external_id on users (org_id, (external_id collate "C"), id) where released_at is null;
create index users_scim_employee_number on users (org_id, (lower(employee_number) collate "C"), id)
  where released_at is null;
create index users_scim_display_name on users (org_id, (lower(display_name) collate "C"), id)
  where released_at is null;
create index users_scim_last_name on users (org_id, (lower(last_name) collate "C"), id) where released_at is null;
create index users_scim_first_name on users (org_id, (lower(first_name) collate "C"), id) where released_at is null;
create index users_scim_changed on users (org_id, updated_at, id) where released_at is null;`;

// One row for each value of a multi-valued attribute. The value stands in a column of its own for its index alone,
// which must not hold all of it: a certificate is longer than an entry of an index may be.
const userValues = `
create table user_values (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  attribute text collate "C" not null,
  place integer not null,
  leads boolean not null default false,
  data jsonb not null,
  value text generated always as (
    case jsonb_typeof(data) when 'object' then data ->> 'value' else data #>> '{}' end) stored,
  primary key (org_id, user_id, attribute, place),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- Finds people by an e-mail address or a part of its start, in any case.
create index user_values_value on user_values (org_id, attribute, (left(lower(value), 256) collate "C"), user_id);`;

// email, phone_number and picture of a person are the leading values of emails, phoneNumbers and photos. Whoever
// writes such a column, SCIM sees it: the leading row follows. SCIM itself replaces all rows of an attribute after it
// has written the column.
const mirrors = `
create function lead_new_users() returns trigger language plpgsql as $body$
begin
  insert into user_values (org_id, user_id, attribute, place, leads, data)
  select u.org_id, u.id, m.attribute, 0, true, jsonb_build_object('value', m.value, 'primary', true)
    from inserted u,
         lateral (values ('emails', u.email), ('phoneNumbers', u.phone_number), ('photos', u.picture))
           as m (attribute, value)
   where m.value is not null;
  return null;
end $body$;
create trigger users_lead_values after insert on users referencing new table as inserted
  for each statement execute function lead_new_users();

create function lead_changed_user() returns trigger language plpgsql as $body$
declare
  changed record;
begin
  for changed in
    select m.attribute, m.value
      from (values ('emails', old.email, new.email), ('phoneNumbers', old.phone_number, new.phone_number),
                   ('photos', old.picture, new.picture)) as m (attribute, was, value)
     where m.was is distinct from m.value
  loop
    -- The old leading value, or another row that has the new one: it must not be there twice.
    delete from user_values v
     where v.org_id = new.org_id and v.user_id = new.id and v.attribute = changed.attribute
       and (changed.value is null and v.leads or not v.leads and lower(v.value) = lower(changed.value));
    continue when changed.value is null;
    update user_values v
       set data = (v.data - 'display') || jsonb_build_object('value', changed.value)
     where v.org_id = new.org_id and v.user_id = new.id and v.attribute = changed.attribute and v.leads;
    continue when found;
    insert into user_values (org_id, user_id, attribute, place, leads, data)
    select new.org_id, new.id, changed.attribute, coalesce(max(v.place) + 1, 0), true,
           jsonb_build_object('value', changed.value, 'primary', true)
      from user_values v
     where v.org_id = new.org_id and v.user_id = new.id and v.attribute = changed.attribute;
  end loop;
  return null;
end $body$;
create trigger users_follow_values after update of email, phone_number, picture on users for each row
  when (old.email is distinct from new.email or old.phone_number is distinct from new.phone_number
        or old.picture is distinct from new.picture)
  execute function lead_changed_user();`;

const existing = `
insert into user_values (org_id, user_id, attribute, place, leads, data)
select u.org_id, u.id, m.attribute, 0, true, jsonb_build_object('value', m.value, 'primary', true)
  from users u,
       lateral (values ('emails', u.email), ('phoneNumbers', u.phone_number), ('photos', u.picture))
         as m (attribute, value)
 where m.value is not null;`;

// Directories give groups longer names than the API takes. There are few groups, so that only what directories match
// them by is indexed.
const groups = `
alter table groups alter column name type varchar(256);
create index groups_scim_name on groups (org_id, (lower(name) collate "C"), id);
create index groups_scim_external_id on groups (org_id, (external_id collate "C"), id);`;

// What SCIM asked for and what came of it, for whoever sets a connection up. asked and changes hold names and
// values: they are erased with the person.
// - provisioning_log_newest: the log of a token, the newest first
// - provisioning_log_of_target, _of_external_id: what must be erased with a person, refused requests among it
const provisioningLog = `
create table provisioning_log (
  org_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null default now(),
  token_id text collate "C" not null,
  operation text collate "C" not null,
  method text collate "C" not null,
  target_type text collate "C" check (target_type in ('User', 'Group')),
  target_id text collate "C",
  external_id varchar(256),
  status integer not null,
  code text collate "C",
  detail varchar(1000),
  asked jsonb not null default '[]',
  changes jsonb not null default '[]',
  ignored text[] not null default '{}',
  dry_run boolean not null default false,
  request_id text collate "C",
  primary key (org_id, id, at)
) partition by range (at);
create index provisioning_log_newest on provisioning_log (org_id, token_id, at desc, id desc);
create index provisioning_log_of_target on provisioning_log (org_id, target_id) where target_id is not null;
create index provisioning_log_of_external_id on provisioning_log (org_id, external_id)
  where target_id is null and external_id is not null;
insert into partition_plans values ('provisioning_log', 'week', '30 days');`;
