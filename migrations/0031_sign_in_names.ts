import { Migration } from '@mikro-orm/migrations';

/** User names and e-mail addresses of a tenant are one set of names, each of which belongs to one user. */
export class Migration0031SignInNames extends Migration {
  override up(): void {
    this.addSql(names);
    this.addSql(existing);
    this.addSql(following);
  }
}

// users_email and users_username each know one column, so the user name of one user could become the e-mail address of
// another in the same moment. The names stand here as the indexes on users fold them.
const names = `
create table sign_in_names (
  org_id text collate "C" not null,
  name text collate "C" not null,
  user_id text collate "C" not null,
  primary key (org_id, name),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index sign_in_names_of_user on sign_in_names (org_id, user_id);`;

// A name that two users have already stays with the one that signs in by it: whose user name it is, as in
// users/directory/sql/names.ts. The other keeps the e-mail address, and may change it.
export const existing = `
insert into sign_in_names (org_id, name, user_id)
select distinct on (u.org_id, n.name) u.org_id, n.name, u.id
  from users u, lateral (values (1, lower(u.username)), (2, lower(u.email))) as n (place, name)
 where u.released_at is null and n.name is not null
 order by u.org_id, n.name, n.place, u.created_at, u.id;`;

// In the order of the names, so that two users who exchange theirs never wait for each other. The refusal names the
// constraint of the column, as the unique indexes on users do.
const following = `
create function keep_sign_in_names() returns trigger language plpgsql as $body$
declare
  wanted record;
  holder text;
begin
  if tg_op = 'UPDATE' then
    delete from sign_in_names s
     where s.org_id = new.org_id and s.user_id = new.id
       and (new.released_at is not null or s.name <> lower(new.username) and s.name is distinct from lower(new.email));
  end if;
  if new.released_at is not null then
    return null;
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
end $body$;
create trigger users_sign_in_names_new after insert on users for each row execute function keep_sign_in_names();
create trigger users_sign_in_names_changed after update of email, username, released_at on users for each row
  when (old.email is distinct from new.email or old.username is distinct from new.username
        or old.released_at is distinct from new.released_at)
  execute function keep_sign_in_names();`;
