import { Migration } from '@mikro-orm/migrations';

/**
 * If the user or group that has a name goes or gets another name, the oldest double takes the key (docs/decisions/0098). Triggers do it, so
 * nodes of the release before do it, too. The trigger of user names follows in 0104, because a migration locks one table.
 */
export class Migration0103OldestDoubles extends Migration {
  override up(): void {
    this.addSql(namesOfUsers);
    this.addSql(namesOfGroups);
  }
}

// Each index of names is asked apart, in its own collation: `old.name` has the order of code points. This runs after the change, so the user
// who loses the name does not have it any more. The lock waits for a transaction that renames or deletes the double, and returns the row
// as that transaction left it. The row is found by its id alone: for `released_at is null`, Postgres may read an index of all users.
const namesOfUsers = `
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
end $body$;`;

// One statement may give the name to another group. Then there is a group with the key already.
const namesOfGroups = `
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
create trigger groups_name_gone after delete on groups for each row
  when (not old.is_double)
  execute function hand_on_group_name();
create trigger groups_name_changed after update of name on groups for each row
  when (not old.is_double and name_key(old.name) <> name_key(new.name))
  execute function hand_on_group_name();`;
