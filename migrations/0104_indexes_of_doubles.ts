import { ConcurrentMigration } from './concurrently.ts';

/**
 * The trigger of the user names and addresses of 0103, and the index of its groups. The names that lost their user or group before these
 * triggers go to the oldest double. All transactions that took such a name away without the triggers have ended by then.
 */
export class Migration0104IndexesOfDoubles extends ConcurrentMigration {
  override up(): void {
    this.addSql(following);
    this.createIndex('groups_doubles', 'on groups (org_id, name_key(name), created_at, id) where is_double');
    this.addSql(groupsWithoutKey);
    this.addSql(namesWithoutUser);
  }
}

const following = `
create or replace trigger sign_in_names_gone after delete on sign_in_names for each row
  execute function hand_on_sign_in_name();`;

export const groupsWithoutKey = `
update groups g set is_double = false
 where g.is_double
   and not exists (select from groups o
                    where o.org_id = g.org_id and name_key(o.name) = name_key(g.name)
                      and (not o.is_double or (o.created_at, o.id) < (g.created_at, g.id)));`;

export const namesWithoutUser = `
insert into sign_in_names (org_id, name, user_id)
select u.org_id, n.name, u.id
  from users u,
       lateral (values (lower(u.username)), (lower(u.email)), (sign_in_key(u.username)), (sign_in_key(u.email))) as n (name)
 where u.released_at is null and n.name is not null
   and not exists (select from sign_in_names s where s.org_id = u.org_id and s.name = n.name)
 order by u.org_id, n.name, u.created_at, u.id
on conflict do nothing;`;
