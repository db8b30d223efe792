import { Migration } from '@mikro-orm/migrations';

/** The triggers of a new user do less if there is nothing to do, or if no name is taken. Their results are the same. */
export class Migration0086TriggersOfNewUsers extends Migration {
  override up(): void {
    this.addSql(names);
    this.addSql(values);
    this.addSql(addresses);
  }
}

// A new user has one name or two, and no other user has them. Two rows are written in the order of the names, as in the loop. The loop
// runs for a new user only if a name is taken. It finds the name that was written before as the user's own.
const names = `
create or replace function keep_sign_in_names() returns trigger language plpgsql as $body$
declare
  wanted record;
  holder text;
  first text collate "C";
  second text collate "C";
begin
  if tg_op = 'UPDATE' then
    delete from sign_in_names s
     where s.org_id = new.org_id and s.user_id = new.id
       and (new.released_at is not null or s.name <> lower(new.username) and s.name is distinct from lower(new.email));
  end if;
  if new.released_at is not null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    first := lower(new.username);
    second := lower(new.email);
    if second < first then
      first := second;
      second := lower(new.username);
    end if;
    insert into sign_in_names (org_id, name, user_id) values (new.org_id, first, new.id) on conflict do nothing;
    if found then
      if second is null or second = first then
        return null;
      end if;
      insert into sign_in_names (org_id, name, user_id) values (new.org_id, second, new.id) on conflict do nothing;
      if found then
        return null;
      end if;
    end if;
  end if;
  for wanted in
    select n.name, min(n.kind) as kind
      from (values ('users_username', lower(new.username)), ('users_email', lower(new.email))) as n (kind, name)
     where n.name is not null
       and (tg_op = 'INSERT' or old.released_at is not null
            or n.kind = 'users_username' and n.name is distinct from lower(old.username)
            or n.kind = 'users_email' and n.name is distinct from lower(old.email))
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
end $body$;`;

// A statement that may insert rows takes longer to begin than one that reads. A creation over SCIM has written all values before. With
// `offset 0`, each value is read by its key. No other transaction writes values of a user that it cannot see.
const values = `
create or replace function lead_new_users() returns trigger language plpgsql as $body$
begin
  if exists (select from inserted u,
                    lateral (values ('emails', u.email), ('phoneNumbers', u.phone_number), ('photos', u.picture))
                      as m (attribute, value)
              where m.value is not null
                and not exists (select from user_values v
                                 where v.org_id = u.org_id and v.user_id = u.id and v.attribute = m.attribute and v.place = 0
                                offset 0))
  then
    insert into user_values (org_id, user_id, attribute, place, leads, data)
    select u.org_id, u.id, m.attribute, 0, true, jsonb_build_object('value', m.value, 'primary', true)
      from inserted u,
           lateral (values ('emails', u.email), ('phoneNumbers', u.phone_number), ('photos', u.picture))
             as m (attribute, value)
     where m.value is not null
    on conflict do nothing;
  end if;
  return null;
end $body$;`;

const addresses = `
create or replace function lead_new_addresses() returns trigger language plpgsql as $body$
begin
  if exists (select from inserted u where u.address is not null) then
    insert into user_values (org_id, user_id, attribute, place, leads, data)
    select u.org_id, u.id, 'addresses', 0, true, u.address || '{"primary": true}' from inserted u
     where u.address is not null
    on conflict do nothing;
  end if;
  return null;
end $body$;`;
