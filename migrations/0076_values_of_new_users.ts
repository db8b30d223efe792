import { Migration } from '@mikro-orm/migrations';

/**
 * A new user and the values of multi-valued attributes are written by one statement over SCIM. The triggers run after it, so they
 * leave the rows alone that are there.
 */
export class Migration0076ValuesOfNewUsers extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function lead_new_users() returns trigger language plpgsql as $body$
      begin
        insert into user_values (org_id, user_id, attribute, place, leads, data)
        select u.org_id, u.id, m.attribute, 0, true, jsonb_build_object('value', m.value, 'primary', true)
          from inserted u,
               lateral (values ('emails', u.email), ('phoneNumbers', u.phone_number), ('photos', u.picture))
                 as m (attribute, value)
         where m.value is not null
        on conflict do nothing;
        return null;
      end $body$;`);
    this.addSql(`
      create or replace function lead_new_addresses() returns trigger language plpgsql as $body$
      begin
        insert into user_values (org_id, user_id, attribute, place, leads, data)
        select u.org_id, u.id, 'addresses', 0, true, u.address || '{"primary": true}' from inserted u
         where u.address is not null
        on conflict do nothing;
        return null;
      end $body$;`);
  }
}
