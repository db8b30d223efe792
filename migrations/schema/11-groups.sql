-- Room `users`, second part: groups (src/users/README.md, docs/directory.md).

-- A group. Callers and directories over SCIM write and delete it.
create table groups (
  org_id text collate "C" not null references tenants (id),
  id text collate "C" not null,
  -- Directories give groups longer names than the API takes.
  name varchar(256) not null,
  description varchar(500),
  external_id varchar(256),
  source text not null default 'LOCAL' check (source in ('LOCAL', 'SCIM', 'FEDERATION', 'IMPORT')),
  scopes text[] not null default '{}',
  -- Counted beside the members, because a group may have 100,000.
  member_count integer not null default 0 check (member_count >= 0),
  version integer not null default 1,
  created_by text collate "C",
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Whether an older group has the same key. Such groups are older than the keys, and `groups_one_name` leaves them out.
  is_double boolean not null default false,
  primary key (org_id, id)
);
-- The list, newest first.
create index groups_newest on groups (org_id, created_at desc, id);
-- A tenant has a name once.
create unique index groups_name on groups (org_id, lower(name));
-- Finds a part of a name.
create index groups_search on groups using gin (org_id, name gin_trgm_ops);
-- Directories match groups by their names. There are few groups, so other attributes are not indexed.
create index groups_scim_name on groups (org_id, lower(name) collate "C", id);
-- Directories match groups by their own ids.
create index groups_scim_external_id on groups (org_id, external_id collate "C", id);
-- Finds a name whose key is another text than its lower case.
create index groups_respelled_name on groups (org_id, name_key(name) collate "C") where name_key(name) <> lower(name);
-- Finds a part of a name that is folded to another text than its lower case. Nearly all rows are in `groups_search` only.
create index groups_search_respelled on groups using gin (org_id, folded(name) gin_trgm_ops) where folded(name) <> lower(name);
-- A tenant has a key once, without doubles.
create unique index groups_one_name on groups (org_id, name_key(name)) where not is_double;
-- Finds the oldest double of a key.
create index groups_doubles on groups (org_id, name_key(name), created_at, id) where is_double;

-- Count the groups.
create trigger groups_count_new after insert on groups
  for each row execute function count_for_quota('groups', '1');
create trigger groups_count_gone after delete on groups
  for each row execute function count_for_quota('groups', '-1');

-- A double that gets another name is a double no longer.
create function judge_double_group() returns trigger language plpgsql as $body$
begin
  new.is_double := false;
  return new;
end $body$;
create trigger groups_renamed before update of name on groups
  for each row when (old.is_double and name_key(old.name) <> name_key(new.name)) execute function judge_double_group();

-- If a group goes, or loses its name, its oldest double takes the key (ADR 0098). One statement may give the name to another
-- group. Then there is a group with the key already.
create function hand_on_group_name() returns trigger language plpgsql as $body$
begin
  update groups g set is_double = false
   where g.org_id = old.org_id
     and g.id = (select d.id from groups d
                  where d.org_id = old.org_id and d.is_double and name_key(d.name) = name_key(old.name)
                  order by d.created_at, d.id limit 1
                    for no key update)
     and not exists (select from groups o
                      where o.org_id = old.org_id and not o.is_double and name_key(o.name) = name_key(old.name));
  return null;
end $body$;
create trigger groups_name_gone after delete on groups
  for each row when (not old.is_double) execute function hand_on_group_name();
create trigger groups_name_changed after update of name on groups
  for each row when (not old.is_double and name_key(old.name) <> name_key(new.name)) execute function hand_on_group_name();

-- A user in a group. Callers, directories, and sign-ins by a connection write and delete it.
create table group_members (
  org_id text collate "C" not null,
  group_id text collate "C" not null,
  user_id text collate "C" not null,
  source text not null default 'LOCAL' check (source in ('LOCAL', 'SCIM', 'FEDERATION', 'IMPORT')),
  added_at timestamptz(3) not null default now(),
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references groups (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
-- Finds the groups of a user.
create index group_members_of_user on group_members (org_id, user_id, group_id);
-- The list of members, newest first.
create index group_members_newest on group_members (org_id, group_id, added_at desc, user_id);
