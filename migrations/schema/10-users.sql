-- Room `users`, first part: the directory (src/users/README.md, docs/directory.md).

-- A user, and the hash of the password. Callers, directories over SCIM, sign-ins and registrations write it. A deletion removes
-- it. A SCIM `DELETE` releases a user: the row stays, it is hidden from SCIM, and its names are free again.
-- The indexes `users_scim_…` are one walk along (value, id): equality, "starts with", ranges, sorting, and pages behind a cursor.
-- With the collation "C", `like` can use them, and no upgrade of a locale changes their order. Names are compared without case
-- (RFC 7643 section 2.2). Released users are hidden.
-- The indexes `users_respelled_…` have only names whose key is another text than their lower case, which are few. The indexes of
-- the lower case find all others (ADR 0098).
create table users (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  status text not null check (status in ('INVITED', 'ACTIVE', 'SUSPENDED', 'DEPROVISIONED')),
  email varchar(254),
  email_verified boolean not null default false,
  username varchar(256) not null,
  first_name varchar(256),
  last_name varchar(256),
  display_name varchar(256),
  nickname varchar(256),
  title varchar(256),
  department varchar(256),
  division varchar(256),
  organization varchar(256),
  cost_center varchar(256),
  employee_number varchar(256),
  manager_id text collate "C",
  phone_number varchar(256),
  locale varchar(256),
  timezone varchar(256),
  picture varchar(256),
  external_id varchar(256),
  attributes jsonb not null default '{}',
  roles text[] not null default '{MEMBER}',
  password_hash text,
  previous_password_hashes text[] not null default '{}',
  password_changed_at timestamptz(3),
  source text not null default 'LOCAL' check (source in ('LOCAL', 'SCIM', 'FEDERATION', 'IMPORT')),
  source_connection_id text collate "C",
  expires_at timestamptz(3),
  invited_at timestamptz(3),
  activated_at timestamptz(3),
  last_login_at timestamptz(3),
  deprovisioned_at timestamptz(3),
  released_at timestamptz(3),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The separator keeps a search from matching over the end of one name into the next.
  search_text text generated always as (lower(
    coalesce(email, '') || E'\n' || username || E'\n' || coalesce(first_name, '') || E'\n' ||
    coalesce(last_name, '') || E'\n' || coalesce(display_name, ''))) stored,
  -- Attributes that a directory has sent and that have no column.
  scim jsonb not null default '{}',
  middle_name varchar(256),
  birthdate varchar(10),
  gender varchar(256),
  website varchar(1024),
  profile_url varchar(1024),
  address jsonb,
  phone_number_verified boolean not null default false,
  -- When the address was proved. A first link with an identity provider removes ways to sign in that are older.
  email_verified_at timestamptz(3),
  -- How it was proved (ADR 0094): `BY_MAIL`, `BY_ISSUER` with the id of the provider, or `BY_ADMIN`. Null in rows of earlier
  -- releases.
  email_proof text,
  email_proved_by text collate "C",
  primary key (org_id, id),
  check (not phone_number_verified or phone_number is not null)
);
-- A tenant has an address once.
create unique index users_email on users (org_id, lower(email)) where released_at is null;
-- A tenant has a user name once.
create unique index users_username on users (org_id, lower(username)) where released_at is null;
-- The list, newest first. SCIM also pages by the time of creation with it.
create index users_newest on users (org_id, created_at desc, id);
-- The list by status.
create index users_with_status on users (org_id, status, created_at desc, id);
-- Finds a part of a name. Without a list of pending entries, which every search would read until the next vacuum.
create index users_search on users using gin (org_id, search_text gin_trgm_ops) with (fastupdate = off);
-- Finds users whose time is over.
create index users_ending on users (expires_at) where expires_at is not null and status <> 'DEPROVISIONED';
-- Pages without a sort, and their count, without reading the table.
create index users_scim_present on users (org_id, id) where released_at is null;
-- Directories match users by their user names.
create index users_scim_username on users (org_id, lower(username) collate "C", id) where released_at is null;
-- Directories match users by their own ids, which keep their case.
create index users_scim_external_id on users (org_id, external_id collate "C", id) where released_at is null;
-- Directories match users by this number.
create index users_scim_employee_number on users (org_id, lower(employee_number) collate "C", id) where released_at is null;
-- Filters and sorting by display names.
create index users_scim_display_name on users (org_id, lower(display_name) collate "C", id) where released_at is null;
-- Filters and sorting by last names.
create index users_scim_last_name on users (org_id, lower(last_name) collate "C", id) where released_at is null;
-- Filters and sorting by first names.
create index users_scim_first_name on users (org_id, lower(first_name) collate "C", id) where released_at is null;
-- SCIM asks what has changed since a time.
create index users_scim_changed on users (org_id, updated_at, id) where released_at is null;
-- Finds another owner of a tenant.
create index users_owners on users (org_id, id) where 'OWNER' = any (roles);
-- The few users whose roles carry rights, in the order of lists. A change of a connection asks which of them are linked with it.
create index users_with_role on users (org_id, created_at desc, id) where roles <> '{MEMBER}';
create index users_respelled_username on users (org_id, sign_in_key(username) collate "C")
  where released_at is null and sign_in_key(username) <> lower(username);
