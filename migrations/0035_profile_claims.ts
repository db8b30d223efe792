import { Migration } from '@mikro-orm/migrations';

/**
 * What the claims of the standard scopes say of a person (OpenID Connect Core section 5.1), and which address SCIM shows.
 * See decision 0046.
 */
export class Migration0035ProfileClaims extends Migration {
  override up(): void {
    for (const statement of [columns, existing, mirrors]) this.addSql(statement);
  }
}

const columns = `
alter table users
  add column middle_name varchar(256),
  add column birthdate varchar(10),
  add column gender varchar(256),
  add column website varchar(1024),
  add column profile_url varchar(1024),
  add column address jsonb,
  add column phone_number_verified boolean not null default false,
  add check (not phone_number_verified or phone_number is not null);`;

// What directories had sent before.
const existing = `
update users u
   set address = said.address
  from (select v.org_id, v.user_id,
               (select jsonb_object_agg(part.key, part.value) from jsonb_each(v.data) part
                 where part.key in ('formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'))
                 as address
          from user_values v where v.attribute = 'addresses' and v.leads) said
 where u.org_id = said.org_id and u.id = said.user_id and said.address is not null;`;

// As for email, phone_number and picture (migration 0003): whoever writes the column, the leading row follows.
const mirrors = `
create function lead_new_addresses() returns trigger language plpgsql as $body$
begin
  insert into user_values (org_id, user_id, attribute, place, leads, data)
  select u.org_id, u.id, 'addresses', 0, true, u.address || '{"primary": true}' from inserted u
   where u.address is not null;
  return null;
end $body$;
create trigger users_lead_addresses after insert on users referencing new table as inserted
  for each statement execute function lead_new_addresses();

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
create trigger users_follow_addresses after update of address on users for each row
  when (old.address is distinct from new.address) execute function lead_changed_address();`;
