import { Migration } from '@mikro-orm/migrations';

/**
 * The function of migration 0076 again. Before 0086, the whole trigger took 55 µs, so the question of 0086 saved less. While
 * `user_values` was never analyzed, the question read a row of every user of the tenant. `on conflict` always reads by the key.
 */
export class Migration0087ValuesWithoutQuestion extends Migration {
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
  }
}