create index users_respelled_email on users (org_id, sign_in_key(email) collate "C")
  where released_at is null and sign_in_key(email) <> lower(email);
create index users_respelled_employee_number on users (org_id, name_key(employee_number) collate "C")
  where released_at is null and name_key(employee_number) <> lower(employee_number);
create index users_respelled_display_name on users (org_id, name_key(display_name) collate "C")
  where released_at is null and name_key(display_name) <> lower(display_name);
create index users_respelled_last_name on users (org_id, name_key(last_name) collate "C")
  where released_at is null and name_key(last_name) <> lower(last_name);
create index users_respelled_first_name on users (org_id, name_key(first_name) collate "C")
  where released_at is null and name_key(first_name) <> lower(first_name);
-- Finds a part of a text that is folded to another text than its lower case. Nearly all rows are in `users_search` only.
create index users_search_respelled on users using gin (org_id, folded(search_text) gin_trgm_ops)
  where folded(search_text) <> lower(search_text);

-- Count the users.
create trigger users_count_new after insert on users
  for each row execute function count_for_quota('users', '1');
create trigger users_count_gone after delete on users
  for each row execute function count_for_quota('users', '-1');

-- A value of an attribute that has many, such as an e-mail address of SCIM. SCIM and triggers of `users` write it.
create table user_values (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  attribute text collate "C" not null,
  place integer not null,
  -- Whether the value is the leading one: `email`, `phone_number`, `picture` and `address` of `users` are leading values.
  leads boolean not null default false,
  data jsonb not null,
  -- The value alone, for the index. The index does not hold all of it: a certificate is longer than an entry may be.
  value text generated always as (
    case jsonb_typeof(data) when 'object' then data ->> 'value' else data #>> '{}' end) stored,
  primary key (org_id, user_id, attribute, place),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- Finds users by an e-mail address or its start, in any case.
create index user_values_value on user_values (org_id, attribute, "left"(lower(value), 256) collate "C", user_id);
-- Finds an address whose key is another text than its lower case.
create index user_values_respelled on user_values (org_id, attribute, sign_in_key(value) collate "C")
  where sign_in_key(value) <> lower(value);

-- The leading values follow the columns of `users`, so SCIM sees every write. A creation over SCIM writes a user and all values
-- by one statement, and the triggers run after it. So they leave rows alone that are there. `on conflict` always reads by the
-- key; a question before the insert read every user of a tenant that was never analyzed.
create function lead_new_users() returns trigger language plpgsql as $body$
      begin
        insert into user_values (org_id, user_id, attribute, place, leads, data)
        select u.org_id, u.id, m.attribute, 0, true, jsonb_build_object('value', m.value, 'primary', true)
          from inserted u,
               lateral (values ('emails', u.email), ('phoneNumbers', u.phone_number), ('photos', u.picture))
                 as m (attribute, value)
         where m.value is not null
        on conflict do nothing;
        return null;
      end $body$;
create trigger users_lead_values after insert on users referencing new table as inserted
  for each statement execute function lead_new_users();

-- Follows a change of a column. SCIM itself replaces all rows of an attribute after it has written the column.
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
create trigger users_follow_values after update of email, phone_number, picture on users
  for each row when (old.email is distinct from new.email or old.phone_number is distinct from new.phone_number
    or old.picture is distinct from new.picture)
  execute function lead_changed_user();

-- The same for postal addresses (ADR 0046).
create function lead_new_addresses() returns trigger language plpgsql as $body$
begin
  if exists (select from inserted u where u.address is not null) then
    insert into user_values (org_id, user_id, attribute, place, leads, data)
    select u.org_id, u.id, 'addresses', 0, true, u.address || '{"primary": true}' from inserted u
     where u.address is not null
    on conflict do nothing;
  end if;
  return null;
end $body$;
create function lead_changed_address() returns trigger language plpgsql as $body$
begin
  if new.address is null then
    delete from user_values v
     where v.org_id = new.org_id and v.user_id = new.id and v.attribute = 'addresses' and v.leads;
    return null;
  end if;
  update user_values v
     set data = (v.data - '{formatted,streetAddress,locality,region,postalCode,country}'::text[]) || new.address
   where v.org_id = new.org_id and v.user_id = new.id and v.attribute = 'addresses' and v.leads;
  if not found then
    insert into user_values (org_id, user_id, attribute, place, leads, data)
    select new.org_id, new.id, 'addresses', coalesce(max(v.place) + 1, 0), true,
           new.address || '{"primary": true}'
      from user_values v
     where v.org_id = new.org_id and v.user_id = new.id and v.attribute = 'addresses';
  end if;
  return null;
end $body$;
create trigger users_lead_addresses after insert on users referencing new table as inserted
  for each statement execute function lead_new_addresses();
create trigger users_follow_addresses after update of address on users
  for each row when (old.address is distinct from new.address) execute function lead_changed_address();

-- Notes when and how an address was proved. A statement that only sets `email_verified` stays right.
create function note_proved_address() returns trigger language plpgsql as $body$
begin
  if not new.email_verified then
    new.email_verified_at := null;
    new.email_proof := null;
    new.email_proved_by := null;
    return new;
  end if;
  new.email_verified_at := now();
  if new.email_proof is null then
    new.email_proof := case when tg_op = 'INSERT' and new.source = 'FEDERATION' then 'BY_ISSUER' else 'BY_MAIL' end;
  end if;
  if new.email_proof <> 'BY_ISSUER' then
    new.email_proved_by := null;
  elsif new.email_proved_by is null then
    new.email_proved_by := new.source_connection_id;
  end if;
  return new;
end
$body$;
create trigger users_prove_address_new before insert on users
  for each row when (new.email_verified) execute function note_proved_address();
create trigger users_prove_address before update of email_verified, email_proof, email_proved_by on users
  for each row when (old.email_verified is distinct from new.email_verified
    or old.email_proof is distinct from new.email_proof or old.email_proved_by is distinct from new.email_proved_by)
  execute function note_proved_address();

-- A name that a user signs in with. User names and e-mail addresses of a tenant are one set of names, and each belongs to one
-- user: a unique index on `users` knows one column only. The spelling and the key of a name are two rows where they differ. A
-- trigger writes and removes it.
create table sign_in_names (
  org_id text collate "C" not null,
  name text collate "C" not null,
  user_id text collate "C" not null,
  primary key (org_id, name),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- Finds the names of a user.
create index sign_in_names_of_user on sign_in_names (org_id, user_id);

-- Writes names in their order, so that two users who exchange theirs never wait for each other. The refusal names the constraint
-- of the column, as the unique indexes on `users` do. An update claims a key only if the name gets another one: two users who had
-- one name before keep their names. A new user mostly has names that are free, so these are inserted before the loop.
create function keep_sign_in_names() returns trigger language plpgsql as $body$
declare
  wanted record;
  holder text;
  first text collate "C" := lower(new.username);
  second text collate "C" := lower(new.email);
  first_key text collate "C" := sign_in_key(new.username);
  second_key text collate "C" := sign_in_key(new.email);
begin
  if tg_op = 'UPDATE' then
    delete from sign_in_names s
     where s.org_id = new.org_id and s.user_id = new.id
       and (new.released_at is not null
            or s.name not in (first, first_key) and coalesce(s.name not in (second, second_key), true));
  end if;
  if new.released_at is not null then
    return null;
  end if;
  if tg_op = 'INSERT' and first = first_key and second is not distinct from second_key then
    insert into sign_in_names (org_id, name, user_id) values (new.org_id, least(first, second), new.id) on conflict do nothing;
    if found then
      if second is null or second = first then
        return null;
      end if;
      insert into sign_in_names (org_id, name, user_id) values (new.org_id, greatest(first, second), new.id) on conflict do nothing;
      if found then
        return null;
      end if;
    end if;
  end if;
  for wanted in
    select n.name, min(n.kind) as kind
      from (values ('users_username', first, lower(old.username)), ('users_email', second, lower(old.email)),
                   ('users_username', first_key, sign_in_key(old.username)), ('users_email', second_key, sign_in_key(old.email)))
             as n (kind, name, before)
     where n.name is not null
       and (tg_op = 'INSERT' or old.released_at is not null or n.name is distinct from n.before)
     group by n.name order by n.name collate "C"
  loop
    insert into sign_in_names (org_id, name, user_id) values (new.org_id, wanted.name, new.id) on conflict do nothing;
    continue when found;
    -- The other transaction has committed by now, so this statement sees its row.
    select s.user_id into holder from sign_in_names s where s.org_id = new.org_id and s.name = wanted.name;
    if holder is distinct from new.id then
      raise exception 'the name belongs to another user' using errcode = 'unique_violation', constraint = wanted.kind;
    end if;
  end loop;
  return null;
end $body$;
create trigger users_sign_in_names_new after insert on users
  for each row execute function keep_sign_in_names();
create trigger users_sign_in_names_changed after update of email, username, released_at on users
  for each row when (old.email is distinct from new.email or old.username is distinct from new.username
    or old.released_at is distinct from new.released_at)
  execute function keep_sign_in_names();

-- If a user goes, or loses a name, the oldest double of that name takes it: another user who has the name and not its row (ADR
-- 0098). Each index of names is asked apart, in its own collation, because `old.name` has the order of code points. It runs after
-- the change, so the user who loses the name does not have it any more. The lock waits for a transaction that renames or deletes
-- the double, and returns the row as that transaction left it. The row is found by its id alone: for `released_at is null`,
-- Postgres may read an index of all users.
create function hand_on_sign_in_name() returns trigger language plpgsql as $body$
declare
  doubles text[];
  oldest text;
  has_name boolean;
begin
  doubles := array(
    select d.id from (
      select u.id, u.created_at from users u
       where u.org_id = old.org_id and u.released_at is null and lower(u.username) = old.name collate "default"
      union all
      select u.id, u.created_at from users u
       where u.org_id = old.org_id and u.released_at is null and lower(u.email) = old.name collate "default"
      union all
      select u.id, u.created_at from users u
       where u.org_id = old.org_id and u.released_at is null
         and sign_in_key(u.username) <> lower(u.username) and sign_in_key(u.username) collate "C" = old.name
      union all
      select u.id, u.created_at from users u
       where u.org_id = old.org_id and u.released_at is null
         and sign_in_key(u.email) <> lower(u.email) and sign_in_key(u.email) collate "C" = old.name
    ) as d order by d.created_at, d.id);
  foreach oldest in array doubles loop
    select u.released_at is null
           and old.name in (lower(u.username), lower(u.email), sign_in_key(u.username), sign_in_key(u.email))
      into has_name
      from users u where u.org_id = old.org_id and u.id = oldest for share;
    if has_name then
      insert into sign_in_names (org_id, name, user_id) values (old.org_id, old.name, oldest) on conflict do nothing;
      exit;
    end if;
  end loop;
  return null;
end $body$;
create trigger sign_in_names_gone after delete on sign_in_names
  for each row execute function hand_on_sign_in_name();

-- The attributes that a tenant has declared for its users. Callers write it.
create table attribute_schemas (
  org_id text collate "C" primary key references tenants (id),
  schema jsonb,
  version integer not null,
  updated_at timestamptz(3) not null,
  updated_by text collate "C"
);
