import { Migration } from '@mikro-orm/migrations';

/**
 * How many sealed audit rows a tenant has, so that the list of all of them is not counted for each page. The sealing of a tenant fills
 * the count. After that, the trigger of 0084_seals_are_counted.ts adds each seal, also those of nodes of the release before. Who
 * writes audit rows writes no count.
 */
export class Migration0079CountsOfAuditRows extends Migration {
  override up(): void {
    this.addSql('alter table audit_chains add column sealed_rows bigint;');
    this.addSql(`
      create function count_seals() returns trigger language plpgsql as $body$
      begin
        update audit_chains c set sealed_rows = c.sealed_rows + i.seals
          from (select org_id, count(*) as seals from inserted group by org_id) as i
         where c.org_id = i.org_id and c.sealed_rows is not null;
        return null;
      end $body$;`);
    // As in 0006_audit.ts, and takes the rows of the month from the counts. All of them are sealed.
    this.addSql(`
      create or replace function drop_audit_partition(before timestamptz) returns boolean
      language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '200ms' as $body$
      declare
        child text;
        ends timestamptz;
        gone jsonb;
      begin
        if before > now() - interval '30 days' then raise exception 'audit rows of the last 30 days are kept'; end if;
        for child in
          select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
           where i.inhparent in ('audit_logs'::regclass, 'audit_personal'::regclass) order by 1
        loop
          ends := to_date(right(child, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' + interval '1 month';
          if ends <= before
             and not exists (select from audit_unsealed where created_at < ends)
             and not exists (select from audit_chains where sequence > 0 and coalesce(cut_before, '-infinity') < ends)
          then
            if child like 'audit\\_logs\\_%' then
              -- Its rows do not change, so they are counted before requests have to wait for the lock.
              execute format('select jsonb_object_agg(org_id, rows) from (select org_id, count(*) as rows from %I group by org_id) as m', child)
                 into gone;
              execute format('lock table %I in access exclusive mode', child);
              update audit_chains c set sealed_rows = c.sealed_rows - m.value::bigint
                from jsonb_each_text(gone) as m where c.org_id = m.key and c.sealed_rows is not null;
            end if;
            execute format('drop table %I', child);
            return true;
          end if;
        end loop;
        return false;
      end $body$;`);
  }
}
