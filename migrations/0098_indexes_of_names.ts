import { ConcurrentMigration } from './concurrently.ts';

/**
 * Indexes of names, mailboxes and texts whose key is another text than their lower case (docs/decisions/0098). Nearly all rows are in none of
 * them: the indexes that there were before find these. All transactions before the indexes have ended when they are built, so the
 * names after them are all names.
 */
export class Migration0098IndexesOfNames extends ConcurrentMigration {
  override up(): void {
    for (const column of ['username', 'email'])
      this.createIndex(
        `users_respelled_${column}`,
        `on users (org_id, (sign_in_key(${column}) collate "C")) where released_at is null and sign_in_key(${column}) <> lower(${column})`,
      );
    for (const column of ['employee_number', 'display_name', 'last_name', 'first_name'])
      this.createIndex(
        `users_respelled_${column}`,
        `on users (org_id, (name_key(${column}) collate "C")) where released_at is null and name_key(${column}) <> lower(${column})`,
      );
    this.createIndex(
      'user_values_respelled',
      'on user_values (org_id, attribute, (sign_in_key(value) collate "C")) where sign_in_key(value) <> lower(value)',
    );
    this.createIndex(
      'groups_respelled_name',
      'on groups (org_id, (name_key(name) collate "C")) where name_key(name) <> lower(name)',
    );
    this.createIndex(
      'mailed_links_respelled',
      'on mailed_links (org_id, (sign_in_key(email) collate "C"), created_at) where sign_in_key(email) <> lower(email)',
    );
    this.createIndex(
      'users_search_respelled',
      'on users using gin (org_id, folded(search_text) gin_trgm_ops) where folded(search_text) <> lower(search_text)',
    );
    for (const table of ['groups', 'identities', 'credentials'])
      this.createIndex(
        `${table}_search_respelled`,
        `on ${table} using gin (org_id, folded(name) gin_trgm_ops) where folded(name) <> lower(name)`,
      );
    this.addSql(doubleGroups);
    this.createIndex('groups_one_name', 'on groups (org_id, name_key(name)) where not is_double', {
      unique: true,
    });
    this.addSql(keysOfUsers);
  }
}

// The oldest group keeps the name. If a request makes a double before the index is there, the next start runs this again.
export const doubleGroups = `
update groups g set is_double = true
 where not g.is_double
   and exists (select from groups o
                where o.org_id = g.org_id and name_key(o.name) = name_key(g.name) and not o.is_double
                  and (o.created_at, o.id) < (g.created_at, g.id));`;

// A key that another user has already stays with that user.
export const keysOfUsers = `
insert into sign_in_names (org_id, name, user_id)
select u.org_id, n.key, u.id
  from users u, lateral (values (lower(u.username), sign_in_key(u.username)), (lower(u.email), sign_in_key(u.email))) as n (name, key)
 where u.released_at is null and n.name <> n.key
 order by u.org_id, n.key, u.created_at, u.id
on conflict do nothing;`;
