// Statements that once ran over the rows of a database. Databases of earlier releases have what they made, so code still meets it.

/** Gives the names of users who have none. A name that two users have stays with the one whose user name it is. */
export const namesOfUsers = `
insert into sign_in_names (org_id, name, user_id)
select distinct on (u.org_id, n.name) u.org_id, n.name, u.id
  from users u, lateral (values (1, lower(u.username)), (2, lower(u.email))) as n (place, name)
 where u.released_at is null and n.name is not null
 order by u.org_id, n.name, n.place, u.created_at, u.id`;

/** Gives the keys of names. A key that another user has already stays with that user. */
export const keysOfUsers = `
insert into sign_in_names (org_id, name, user_id)
select u.org_id, n.key, u.id
  from users u, lateral (values (lower(u.username), sign_in_key(u.username)), (lower(u.email), sign_in_key(u.email))) as n (name, key)
 where u.released_at is null and n.name <> n.key
 order by u.org_id, n.key, u.created_at, u.id
on conflict do nothing`;

/** Makes doubles of groups that have one name. The oldest group keeps the name. */
export const doubleGroups = `
update groups g set is_double = true
 where not g.is_double
   and exists (select from groups o
                where o.org_id = g.org_id and name_key(o.name) = name_key(g.name) and not o.is_double
                  and (o.created_at, o.id) < (g.created_at, g.id))`;

/** Gives names that no user has to the oldest user who could have them. */
export const namesWithoutUser = `
insert into sign_in_names (org_id, name, user_id)
select u.org_id, n.name, u.id
  from users u,
       lateral (values (lower(u.username)), (lower(u.email)), (sign_in_key(u.username)), (sign_in_key(u.email))) as n (name)
 where u.released_at is null and n.name is not null
   and not exists (select from sign_in_names s where s.org_id = u.org_id and s.name = n.name)
 order by u.org_id, n.name, u.created_at, u.id
on conflict do nothing`;

/** Makes a client the API of its resources, and marks the list as copied. */
export const copiedResources = `
update oidc_clients set served_resources = resources, served_resources_copied = true
 where cardinality(resources) > 0 and id = $1`;
