-- The schema of a migrated database. `make generate` writes it; do not edit. Change it with a migration.
-- Order: extensions, sequences, functions, then every table with its indexes and triggers, views, and foreign keys.
-- Left out:
--   partitions, because they depend on the date. partition_plans is their rule, and maintain_partitions() makes them.
--   the rights of the service's role, which src/database/rights.ts grants.
--   the schema graphile_worker, which belongs to the package of this name.

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;

CREATE SEQUENCE delivery_position AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1 CACHE 1;
CREATE SEQUENCE policies_versions AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1 CACHE 1;

-- Functions name tables that come after them.
SET check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.count_credential()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into credential_changes (org_id, part, at, status, change)
    select new.org_id, p.part, p.at, p.status_of, 1 from credential_parts(new.status, new.expires_at, new.deleted_at) as p;
  else
    insert into credential_changes (org_id, part, at, status, change)
    select old.org_id, p.part, p.at, p.status_of, sum(p.change)
      from (select o.*, -1 as change from credential_parts(old.status, old.expires_at, old.deleted_at) as o
            union all
            select n.*, 1 from credential_parts(new.status, new.expires_at, new.deleted_at) as n) as p
     group by p.part, p.at, p.status_of having sum(p.change) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_for_quota()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into quota_deltas (org_id, kind, delta)
  values (case when tg_op = 'DELETE' then old.org_id else new.org_id end, tg_argv[0], tg_argv[1]::bigint);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_seals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update audit_chains c set sealed_rows = c.sealed_rows + i.seals
          from (select org_id, count(*) as seals from inserted group by org_id) as i
         where c.org_id = i.org_id and c.sealed_rows is not null;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.credential_parts(status text, expires_at timestamp with time zone, deleted_at timestamp with time zone)
 RETURNS TABLE(part text, at timestamp with time zone, status_of text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'ALL', '-infinity'::timestamptz, $1 where $1 is not null and $3 is null
  union all
  select 'ENDS', $2, $1 where $2 is not null and $3 is null and $1 in ('ACTIVE', 'SUSPENDED')
  union all
  select 'DAY', date_trunc('day', $2, 'UTC'), $1 where $2 is not null and $3 is null and $1 = 'ACTIVE'
$function$;

CREATE OR REPLACE FUNCTION public.drop_audit_partition(before timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '200ms'
AS $function$
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
            if child like 'audit\_logs\_%' then
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
      end $function$;
REVOKE ALL ON FUNCTION drop_audit_partition(timestamp with time zone) FROM PUBLIC;

CREATE OR REPLACE FUNCTION public.drop_partition(partition_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
begin
  if not exists (select from partitions p where p.name = partition_name and p.overdue) then return false; end if;
  execute format('drop table %I', partition_name);
  return true;
end $function$;
REVOKE ALL ON FUNCTION drop_partition(text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION public.erase_rows(tenant text, part oid, places tid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
declare
  removed integer;
begin
  if not exists (select from tenants where id = tenant and erasing_at is not null)
     and (exists (select from tenants where id = tenant) or not exists (select from erased_organizations where org_id = tenant)) then
    raise exception 'the tenant % is not being erased', tenant using errcode = 'insufficient_privilege';
  end if;
  if part = 'erased_organizations'::regclass
     or not exists (select from pg_catalog.pg_class where oid = part and relnamespace = 'public'::regnamespace and relkind = 'r') then
    raise exception '% has no rows of tenants', part::regclass using errcode = 'insufficient_privilege';
  end if;
  execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where ctid = any ($1) and org_id = $2 for update skip locked))',
                 part::regclass)
    using places, tenant;
  get diagnostics removed = row_count;
  return removed;
end $function$;
REVOKE ALL ON FUNCTION erase_rows(text,oid,tid[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION public.folded(written text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  if octet_length(written) = char_length(written) then
    return lower(written collate "default");
  end if;
  declare
    newer constant text :=
      '\U00000378-\U00000379\U00000380-\U00000383\U0000038b\U0000038d\U000003a2'
      '\U00000530\U00000557-\U00000558\U0000058b-\U0000058c\U00000590\U000005c8-\U000005cf'
      '\U000005eb-\U000005ee\U000005f5-\U000005ff\U0000070e\U0000074b-\U0000074c\U000007b2-\U000007bf'
      '\U000007fb-\U000007fc\U0000082e-\U0000082f\U0000083f\U0000085c-\U0000085d\U0000085f'
      '\U0000086b-\U0000086f\U0000088f\U00000892-\U00000897\U00000984\U0000098d-\U0000098e'
      '\U00000991-\U00000992\U000009a9\U000009b1\U000009b3-\U000009b5\U000009ba-\U000009bb'
      '\U000009c5-\U000009c6\U000009c9-\U000009ca\U000009cf-\U000009d6\U000009d8-\U000009db\U000009de'
      '\U000009e4-\U000009e5\U000009ff-\U00000a00\U00000a04\U00000a0b-\U00000a0e\U00000a11-\U00000a12'
      '\U00000a29\U00000a31\U00000a34\U00000a37\U00000a3a-\U00000a3b'
      '\U00000a3d\U00000a43-\U00000a46\U00000a49-\U00000a4a\U00000a4e-\U00000a50\U00000a52-\U00000a58'
      '\U00000a5d\U00000a5f-\U00000a65\U00000a77-\U00000a80\U00000a84\U00000a8e'
      '\U00000a92\U00000aa9\U00000ab1\U00000ab4\U00000aba-\U00000abb'
      '\U00000ac6\U00000aca\U00000ace-\U00000acf\U00000ad1-\U00000adf\U00000ae4-\U00000ae5'
      '\U00000af2-\U00000af8\U00000b00\U00000b04\U00000b0d-\U00000b0e\U00000b11-\U00000b12'
      '\U00000b29\U00000b31\U00000b34\U00000b3a-\U00000b3b\U00000b45-\U00000b46'
      '\U00000b49-\U00000b4a\U00000b4e-\U00000b54\U00000b58-\U00000b5b\U00000b5e\U00000b64-\U00000b65'
      '\U00000b78-\U00000b81\U00000b84\U00000b8b-\U00000b8d\U00000b91\U00000b96-\U00000b98'
      '\U00000b9b\U00000b9d\U00000ba0-\U00000ba2\U00000ba5-\U00000ba7\U00000bab-\U00000bad'
      '\U00000bba-\U00000bbd\U00000bc3-\U00000bc5\U00000bc9\U00000bce-\U00000bcf\U00000bd1-\U00000bd6'
      '\U00000bd8-\U00000be5\U00000bfb-\U00000bff\U00000c0d\U00000c11\U00000c29'
      '\U00000c3a-\U00000c3b\U00000c45\U00000c49\U00000c4e-\U00000c54\U00000c57'
      '\U00000c5b-\U00000c5c\U00000c5e-\U00000c5f\U00000c64-\U00000c65\U00000c70-\U00000c76\U00000c8d'
      '\U00000c91\U00000ca9\U00000cb4\U00000cba-\U00000cbb\U00000cc5'
      '\U00000cc9\U00000cce-\U00000cd4\U00000cd7-\U00000cdc\U00000cdf\U00000ce4-\U00000ce5'
      '\U00000cf0\U00000cf3-\U00000cff\U00000d0d\U00000d11\U00000d45'
      '\U00000d49\U00000d50-\U00000d53\U00000d64-\U00000d65\U00000d80\U00000d84'
      '\U00000d97-\U00000d99\U00000db2\U00000dbc\U00000dbe-\U00000dbf\U00000dc7-\U00000dc9'
      '\U00000dcb-\U00000dce\U00000dd5\U00000dd7\U00000de0-\U00000de5\U00000df0-\U00000df1'
      '\U00000df5-\U00000e00\U00000e3b-\U00000e3e\U00000e5c-\U00000e80\U00000e83\U00000e85'
      '\U00000e8b\U00000ea4\U00000ea6\U00000ebe-\U00000ebf\U00000ec5'
      '\U00000ec7\U00000ece-\U00000ecf\U00000eda-\U00000edb\U00000ee0-\U00000eff\U00000f48'
      '\U00000f6d-\U00000f70\U00000f98\U00000fbd\U00000fcd\U00000fdb-\U00000fff'
      '\U000010c6\U000010c8-\U000010cc\U000010ce-\U000010cf\U00001249\U0000124e-\U0000124f'
      '\U00001257\U00001259\U0000125e-\U0000125f\U00001289\U0000128e-\U0000128f'
      '\U000012b1\U000012b6-\U000012b7\U000012bf\U000012c1\U000012c6-\U000012c7'
      '\U000012d7\U00001311\U00001316-\U00001317\U0000135b-\U0000135c\U0000137d-\U0000137f'
      '\U0000139a-\U0000139f\U000013f6-\U000013f7\U000013fe-\U000013ff\U0000169d-\U0000169f\U000016f9-\U000016ff'
      '\U00001716-\U0000171e\U00001737-\U0000173f\U00001754-\U0000175f\U0000176d\U00001771'
      '\U00001774-\U0000177f\U000017de-\U000017df\U000017ea-\U000017ef\U000017fa-\U000017ff\U0000181a-\U0000181f'
      '\U00001879-\U0000187f\U000018ab-\U000018af\U000018f6-\U000018ff\U0000191f\U0000192c-\U0000192f'
      '\U0000193c-\U0000193f\U00001941-\U00001943\U0000196e-\U0000196f\U00001975-\U0000197f\U000019ac-\U000019af'
      '\U000019ca-\U000019cf\U000019db-\U000019dd\U00001a1c-\U00001a1d\U00001a5f\U00001a7d-\U00001a7e'
      '\U00001a8a-\U00001a8f\U00001a9a-\U00001a9f\U00001aae-\U00001aaf\U00001acf-\U00001aff\U00001b4d-\U00001b4f'
      '\U00001b7f\U00001bf4-\U00001bfb\U00001c38-\U00001c3a\U00001c4a-\U00001c4c\U00001c89-\U00001c8f'
      '\U00001cbb-\U00001cbc\U00001cc8-\U00001ccf\U00001cfb-\U00001cff\U00001f16-\U00001f17\U00001f1e-\U00001f1f'
      '\U00001f46-\U00001f47\U00001f4e-\U00001f4f\U00001f58\U00001f5a\U00001f5c'
      '\U00001f5e\U00001f7e-\U00001f7f\U00001fb5\U00001fc5\U00001fd4-\U00001fd5'
      '\U00001fdc\U00001ff0-\U00001ff1\U00001ff5\U00001fff\U00002065'
      '\U00002072-\U00002073\U0000208f\U0000209d-\U0000209f\U000020c1-\U000020cf\U000020f1-\U000020ff'
      '\U0000218c-\U0000218f\U00002427-\U0000243f\U0000244b-\U0000245f\U00002b74-\U00002b75\U00002b96'
      '\U00002cf4-\U00002cf8\U00002d26\U00002d28-\U00002d2c\U00002d2e-\U00002d2f\U00002d68-\U00002d6e'
      '\U00002d71-\U00002d7e\U00002d97-\U00002d9f\U00002da7\U00002daf\U00002db7'
      '\U00002dbf\U00002dc7\U00002dcf\U00002dd7\U00002ddf'
      '\U00002e5e-\U00002e7f\U00002e9a\U00002ef4-\U00002eff\U00002fd6-\U00002fef\U00002ffc-\U00002fff'
      '\U00003040\U00003097-\U00003098\U00003100-\U00003104\U00003130\U0000318f'
      '\U000031e4-\U000031ef\U0000321f\U0000a48d-\U0000a48f\U0000a4c7-\U0000a4cf\U0000a62c-\U0000a63f'
      '\U0000a6f8-\U0000a6ff\U0000a7cb-\U0000a7cf\U0000a7d2\U0000a7d4\U0000a7da-\U0000a7f1'
      '\U0000a82d-\U0000a82f\U0000a83a-\U0000a83f\U0000a878-\U0000a87f\U0000a8c6-\U0000a8cd\U0000a8da-\U0000a8df'
      '\U0000a954-\U0000a95e\U0000a97d-\U0000a97f\U0000a9ce\U0000a9da-\U0000a9dd\U0000a9ff'
      '\U0000aa37-\U0000aa3f\U0000aa4e-\U0000aa4f\U0000aa5a-\U0000aa5b\U0000aac3-\U0000aada\U0000aaf7-\U0000ab00'
      '\U0000ab07-\U0000ab08\U0000ab0f-\U0000ab10\U0000ab17-\U0000ab1f\U0000ab27\U0000ab2f'
      '\U0000ab6c-\U0000ab6f\U0000abee-\U0000abef\U0000abfa-\U0000abff\U0000d7a4-\U0000d7af\U0000d7c7-\U0000d7ca'
      '\U0000d7fc-\U0000d7ff\U0000fa6e-\U0000fa6f\U0000fada-\U0000faff\U0000fb07-\U0000fb12\U0000fb18-\U0000fb1c'
      '\U0000fb37\U0000fb3d\U0000fb3f\U0000fb42\U0000fb45'
      '\U0000fbc3-\U0000fbd2\U0000fd90-\U0000fd91\U0000fdc8-\U0000fdce\U0000fdd0-\U0000fdef\U0000fe1a-\U0000fe1f'
      '\U0000fe53\U0000fe67\U0000fe6c-\U0000fe6f\U0000fe75\U0000fefd-\U0000fefe'
      '\U0000ff00\U0000ffbf-\U0000ffc1\U0000ffc8-\U0000ffc9\U0000ffd0-\U0000ffd1\U0000ffd8-\U0000ffd9'
      '\U0000ffdd-\U0000ffdf\U0000ffe7\U0000ffef-\U0000fff8\U0000fffe-\U0000ffff\U0001000c'
      '\U00010027\U0001003b\U0001003e\U0001004e-\U0001004f\U0001005e-\U0001007f'
      '\U000100fb-\U000100ff\U00010103-\U00010106\U00010134-\U00010136\U0001018f\U0001019d-\U0001019f'
      '\U000101a1-\U000101cf\U000101fe-\U0001027f\U0001029d-\U0001029f\U000102d1-\U000102df\U000102fc-\U000102ff'
      '\U00010324-\U0001032c\U0001034b-\U0001034f\U0001037b-\U0001037f\U0001039e\U000103c4-\U000103c7'
      '\U000103d6-\U000103ff\U0001049e-\U0001049f\U000104aa-\U000104af\U000104d4-\U000104d7\U000104fc-\U000104ff'
      '\U00010528-\U0001052f\U00010564-\U0001056e\U0001057b\U0001058b\U00010593'
      '\U00010596\U000105a2\U000105b2\U000105ba\U000105bd-\U000105ff'
      '\U00010737-\U0001073f\U00010756-\U0001075f\U00010768-\U0001077f\U00010786\U000107b1'
      '\U000107bb-\U000107ff\U00010806-\U00010807\U00010809\U00010836\U00010839-\U0001083b'
      '\U0001083d-\U0001083e\U00010856\U0001089f-\U000108a6\U000108b0-\U000108df\U000108f3'
      '\U000108f6-\U000108fa\U0001091c-\U0001091e\U0001093a-\U0001093e\U00010940-\U0001097f\U000109b8-\U000109bb'
      '\U000109d0-\U000109d1\U00010a04\U00010a07-\U00010a0b\U00010a14\U00010a18'
      '\U00010a36-\U00010a37\U00010a3b-\U00010a3e\U00010a49-\U00010a4f\U00010a59-\U00010a5f\U00010aa0-\U00010abf'
      '\U00010ae7-\U00010aea\U00010af7-\U00010aff\U00010b36-\U00010b38\U00010b56-\U00010b57\U00010b73-\U00010b77'
      '\U00010b92-\U00010b98\U00010b9d-\U00010ba8\U00010bb0-\U00010bff\U00010c49-\U00010c7f\U00010cb3-\U00010cbf'
      '\U00010cf3-\U00010cf9\U00010d28-\U00010d2f\U00010d3a-\U00010e5f\U00010e7f\U00010eaa'
      '\U00010eae-\U00010eaf\U00010eb2-\U00010eff\U00010f28-\U00010f2f\U00010f5a-\U00010f6f\U00010f8a-\U00010faf'
      '\U00010fcc-\U00010fdf\U00010ff7-\U00010fff\U0001104e-\U00011051\U00011076-\U0001107e\U000110c3-\U000110cc'
      '\U000110ce-\U000110cf\U000110e9-\U000110ef\U000110fa-\U000110ff\U00011135\U00011148-\U0001114f'
      '\U00011177-\U0001117f\U000111e0\U000111f5-\U000111ff\U00011212\U0001123f-\U0001127f'
      '\U00011287\U00011289\U0001128e\U0001129e\U000112aa-\U000112af'
      '\U000112eb-\U000112ef\U000112fa-\U000112ff\U00011304\U0001130d-\U0001130e\U00011311-\U00011312'
      '\U00011329\U00011331\U00011334\U0001133a\U00011345-\U00011346'
      '\U00011349-\U0001134a\U0001134e-\U0001134f\U00011351-\U00011356\U00011358-\U0001135c\U00011364-\U00011365'
      '\U0001136d-\U0001136f\U00011375-\U000113ff\U0001145c\U00011462-\U0001147f\U000114c8-\U000114cf'
      '\U000114da-\U0001157f\U000115b6-\U000115b7\U000115de-\U000115ff\U00011645-\U0001164f\U0001165a-\U0001165f'
      '\U0001166d-\U0001167f\U000116ba-\U000116bf\U000116ca-\U000116ff\U0001171b-\U0001171c\U0001172c-\U0001172f'
      '\U00011747-\U000117ff\U0001183c-\U0001189f\U000118f3-\U000118fe\U00011907-\U00011908\U0001190a-\U0001190b'
      '\U00011914\U00011917\U00011936\U00011939-\U0001193a\U00011947-\U0001194f'
      '\U0001195a-\U0001199f\U000119a8-\U000119a9\U000119d8-\U000119d9\U000119e5-\U000119ff\U00011a48-\U00011a4f'
      '\U00011aa3-\U00011aaf\U00011af9-\U00011bff\U00011c09\U00011c37\U00011c46-\U00011c4f'
      '\U00011c6d-\U00011c6f\U00011c90-\U00011c91\U00011ca8\U00011cb7-\U00011cff\U00011d07'
      '\U00011d0a\U00011d37-\U00011d39\U00011d3b\U00011d3e\U00011d48-\U00011d4f'
      '\U00011d5a-\U00011d5f\U00011d66\U00011d69\U00011d8f\U00011d92'
      '\U00011d99-\U00011d9f\U00011daa-\U00011edf\U00011ef9-\U00011faf\U00011fb1-\U00011fbf\U00011ff2-\U00011ffe'
      '\U0001239a-\U000123ff\U0001246f\U00012475-\U0001247f\U00012544-\U00012f8f\U00012ff3-\U00012fff'
      '\U0001342f\U00013439-\U000143ff\U00014647-\U000167ff\U00016a39-\U00016a3f\U00016a5f'
      '\U00016a6a-\U00016a6d\U00016abf\U00016aca-\U00016acf\U00016aee-\U00016aef\U00016af6-\U00016aff'
      '\U00016b46-\U00016b4f\U00016b5a\U00016b62\U00016b78-\U00016b7c\U00016b90-\U00016e3f'
      '\U00016e9b-\U00016eff\U00016f4b-\U00016f4e\U00016f88-\U00016f8e\U00016fa0-\U00016fdf\U00016fe5-\U00016fef'
      '\U00016ff2-\U00016fff\U000187f8-\U000187ff\U00018cd6-\U00018cff\U00018d09-\U0001afef\U0001aff4'
      '\U0001affc\U0001afff\U0001b123-\U0001b14f\U0001b153-\U0001b163\U0001b168-\U0001b16f'
      '\U0001b2fc-\U0001bbff\U0001bc6b-\U0001bc6f\U0001bc7d-\U0001bc7f\U0001bc89-\U0001bc8f\U0001bc9a-\U0001bc9b'
      '\U0001bca4-\U0001ceff\U0001cf2e-\U0001cf2f\U0001cf47-\U0001cf4f\U0001cfc4-\U0001cfff\U0001d0f6-\U0001d0ff'
      '\U0001d127-\U0001d128\U0001d1eb-\U0001d1ff\U0001d246-\U0001d2df\U0001d2f4-\U0001d2ff\U0001d357-\U0001d35f'
      '\U0001d379-\U0001d3ff\U0001d455\U0001d49d\U0001d4a0-\U0001d4a1\U0001d4a3-\U0001d4a4'
      '\U0001d4a7-\U0001d4a8\U0001d4ad\U0001d4ba\U0001d4bc\U0001d4c4'
      '\U0001d506\U0001d50b-\U0001d50c\U0001d515\U0001d51d\U0001d53a'
      '\U0001d53f\U0001d545\U0001d547-\U0001d549\U0001d551\U0001d6a6-\U0001d6a7'
      '\U0001d7cc-\U0001d7cd\U0001da8c-\U0001da9a\U0001daa0\U0001dab0-\U0001deff\U0001df1f-\U0001dfff'
      '\U0001e007\U0001e019-\U0001e01a\U0001e022\U0001e025\U0001e02b-\U0001e0ff'
      '\U0001e12d-\U0001e12f\U0001e13e-\U0001e13f\U0001e14a-\U0001e14d\U0001e150-\U0001e28f\U0001e2af-\U0001e2bf'
      '\U0001e2fa-\U0001e2fe\U0001e300-\U0001e7df\U0001e7e7\U0001e7ec\U0001e7ef'
      '\U0001e7ff\U0001e8c5-\U0001e8c6\U0001e8d7-\U0001e8ff\U0001e94c-\U0001e94f\U0001e95a-\U0001e95d'
      '\U0001e960-\U0001ec70\U0001ecb5-\U0001ed00\U0001ed3e-\U0001edff\U0001ee04\U0001ee20'
      '\U0001ee23\U0001ee25-\U0001ee26\U0001ee28\U0001ee33\U0001ee38'
      '\U0001ee3a\U0001ee3c-\U0001ee41\U0001ee43-\U0001ee46\U0001ee48\U0001ee4a'
      '\U0001ee4c\U0001ee50\U0001ee53\U0001ee55-\U0001ee56\U0001ee58'
      '\U0001ee5a\U0001ee5c\U0001ee5e\U0001ee60\U0001ee63'
      '\U0001ee65-\U0001ee66\U0001ee6b\U0001ee73\U0001ee78\U0001ee7d'
      '\U0001ee7f\U0001ee8a\U0001ee9c-\U0001eea0\U0001eea4\U0001eeaa'
      '\U0001eebc-\U0001eeef\U0001eef2-\U0001efff\U0001f02c-\U0001f02f\U0001f094-\U0001f09f\U0001f0af-\U0001f0b0'
      '\U0001f0c0\U0001f0d0\U0001f0f6-\U0001f0ff\U0001f1ae-\U0001f1e5\U0001f203-\U0001f20f'
      '\U0001f23c-\U0001f23f\U0001f249-\U0001f24f\U0001f252-\U0001f25f\U0001f266-\U0001f2ff\U0001f6d8-\U0001f6dc'
      '\U0001f6ed-\U0001f6ef\U0001f6fd-\U0001f6ff\U0001f774-\U0001f77f\U0001f7d9-\U0001f7df\U0001f7ec-\U0001f7ef'
      '\U0001f7f1-\U0001f7ff\U0001f80c-\U0001f80f\U0001f848-\U0001f84f\U0001f85a-\U0001f85f\U0001f888-\U0001f88f'
      '\U0001f8ae-\U0001f8af\U0001f8b2-\U0001f8ff\U0001fa54-\U0001fa5f\U0001fa6e-\U0001fa6f\U0001fa75-\U0001fa77'
      '\U0001fa7d-\U0001fa7f\U0001fa87-\U0001fa8f\U0001faad-\U0001faaf\U0001fabb-\U0001fabf\U0001fac6-\U0001facf'
      '\U0001fada-\U0001fadf\U0001fae8-\U0001faef\U0001faf7-\U0001faff\U0001fb93\U0001fbcb-\U0001fbef'
      '\U0001fbfa-\U0001ffff\U0002a6e0-\U0002a6ff\U0002b739-\U0002b73f\U0002b81e-\U0002b81f\U0002cea2-\U0002ceaf'
      '\U0002ebe1-\U0002f7ff\U0002fa1e-\U0002ffff\U0003134b-\U000e0000\U000e0002-\U000e001f\U000e0080-\U000e00ff'
      '\U000e01f0-\U000effff\U000ffffe-\U000fffff\U0010fffe-\U0010ffff';
  begin
    if written !~ ('[' || newer || ']') then
      return normalize(lower(normalize(written collate "default", nfkc)), nfkc);
    end if;
    return (select string_agg(case when run[1] ~ ('[' || newer || ']') then run[1]
                                   else normalize(lower(normalize(run[1] collate "default", nfkc)), nfkc) end, '' order by place)
              from regexp_matches(written, '[' || newer || ']+|[^' || newer || ']+', 'g') with ordinality as found (run, place));
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into governance_inbox (org_id, event_id, type, data, created_at)
  values (new.org_id, new.id, new.type, new.data, new.created_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_owner constant boolean := pg_has_role(current_user, (select relowner from pg_catalog.pg_class where oid = tg_relid), 'usage');
begin
  if tg_op = 'DELETE' then
    if not of_owner and old.erasing_at is null then
      raise exception 'the tenant % is not being erased', old.id using errcode = 'insufficient_privilege';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if exists (select from erased_organizations where org_id in (new.id, new.organization_id)) then
      raise exception 'the tenant % was erased, and its id never returns', new.id using errcode = 'unique_violation';
    end if;
    if not of_owner and (new.erase_at is not null or new.erasing_at is not null) then
      raise exception 'the tenant % is closed after it was made', new.id using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.erasing_at is not null
     and (new.erasing_at, new.erase_at, new.suspended_at) is distinct from (old.erasing_at, old.erase_at, old.suspended_at) then
    raise exception 'the tenant % is being erased', old.id using errcode = 'object_not_in_prerequisite_state';
  end if;
  if old.erasing_at is null and new.erasing_at is not null and coalesce(old.erase_at, 'infinity') > now() then
    raise exception 'the time of grace of the tenant % is not over', old.id using errcode = 'insufficient_privilege';
  end if;
  -- Times are cut to milliseconds.
  if not of_owner and new.erase_at is distinct from old.erase_at and new.erase_at < now() + interval '30 days' - interval '1 second' then
    raise exception 'the tenant % has 30 days of grace', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.hand_on_group_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.hand_on_sign_in_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  doubles text[];
  oldest text;
  has_name boolean;
begin
  if exists (select from tenants where id = old.org_id and erasing_at is not null) then return null; end if;
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
end $function$;

CREATE OR REPLACE FUNCTION public.judge_double_group()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_double := false;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_sign_in_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  wanted record;
  holder text;
  first text collate "C" := lower(new.username);
  second text collate "C" := lower(new.email);
  first_key text collate "C" := sign_in_key(new.username);
  second_key text collate "C" := sign_in_key(new.email);
begin
  if tg_op = 'UPDATE' then
    delete from sign_in_names s
     where s.org_id = new.org_id and s.user_id = new.id
       and (new.released_at is not null
            or s.name not in (first, first_key) and coalesce(s.name not in (second, second_key), true));
  end if;
  if new.released_at is not null then
    return null;
  end if;
  if tg_op = 'INSERT' and first = first_key and second is not distinct from second_key then
    insert into sign_in_names (org_id, name, user_id) values (new.org_id, least(first, second), new.id) on conflict do nothing;
    if found then
      if second is null or second = first then
        return null;
      end if;
      insert into sign_in_names (org_id, name, user_id) values (new.org_id, greatest(first, second), new.id) on conflict do nothing;
      if found then
        return null;
      end if;
    end if;
  end if;
  for wanted in
    select n.name, min(n.kind) as kind
      from (values ('users_username', first, lower(old.username)), ('users_email', second, lower(old.email)),
                   ('users_username', first_key, sign_in_key(old.username)), ('users_email', second_key, sign_in_key(old.email)))
             as n (kind, name, before)
     where n.name is not null
       and (tg_op = 'INSERT' or old.released_at is not null or n.name is distinct from n.before)
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
end $function$;

CREATE OR REPLACE FUNCTION public.lead_changed_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.lead_changed_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed record;
begin
  for changed in
    select m.attribute, m.value
      from (values ('emails', old.email, new.email), ('phoneNumbers', old.phone_number, new.phone_number),
                   ('photos', old.picture, new.picture)) as m (attribute, was, value)
     where m.was is distinct from m.value
  loop
    -- The old leading value, or another row that has the new one: it must not be there twice.
    delete from user_values v
     where v.org_id = new.org_id and v.user_id = new.id and v.attribute = changed.attribute
       and (changed.value is null and v.leads or not v.leads and lower(v.value) = lower(changed.value));
    continue when changed.value is null;
    update user_values v
       set data = (v.data - 'display') || jsonb_build_object('value', changed.value)
     where v.org_id = new.org_id and v.user_id = new.id and v.attribute = changed.attribute and v.leads;
    continue when found;
    insert into user_values (org_id, user_id, attribute, place, leads, data)
    select new.org_id, new.id, changed.attribute, coalesce(max(v.place) + 1, 0), true,
           jsonb_build_object('value', changed.value, 'primary', true)
      from user_values v
     where v.org_id = new.org_id and v.user_id = new.id and v.attribute = changed.attribute;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lead_new_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from inserted u where u.address is not null) then
    insert into user_values (org_id, user_id, attribute, place, leads, data)
    select u.org_id, u.id, 'addresses', 0, true, u.address || '{"primary": true}' from inserted u
     where u.address is not null
    on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lead_new_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into user_values (org_id, user_id, attribute, place, leads, data)
        select u.org_id, u.id, m.attribute, 0, true, jsonb_build_object('value', m.value, 'primary', true)
          from inserted u,
               lateral (values ('emails', u.email), ('phoneNumbers', u.phone_number), ('photos', u.picture))
                 as m (attribute, value)
         where m.value is not null
        on conflict do nothing;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.mailbox_in_letters(folded text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  name text;
  domain text;
  labels text[];
  label text;
  digits text;
  letters text;
  code bigint;
  place bigint;
  bias bigint;
  delta bigint;
  weight bigint;
  base bigint;
  threshold bigint;
  digit bigint;
  is_first boolean;
begin
  if folded !~ '@[^@]*(xn--|。|\.$)[^@]*$' then
    return folded;
  end if;
  name := substring(folded from '^(.*@)[^@]*$');
  domain := regexp_replace(replace(substring(folded from '@([^@]*)$'), '。', '.'), '\.$', '');
  if domain !~ '(^|\.)xn--' then
    return name || domain;
  end if;
  foreach label in array string_to_array(domain, '.') loop
    digits := substring(label from '^xn--(?:.*-)?([^-]+)$');
    if digits is null then
      labels := labels || label;
      continue;
    end if;
    letters := coalesce(substring(label from '^xn--(.*)-[^-]+$'), '');
    code := 128;
    place := 0;
    bias := 72;
    is_first := true;
    <<numbers>>
    while digits <> '' loop
      delta := 0;
      weight := 1;
      base := 36;
      loop
        digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', left(digits, 1)) - 1;
        if digits = '' or digit < 0 then
          letters := null;
          exit numbers;
        end if;
        digits := substr(digits, 2);
        delta := delta + digit * weight;
        if delta > 2147483648 then
          letters := null;
          exit numbers;
        end if;
        threshold := least(greatest(base - bias, 1), 26);
        exit when digit < threshold;
        weight := weight * (36 - threshold);
        if weight > 2147483648 then
          letters := null;
          exit numbers;
        end if;
        base := base + 36;
      end loop;
      place := place + delta;
      code := code + place / (char_length(letters) + 1);
      place := place % (char_length(letters) + 1);
      if code > 1114111 or code between 55296 and 57343 then
        letters := null;
        exit numbers;
      end if;
      letters := left(letters, place::int) || chr(code::int) || substr(letters, place::int + 1);
      place := place + 1;
      delta := delta / case when is_first then 700 else 2 end;
      delta := delta + delta / char_length(letters);
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * delta / (delta + 38);
      is_first := false;
    end loop;
    labels := labels || coalesce(letters, label);
  end loop;
  return name || array_to_string(labels, '.');
end $function$;

CREATE OR REPLACE FUNCTION public.maintain_partitions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  plan partition_plans;
  step interval;
  starts timestamptz;
  child text;
begin
  perform pg_advisory_xact_lock(hashtext('keyward.maintain_partitions'));
  for plan in select * from partition_plans order by parent loop
    step := ('1 ' || plan.unit)::interval;
    -- far enough that weeks in which no process runs do no harm
    for ahead in 0..(case plan.unit when 'week' then 12 else 3 end) loop
      starts := date_trunc(plan.unit, now(), 'UTC') + ahead * step;
      child := plan.parent || to_char(starts at time zone 'UTC', '_YYYYMMDD');
      if to_regclass(child) is null then
        execute format('create table %I (like %I including all) with (%s)', child, plan.parent, plan.storage);
        -- attaching blocks no reader or writer of the parent; "create … partition of" would
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          plan.parent, child, starts, starts + step);
      end if;
    end loop;
  end loop;
end $function$;
REVOKE ALL ON FUNCTION maintain_partitions() FROM PUBLIC;

CREATE OR REPLACE FUNCTION public.new_id(prefix text)
 RETURNS text
 LANGUAGE sql
AS $function$
  select prefix || '_' || string_agg(
           substr('0123456789abcdefghjkmnpqrstvwxyz', substring(made.bits from 1 + 5 * place for 5)::int + 1, 1), ''
           order by place)
    from (select b'00' || ('x' || lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
                 || '7' || right(replace(gen_random_uuid()::text, '-', ''), 19))::bit(128) as bits) as made,
         generate_series(0, 25) as place
$function$;

CREATE OR REPLACE FUNCTION public.next_expiry_notice(expires timestamp with time zone, since timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select min(expires - days * interval '24 hours') from unnest(array[30, 14, 7, 1]) as days
   where expires - days * interval '24 hours' > since
$function$;

CREATE OR REPLACE FUNCTION public.note_proved_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not new.email_verified then
    new.email_verified_at := null;
    new.email_proof := null;
    new.email_proved_by := null;
    return new;
  end if;
  new.email_verified_at := now();
  if new.email_proof is null then
    new.email_proof := case when tg_op = 'INSERT' and new.source = 'FEDERATION' then 'BY_ISSUER' else 'BY_MAIL' end;
  end if;
  if new.email_proof <> 'BY_ISSUER' then
    new.email_proved_by := null;
  elsif new.email_proved_by is null then
    new.email_proved_by := new.source_connection_id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_verification_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'credentials' then
    insert into verification_changes (org_id, credential_id) values (new.org_id, new.id);
  elsif tg_table_name = 'identities' then
    insert into verification_changes (org_id, identity_id) values (new.org_id, new.id);
  else
    insert into verification_changes (org_id) values (new.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.owe_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from inserted i join webhooks w on w.org_id = i.org_id) then return null; end if;
  -- The transition table has the order of the events, and a join would lose it.
  insert into deliveries
    (org_id, id, webhook_id, event_id, event_type, event_at, resource_id, status)
  select e.org_id, new_id('dlv'), w.id, e.id, e.type, e.created_at,
         coalesce(e.data ->> 'identityId', e.data ->> 'userId', e.data ->> 'groupId'),
         'PENDING'
    from (select i.*, row_number() over () as place from inserted i) as e
    join webhooks w on w.org_id = e.org_id and w.status <> 'DISABLED' and w.events && array[e.type, '*']
   where e.type <> 'webhook.test'
   order by e.place;
  if found and pg_try_advisory_xact_lock(hashtextextended('keyward.notify_deliverer', 0)) then
    perform pg_notify('keyward_deliveries', '');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.plan_expiry_notice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    new.expiry_notice_at := next_expiry_notice(new.expires_at, new.created_at);
  elsif new.expires_at is distinct from old.expires_at then
    new.expiry_notice_at := next_expiry_notice(new.expires_at, now());
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' and starts_with(tg_table_name, 'audit_logs') then
    if exists (select from tenants where id = old.org_id and erasing_at is not null)
       or (exists (select from erased_organizations where org_id = old.org_id) and not exists (select from tenants where id = old.org_id)) then
      return old;
    end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_keys_of_operators()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if pg_has_role(current_user, (select relowner from pg_catalog.pg_class where oid = tg_relid), 'usage') then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'UPDATE'
     and to_jsonb(new) - '{last_used_at,revoked_at}'::text[] = to_jsonb(old) - '{last_used_at,revoked_at}'::text[]
     and (old.revoked_at is null or new.revoked_at is not distinct from old.revoked_at) then
    return new;
  end if;
  raise exception 'only the owner of the database changes %', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_living_tenant()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from tenants where id = new.org_id) then
    raise exception 'the tenant % was not erased', new.org_id using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_cut_seals(tenant text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  cut bigint;
  removed integer;
begin
  select cut_sequence into cut from audit_chains where org_id = tenant;
  -- Nobody may ask for what is not old: 30 days is less than any retention that can be set.
  delete from audit_checkpoints
   where org_id = tenant and sequence < cut and created_at < now() - interval '30 days';
  delete from audit_seals where org_id = tenant and sequence in (
    select sequence from audit_seals
     where org_id = tenant and sequence <= cut and audit_created_at < now() - interval '30 days'
     order by sequence limit most);
  get diagnostics removed = row_count;
  return removed;
end $function$;
REVOKE ALL ON FUNCTION remove_cut_seals(text,integer) FROM PUBLIC;

CREATE OR REPLACE FUNCTION public.retire_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into retired_secrets (org_id, secret_hash, credential_id) values (old.org_id, old.secret_hash, old.id)
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.shortened(key text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  if char_length(key) <= 400 then
    return key;
  end if;
  return left(key, 300) || encode(sha256(convert_to(key, 'UTF8')), 'hex');
end $function$;

CREATE OR REPLACE FUNCTION public.name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT shortened(folded(name)) AS shortened;
END;

CREATE OR REPLACE FUNCTION public.sign_in_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT shortened(mailbox_in_letters(folded(name))) AS shortened;
END;

RESET check_function_bodies;

CREATE TABLE access_backtests (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text DEFAULT 'WAITING'::text NOT NULL,
  draft jsonb NOT NULL,
  in_place_of text COLLATE "C",
  period_from timestamp(3) with time zone NOT NULL,
  period_to timestamp(3) with time zone NOT NULL,
  result jsonb,
  examples jsonb DEFAULT '[]'::jsonb NOT NULL,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT access_backtests_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT access_backtests_status_check CHECK (status = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'COMPLETED'::text, 'FAILED'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX access_backtests_created ON access_backtests USING btree (created_at);
CREATE INDEX access_backtests_newest ON access_backtests USING btree (org_id, created_at);
CREATE UNIQUE INDEX access_backtests_running ON access_backtests USING btree (org_id) WHERE status = 'RUNNING'::text;

-- A partition for each week, kept for 30 days.
CREATE TABLE access_decisions (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  subject text NOT NULL,
  user_id text COLLATE "C",
  identity_id text COLLATE "C",
  credential_id text COLLATE "C",
  application character varying(300),
  decision text NOT NULL,
  outcome text NOT NULL,
  policy_id text COLLATE "C",
  policies text[] COLLATE "C" DEFAULT '{}'::text[] NOT NULL,
  attempts integer DEFAULT 1 NOT NULL,
  shared boolean NOT NULL,
  signals jsonb NOT NULL,
  outcomes bytea NOT NULL,
  request_id text COLLATE "C",
  CONSTRAINT access_decisions_pkey PRIMARY KEY (org_id, id, at),
  CONSTRAINT access_decisions_decision_check CHECK (decision = ANY (ARRAY['ALLOW'::text, 'BLOCK'::text, 'REQUIRE'::text])),
  CONSTRAINT access_decisions_outcome_check CHECK (outcome = ANY (ARRAY['ALLOWED'::text, 'DENIED'::text, 'ASKED'::text])),
  CONSTRAINT access_decisions_outcomes_check CHECK (octet_length(outcomes) <= 2048),
  CONSTRAINT access_decisions_subject_check CHECK (subject = ANY (ARRAY['user'::text, 'machine'::text]))
) PARTITION BY RANGE (at);
CREATE INDEX access_decisions_newest ON access_decisions USING btree (org_id, at, id);
CREATE INDEX access_decisions_of_identity ON access_decisions USING btree (org_id, identity_id, at) WHERE identity_id IS NOT NULL;
CREATE INDEX access_decisions_of_policies ON access_decisions USING gin (policies) WHERE policies <> '{}'::text[];
CREATE INDEX access_decisions_of_user ON access_decisions USING btree (org_id, user_id, at) WHERE user_id IS NOT NULL;
CREATE INDEX access_decisions_refused ON access_decisions USING btree (org_id, outcome, at, id) WHERE outcome <> 'ALLOWED'::text;
CREATE UNIQUE INDEX access_decisions_shared ON access_decisions USING btree (org_id, COALESCE(credential_id, (COALESCE(user_id, identity_id) || ' '::text) || application::text, application::text, ''::text), outcome, (policies[1]), at) WHERE shared;

CREATE TABLE access_devices (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  platform text NOT NULL,
  trust text NOT NULL,
  trust_expires_at timestamp(3) with time zone,
  certificate_thumbprints text[] DEFAULT '{}'::text[] NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT access_devices_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT access_devices_certificate_thumbprints_check CHECK (cardinality(certificate_thumbprints) <= 5),
  CONSTRAINT access_devices_trust_check CHECK (trust = ANY (ARRAY['compliant'::text, 'managed'::text, 'unmanaged'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX access_devices_of_certificate ON access_devices USING gin (certificate_thumbprints) WITH (fastupdate=off);
CREATE INDEX access_devices_of_user ON access_devices USING btree (org_id, user_id, id);

CREATE TABLE access_passes (
  org_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  code_hash bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT access_passes_pkey PRIMARY KEY (org_id, user_id)
);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX access_passes_expired ON access_passes USING btree (expires_at);

CREATE TABLE access_policies (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  description character varying(500),
  priority integer NOT NULL,
  status text NOT NULL,
  conditions jsonb NOT NULL,
  judges_machines boolean NOT NULL,
  decision text NOT NULL,
  requirements text[] DEFAULT '{}'::text[] NOT NULL,
  session jsonb NOT NULL,
  match_count bigint DEFAULT 0 NOT NULL,
  last_matched_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT access_policies_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT access_policies_check CHECK ((decision = 'REQUIRE'::text) = (requirements <> '{}'::text[])),
  CONSTRAINT access_policies_decision_check CHECK (decision = ANY (ARRAY['ALLOW'::text, 'BLOCK'::text, 'REQUIRE'::text])),
  CONSTRAINT access_policies_priority_check CHECK (priority >= 1 AND priority <= 10000),
  CONSTRAINT access_policies_status_check CHECK (status = ANY (ARRAY['ENABLED'::text, 'REPORT_ONLY'::text, 'DISABLED'::text]))
) WITH (fillfactor=70);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE UNIQUE INDEX access_policies_priority ON access_policies USING btree (org_id, priority);

CREATE TABLE access_policy_days (
  org_id text COLLATE "C" NOT NULL,
  policy_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  allowed bigint DEFAULT 0 NOT NULL,
  blocked bigint DEFAULT 0 NOT NULL,
  asked bigint DEFAULT 0 NOT NULL,
  reported bigint DEFAULT 0 NOT NULL,
  CONSTRAINT access_policy_days_pkey PRIMARY KEY (org_id, day, policy_id)
) WITH (fillfactor=70);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX access_policy_days_by_age ON access_policy_days USING btree (day);

CREATE UNLOGGED TABLE address_windows (
  address text COLLATE "C" NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  count integer NOT NULL,
  CONSTRAINT address_windows_pkey PRIMARY KEY (address)
);

CREATE TABLE alert_channels (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rule_id text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  type text NOT NULL,
  host character varying(253),
  region text,
  target bytea,
  user_ids text[] DEFAULT '{}'::text[] NOT NULL,
  last_success_at timestamp(3) with time zone,
  last_failure_at timestamp(3) with time zone,
  last_error text COLLATE "C",
  hour timestamp with time zone,
  sent integer DEFAULT 0 NOT NULL,
  more integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alert_channels_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT alert_channels_check CHECK ((type = 'EMAIL'::text) = (target IS NULL)),
  CONSTRAINT alert_channels_region_check CHECK (region = ANY (ARRAY['US'::text, 'EU'::text])),
  CONSTRAINT alert_channels_type_check CHECK (type = ANY (ARRAY['EMAIL'::text, 'SLACK'::text, 'TEAMS'::text, 'PAGERDUTY'::text]))
) WITH (fillfactor=70);
-- FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE
CREATE INDEX alert_channels_of_rule ON alert_channels USING btree (org_id, rule_id, place);

CREATE TABLE alert_rules (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  events text[] NOT NULL,
  conditions jsonb NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  throttle_seconds integer DEFAULT 300 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alert_rules_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT alert_rules_throttle_seconds_check CHECK (throttle_seconds >= 0 AND throttle_seconds <= 86400)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX alert_rules_newest ON alert_rules USING btree (org_id, created_at DESC, id);

CREATE TABLE alerts (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rule_id text COLLATE "C",
  subject text COLLATE "C" NOT NULL,
  title character varying(200) NOT NULL,
  severity text NOT NULL,
  status text DEFAULT 'OPEN'::text NOT NULL,
  source_type text COLLATE "C" NOT NULL,
  source_id text COLLATE "C",
  identity_id text COLLATE "C",
  description character varying(1000) NOT NULL,
  count bigint DEFAULT 1 NOT NULL,
  last_triggered_at timestamp(3) with time zone NOT NULL,
  resolved_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT alerts_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT alerts_severity_check CHECK (severity = ANY (ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text])),
  CONSTRAINT alerts_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'ACKNOWLEDGED'::text, 'RESOLVED'::text]))
);
CREATE INDEX alerts_by_age ON alerts USING btree (COALESCE(resolved_at, last_triggered_at));
CREATE INDEX alerts_newest ON alerts USING btree (org_id, created_at DESC, id);
CREATE UNIQUE INDEX alerts_not_resolved ON alerts USING btree (org_id, COALESCE(rule_id, ''::text), subject) WHERE status <> 'RESOLVED'::text;
CREATE INDEX alerts_of_identity ON alerts USING btree (org_id, identity_id, created_at DESC, id) WHERE identity_id IS NOT NULL;
CREATE INDEX alerts_of_subject ON alerts USING btree (org_id, COALESCE(rule_id, ''::text), subject, created_at DESC);

CREATE TABLE anomalies (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  severity text NOT NULL,
  score integer NOT NULL,
  identity_id text COLLATE "C",
  credential_id text COLLATE "C",
  user_id text COLLATE "C",
  subject text COLLATE "C" NOT NULL,
  description character varying(500) NOT NULL,
  evidence jsonb NOT NULL,
  status text DEFAULT 'OPEN'::text NOT NULL,
  note character varying(500),
  occurrences bigint DEFAULT 1 NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  closed_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT anomalies_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT anomalies_score_check CHECK (score >= 0 AND score <= 100),
  CONSTRAINT anomalies_severity_check CHECK (severity = ANY (ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text])),
  CONSTRAINT anomalies_status_check CHECK (status = ANY (ARRAY['OPEN'::text, 'ACKNOWLEDGED'::text, 'RESOLVED'::text, 'FALSE_POSITIVE'::text]))
);
CREATE INDEX anomalies_by_age ON anomalies USING btree (COALESCE(closed_at, last_seen_at));
CREATE INDEX anomalies_newest ON anomalies USING btree (org_id, created_at DESC, id);
CREATE UNIQUE INDEX anomalies_not_closed ON anomalies USING btree (org_id, type, COALESCE(credential_id, ''::text), subject) WHERE status = ANY (ARRAY['OPEN'::text, 'ACKNOWLEDGED'::text]);
CREATE INDEX anomalies_of_credential ON anomalies USING btree (org_id, credential_id, created_at DESC);
CREATE INDEX anomalies_of_identity ON anomalies USING btree (org_id, identity_id, created_at DESC);

CREATE TABLE attribute_schemas (
  org_id text COLLATE "C" NOT NULL,
  schema jsonb,
  version integer NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  updated_by text COLLATE "C",
  CONSTRAINT attribute_schemas_pkey PRIMARY KEY (org_id)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

CREATE TABLE audit_chains (
  org_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  checkpoint_sequence bigint DEFAULT 0 NOT NULL,
  checkpoint_at timestamp(3) with time zone,
  cut_sequence bigint DEFAULT 0 NOT NULL,
  cut_hash bytea,
  cut_before timestamp(3) with time zone,
  cut_key_id text COLLATE "C",
  cut_signature bytea,
  sealed_rows bigint,
  CONSTRAINT audit_chains_pkey PRIMARY KEY (org_id)
) WITH (fillfactor=50);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX audit_chains_unsigned ON audit_chains USING btree (COALESCE(checkpoint_at, '-infinity'::timestamp with time zone)) WHERE sequence > checkpoint_sequence;

CREATE TABLE audit_checkpoints (
  org_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  signature bytea NOT NULL,
  CONSTRAINT audit_checkpoints_pkey PRIMARY KEY (org_id, sequence)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

CREATE TABLE audit_epochs (
  org_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  previous_sequence bigint NOT NULL,
  previous_hash bytea NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  key_id text COLLATE "C",
  signature bytea,
  CONSTRAINT audit_epochs_pkey PRIMARY KEY (org_id, sequence),
  CONSTRAINT audit_epochs_check CHECK (sequence > previous_sequence),
  CONSTRAINT audit_epochs_check1 CHECK ((key_id IS NULL) = (signature IS NULL))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

CREATE TABLE audit_keys (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  public_key jsonb NOT NULL,
  private_key bytea NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT audit_keys_pkey PRIMARY KEY (org_id, id)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

-- A partition for each month, kept for 1000 years.
CREATE TABLE audit_logs (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  action text COLLATE "C" NOT NULL,
  actor_type text NOT NULL,
  actor_id text COLLATE "C",
  target_type text COLLATE "C" NOT NULL,
  target_id text COLLATE "C",
  result text NOT NULL,
  code text COLLATE "C",
  request_id text COLLATE "C",
  personal_hash bytea NOT NULL,
  CONSTRAINT audit_logs_pkey PRIMARY KEY (org_id, id, created_at),
  CONSTRAINT audit_logs_result_check CHECK (result = ANY (ARRAY['SUCCESS'::text, 'FAILURE'::text, 'DENIED'::text]))
) PARTITION BY RANGE (created_at);
ALTER TABLE audit_logs ADD CONSTRAINT audit_logs_actor_type_check CHECK (actor_type = ANY (ARRAY['API_KEY'::text, 'USER'::text, 'SCIM'::text, 'OIDC_CLIENT'::text, 'SETUP_LINK'::text, 'SYSTEM'::text, 'ANONYMOUS'::text])) NOT VALID;
CREATE INDEX audit_logs_newest ON audit_logs USING btree (org_id, created_at DESC, id);
CREATE INDEX audit_logs_of_action ON audit_logs USING btree (org_id, action, created_at DESC, id);
CREATE INDEX audit_logs_of_actor ON audit_logs USING btree (org_id, actor_id, created_at DESC, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_logs_of_request ON audit_logs USING btree (org_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX audit_logs_of_target ON audit_logs USING btree (org_id, target_id, created_at DESC, id) WHERE target_id IS NOT NULL;
CREATE INDEX audit_logs_of_type ON audit_logs USING btree (org_id, target_type, created_at DESC, id);
CREATE INDEX audit_logs_of_user ON audit_logs USING btree (org_id, target_id) WHERE target_type = 'user'::text;
CREATE INDEX audit_logs_refused ON audit_logs USING btree (org_id, result, created_at DESC, id) WHERE result <> 'SUCCESS'::text;
CREATE TRIGGER audit_logs_append_only BEFORE DELETE OR UPDATE ON audit_logs
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

-- A partition for each month, kept for 1000 years.
CREATE TABLE audit_personal (
  org_id text COLLATE "C" NOT NULL,
  audit_id text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  salt bytea NOT NULL,
  content text NOT NULL,
  ip text COLLATE "C",
  CONSTRAINT audit_personal_pkey PRIMARY KEY (org_id, audit_id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX audit_personal_of_ip ON audit_personal USING btree (org_id, ip, created_at DESC) WHERE ip IS NOT NULL;

CREATE TABLE audit_seals (
  org_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  audit_id text COLLATE "C" NOT NULL,
  audit_created_at timestamp(3) with time zone NOT NULL,
  row_hash bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT audit_seals_pkey PRIMARY KEY (org_id, sequence),
  CONSTRAINT audit_seals_sequence_check CHECK (sequence > 0)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX audit_seals_of_row ON audit_seals USING btree (org_id, audit_id);
CREATE TRIGGER audit_seals_count AFTER INSERT ON audit_seals REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT
  EXECUTE FUNCTION count_seals();

CREATE TABLE audit_unsealed (
  org_id text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  audit_id text COLLATE "C" NOT NULL,
  CONSTRAINT audit_unsealed_pkey PRIMARY KEY (org_id, created_at, audit_id)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

CREATE TABLE auth_configs (
  org_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  settings jsonb NOT NULL,
  version integer NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  updated_by text COLLATE "C",
  CONSTRAINT auth_configs_pkey PRIMARY KEY (org_id, name)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
ALTER TABLE auth_configs ADD CONSTRAINT auth_configs_name_check CHECK (name = ANY (ARRAY['password_policy'::text, 'totp'::text, 'webauthn'::text, 'magic_link'::text, 'registration'::text, 'branding'::text, 'oidc_client_metadata'::text, 'oidc_client_registration'::text])) NOT VALID;

CREATE TABLE browsers (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  known boolean DEFAULT false NOT NULL,
  CONSTRAINT browsers_pkey PRIMARY KEY (id)
);
CREATE INDEX browsers_seen ON browsers USING btree (last_seen_at);
CREATE UNIQUE INDEX browsers_token ON browsers USING btree (token_hash);
CREATE INDEX browsers_unknown ON browsers USING btree (last_seen_at) WHERE NOT known;

CREATE TABLE credential_addresses (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  known boolean NOT NULL,
  first_seen_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT credential_addresses_pkey PRIMARY KEY (org_id, credential_id, address)
) WITH (fillfactor=70);

CREATE TABLE credential_changes (
  org_id text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  status text COLLATE "C" NOT NULL,
  change bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000);
CREATE INDEX credential_changes_of_tenant ON credential_changes USING btree (org_id);

CREATE TABLE credential_countries (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  known boolean NOT NULL,
  first_seen_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT credential_countries_pkey PRIMARY KEY (org_id, credential_id, country)
) WITH (fillfactor=70);

CREATE TABLE credential_counts (
  org_id text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  status text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT credential_counts_pkey PRIMARY KEY (org_id, part, at, status),
  CONSTRAINT credential_counts_part_check CHECK (part = ANY (ARRAY['ALL'::text, 'ENDS'::text, 'DAY'::text]))
);

CREATE TABLE credential_days (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  uses bigint NOT NULL,
  hours integer NOT NULL,
  CONSTRAINT credential_days_pkey PRIMARY KEY (org_id, credential_id, day)
) WITH (fillfactor=70);
CREATE INDEX credential_days_by_age ON credential_days USING btree (day);

CREATE TABLE credential_profiles (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  first_seen_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  last_place jsonb,
  CONSTRAINT credential_profiles_pkey PRIMARY KEY (org_id, credential_id)
) WITH (fillfactor=70);

CREATE TABLE credentials (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  identity_id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  type text NOT NULL,
  status text DEFAULT 'ACTIVE'::text NOT NULL,
  status_reason text,
  scopes text[] DEFAULT '{}'::text[] NOT NULL,
  is_temporary boolean DEFAULT false NOT NULL,
  secret_hash bytea NOT NULL,
  secret_prefix text NOT NULL,
  secret_last4 text NOT NULL,
  previous_secret_hash bytea,
  previous_expires_at timestamp(3) with time zone,
  usage_count bigint DEFAULT 0 NOT NULL,
  max_usage_count integer,
  last_used_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  allowed_ips text[],
  metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
  window_started_at timestamp(3) with time zone,
  window_count integer DEFAULT 0 NOT NULL,
  verify_window_started_at timestamp(3) with time zone,
  verify_window_count integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_rotated_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  use_window_started_at timestamp(3) with time zone,
  use_window_count integer DEFAULT 0 NOT NULL,
  observed_since timestamp(3) with time zone,
  expiry_notice_at timestamp(3) with time zone,
  rate_limit_per_minute integer,
  may_give_lasting boolean DEFAULT false NOT NULL,
  CONSTRAINT credentials_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT credentials_check CHECK ((previous_secret_hash IS NULL) = (previous_expires_at IS NULL)),
  CONSTRAINT credentials_max_usage_count_check CHECK (max_usage_count > 0),
  CONSTRAINT credentials_rate_limit_per_minute_check CHECK (rate_limit_per_minute >= 1 AND rate_limit_per_minute <= 1000000),
  CONSTRAINT credentials_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'EXPIRED'::text, 'REVOKED'::text, 'SUSPENDED'::text])),
  CONSTRAINT credentials_type_check CHECK (type = ANY (ARRAY['API_KEY'::text, 'JIT'::text, 'WORKLOAD'::text]))
) WITH (fillfactor=70);
-- FOREIGN KEY (org_id, identity_id) REFERENCES identities(org_id, id)
CREATE INDEX credentials_ending ON credentials USING btree (expires_at) WHERE expires_at IS NOT NULL AND (status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text]));
CREATE INDEX credentials_ending_of_tenant ON credentials USING btree (org_id, expires_at) WHERE deleted_at IS NULL AND status = 'ACTIVE'::text AND expires_at IS NOT NULL;
CREATE INDEX credentials_expiring ON credentials USING btree (expiry_notice_at) WHERE expiry_notice_at IS NOT NULL AND status = 'ACTIVE'::text;
CREATE INDEX credentials_grace_ending ON credentials USING btree (previous_expires_at) WHERE previous_expires_at IS NOT NULL;
CREATE INDEX credentials_last_four ON credentials USING btree (secret_last4, org_id) WHERE deleted_at IS NULL;
CREATE INDEX credentials_live_of_identity ON credentials USING btree (org_id, identity_id) WHERE status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text]);
CREATE INDEX credentials_newest ON credentials USING btree (org_id, created_at DESC, id) WHERE deleted_at IS NULL;
CREATE INDEX credentials_of_known_identity ON credentials USING btree (org_id, identity_id) WHERE identity_id IS NOT NULL;
CREATE INDEX credentials_oldest_live ON credentials USING btree (org_id, created_at, id) WHERE deleted_at IS NULL AND (status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text]));
CREATE UNIQUE INDEX credentials_previous_secret ON credentials USING btree (previous_secret_hash) WHERE previous_secret_hash IS NOT NULL;
CREATE INDEX credentials_search ON credentials USING gin (org_id, name gin_trgm_ops) WITH (fastupdate=off) WHERE deleted_at IS NULL;
CREATE INDEX credentials_search_respelled ON credentials USING gin (org_id, folded(name::text) gin_trgm_ops) WHERE folded(name::text) <> lower(name::text);
CREATE UNIQUE INDEX credentials_secret ON credentials USING btree (secret_hash);
CREATE INDEX credentials_tombstones ON credentials USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX credentials_without_notice ON credentials USING btree (expires_at) WHERE expiry_notice_at IS NULL AND expires_at IS NOT NULL AND status = 'ACTIVE'::text;
CREATE TRIGGER credentials_count_back AFTER UPDATE OF status ON credentials
  FOR EACH ROW WHEN ((new.status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text])) AND NOT (old.status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text])))
  EXECUTE FUNCTION count_for_quota('credentials', '1');
CREATE TRIGGER credentials_count_ended AFTER UPDATE OF status ON credentials
  FOR EACH ROW WHEN ((old.status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text])) AND NOT (new.status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text])))
  EXECUTE FUNCTION count_for_quota('credentials', '-1');
CREATE TRIGGER credentials_count_gone AFTER DELETE ON credentials
  FOR EACH ROW WHEN (old.status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text]))
  EXECUTE FUNCTION count_for_quota('credentials', '-1');
CREATE TRIGGER credentials_count_new AFTER INSERT ON credentials
  FOR EACH ROW WHEN (new.status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text]))
  EXECUTE FUNCTION count_for_quota('credentials', '1');
CREATE TRIGGER credentials_expiry_notice BEFORE INSERT OR UPDATE OF expires_at ON credentials
  FOR EACH ROW
  EXECUTE FUNCTION plan_expiry_notice();
CREATE TRIGGER credentials_note_change AFTER UPDATE OF identity_id, name, status, scopes, is_temporary, secret_hash, previous_secret_hash, max_usage_count, expires_at, allowed_ips, deleted_at ON credentials
  FOR EACH ROW WHEN (old.status = 'ACTIVE'::text AND old.max_usage_count IS NULL AND (old.expires_at IS NULL OR old.expires_at > now()) AND (old.identity_id IS DISTINCT FROM new.identity_id OR old.name::text IS DISTINCT FROM new.name::text OR old.status IS DISTINCT FROM new.status OR old.scopes IS DISTINCT FROM new.scopes OR old.is_temporary IS DISTINCT FROM new.is_temporary OR old.secret_hash IS DISTINCT FROM new.secret_hash OR old.previous_secret_hash IS DISTINCT FROM new.previous_secret_hash OR old.max_usage_count IS DISTINCT FROM new.max_usage_count OR old.expires_at IS DISTINCT FROM new.expires_at OR old.allowed_ips IS DISTINCT FROM new.allowed_ips OR old.deleted_at IS DISTINCT FROM new.deleted_at))
  EXECUTE FUNCTION note_verification_change();
CREATE TRIGGER credentials_retire_secret AFTER UPDATE OF secret_hash ON credentials
  FOR EACH ROW WHEN (old.secret_hash IS DISTINCT FROM new.secret_hash)
  EXECUTE FUNCTION retire_secret();
CREATE TRIGGER credentials_tally_change AFTER UPDATE OF status, expires_at, deleted_at ON credentials
  FOR EACH ROW WHEN (old.status <> new.status OR old.expires_at IS DISTINCT FROM new.expires_at OR old.deleted_at IS DISTINCT FROM new.deleted_at)
  EXECUTE FUNCTION count_credential();
CREATE TRIGGER credentials_tally_gone AFTER DELETE ON credentials
  FOR EACH ROW WHEN (old.deleted_at IS NULL)
  EXECUTE FUNCTION count_credential();
CREATE TRIGGER credentials_tally_new AFTER INSERT ON credentials
  FOR EACH ROW
  EXECUTE FUNCTION count_credential();

CREATE TABLE dashboard_links (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  user_id text COLLATE "C",
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT dashboard_links_pkey PRIMARY KEY (org_id)
);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE

-- A partition for each week, kept for 62 days.
CREATE TABLE deliveries (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  "position" bigint DEFAULT nextval('delivery_position'::regclass) NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  event_at timestamp(3) with time zone NOT NULL,
  resource_id text COLLATE "C",
  status text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp(3) with time zone DEFAULT now(),
  claimed_until timestamp(3) with time zone,
  replay_of text COLLATE "C",
  dead_letter_id text COLLATE "C",
  dead_lettered_at timestamp(3) with time zone,
  CONSTRAINT deliveries_pkey PRIMARY KEY (org_id, id, created_at),
  CONSTRAINT deliveries_check CHECK ((dead_letter_id IS NULL) = (dead_lettered_at IS NULL)),
  CONSTRAINT deliveries_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'RETRYING'::text, 'SUCCESS'::text, 'FAILED'::text, 'CANCELLED'::text]))
) PARTITION BY RANGE (created_at);
CREATE INDEX deliveries_dead ON deliveries USING btree (org_id, webhook_id, dead_lettered_at DESC, dead_letter_id) WHERE dead_letter_id IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries USING btree (org_id, webhook_id, next_attempt_at, "position") WHERE (status = ANY (ARRAY['PENDING'::text, 'RETRYING'::text])) AND next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_newest ON deliveries USING btree (org_id, webhook_id, created_at DESC, "position" DESC) WHERE "position" > 0;
CREATE INDEX deliveries_next ON deliveries USING btree (next_attempt_at) WHERE (status = ANY (ARRAY['PENDING'::text, 'RETRYING'::text])) AND next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_open ON deliveries USING btree (org_id, webhook_id, resource_id, "position") WHERE status = ANY (ARRAY['PENDING'::text, 'RETRYING'::text]);

-- A partition for each week, kept for 62 days.
CREATE TABLE delivery_attempts (
  org_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  attempt integer NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  response_code integer,
  latency_ms integer,
  error text COLLATE "C",
  response_body text,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (org_id, delivery_id, attempt, created_at)
) PARTITION BY RANGE (created_at);

CREATE TABLE detection_bookmarks (
  name text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  CONSTRAINT detection_bookmarks_pkey PRIMARY KEY (name)
);

CREATE TABLE erased_organizations (
  org_id text COLLATE "C" NOT NULL,
  erased_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  made_at timestamp(3) with time zone,
  swept_at timestamp(3) with time zone,
  CONSTRAINT erased_organizations_pkey PRIMARY KEY (org_id)
);
CREATE INDEX erased_organizations_to_sweep ON erased_organizations USING btree (erased_at) WHERE swept_at IS NULL;
CREATE TRIGGER erased_organizations_are_gone BEFORE INSERT ON erased_organizations
  FOR EACH ROW
  EXECUTE FUNCTION refuse_living_tenant();
CREATE TRIGGER erased_organizations_stay BEFORE DELETE ON erased_organizations
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER erased_organizations_stay_as_they_are BEFORE UPDATE OF org_id, erased_at, made_at ON erased_organizations
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

-- A partition for each week, kept for 62 days.
CREATE TABLE events (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  data jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  written_by xid8 DEFAULT pg_current_xact_id(),
  CONSTRAINT events_pkey PRIMARY KEY (org_id, created_at, id)
) PARTITION BY RANGE (created_at);
CREATE TRIGGER events_are_followed AFTER INSERT ON events
  FOR EACH ROW WHEN (new.type = ANY (ARRAY['identity.created'::text, 'identity.updated'::text, 'identity.suspended'::text, 'identity.revoked'::text, 'credential.created'::text, 'credential.updated'::text, 'credential.rotated'::text, 'credential.expired'::text, 'credential.revoked'::text, 'credential.suspended'::text, 'credential.reactivated'::text, 'credential.leaked'::text, 'credential.expiring'::text, 'policy.violated'::text, 'anomaly.detected'::text, 'user.deprovisioned'::text, 'access.exclusion_used'::text]))
  EXECUTE FUNCTION follow_event();
CREATE TRIGGER events_owe_deliveries AFTER INSERT ON events REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT
  EXECUTE FUNCTION owe_deliveries();

CREATE TABLE exchanged_tokens (
  org_id text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT exchanged_tokens_pkey PRIMARY KEY (org_id, token_hash)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX exchanged_tokens_ended ON exchanged_tokens USING btree (ends_at);

CREATE TABLE failing_addresses (
  org_id text COLLATE "C" NOT NULL,
  address character varying(300) COLLATE "C" NOT NULL,
  failures integer NOT NULL,
  retry_at timestamp with time zone NOT NULL,
  CONSTRAINT failing_addresses_pkey PRIMARY KEY (org_id, address)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

CREATE TABLE failure_facts (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  code text COLLATE "C" NOT NULL,
  address text COLLATE "C",
  failures integer NOT NULL
);
CREATE INDEX failure_facts_by_time ON failure_facts USING btree (at);
CREATE INDEX failure_facts_of_credential ON failure_facts USING btree (org_id, credential_id, at);

CREATE TABLE federation_connections (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  name character varying(100) NOT NULL,
  status text DEFAULT 'ACTIVE'::text NOT NULL,
  enforced boolean DEFAULT false NOT NULL,
  jit_provisioning boolean DEFAULT true NOT NULL,
  account_linking text DEFAULT 'VERIFIED_DOMAIN'::text NOT NULL,
  trust_email boolean DEFAULT false NOT NULL,
  trust_mfa boolean DEFAULT false NOT NULL,
  attribute_mapping jsonb DEFAULT '{}'::jsonb NOT NULL,
  groups_claim character varying(256) DEFAULT 'groups'::character varying NOT NULL,
  group_mapping jsonb DEFAULT '[]'::jsonb NOT NULL,
  allowed_groups text[],
  max_session_seconds integer,
  issuer character varying(2048),
  discovery_url character varying(2048),
  client_id character varying(255),
  client_secret bytea,
  token_endpoint_auth_method text,
  scopes text[],
  pkce boolean,
  user_info boolean,
  health text DEFAULT 'UNKNOWN'::text NOT NULL,
  last_tested_at timestamp(3) with time zone,
  last_login_at timestamp(3) with time zone,
  last_error character varying(500),
  metadata_refreshed_at timestamp(3) with time zone,
  next_check_at timestamp(3) with time zone DEFAULT (now() + '1 day'::interval) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  idp_entity_id character varying(1024),
  sso_url character varying(2048),
  sso_binding text,
  slo_url character varying(2048),
  slo_response_url character varying(2048),
  slo_binding text,
  certificates text[],
  metadata_url character varying(2048),
  metadata_signing_certificate text,
  sign_requests boolean,
  want_assertions_signed boolean,
  want_encrypted boolean,
  name_id_format text,
  subject_attribute character varying(256),
  allow_idp_initiated boolean,
  clock_skew_seconds integer,
  logout_upstream boolean DEFAULT false NOT NULL,
  pending_change jsonb,
  rejected_change text,
  metadata_error character varying(500),
  metadata_asked_at timestamp(3) with time zone,
  certificate_expires_at timestamp(3) with time zone,
  certificate_notice_at timestamp(3) with time zone,
  metadata_warning character varying(500),
  product text COLLATE "C",
  accept_assertions boolean DEFAULT false,
  CONSTRAINT federation_connections_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT federation_connections_id_key UNIQUE (id),
  CONSTRAINT federation_connections_account_linking_check CHECK (account_linking = ANY (ARRAY['NONE'::text, 'VERIFIED_DOMAIN'::text, 'EXPLICIT'::text])),
  CONSTRAINT federation_connections_check CHECK (type <> 'OIDC'::text OR issuer IS NOT NULL AND client_id IS NOT NULL AND token_endpoint_auth_method IS NOT NULL AND scopes IS NOT NULL AND pkce IS NOT NULL AND user_info IS NOT NULL),
  CONSTRAINT federation_connections_check1 CHECK (type <> 'SAML'::text OR idp_entity_id IS NOT NULL AND sso_url IS NOT NULL AND sso_binding IS NOT NULL AND slo_binding IS NOT NULL AND certificates IS NOT NULL AND sign_requests IS NOT NULL AND want_assertions_signed IS NOT NULL AND want_encrypted IS NOT NULL AND name_id_format IS NOT NULL AND allow_idp_initiated IS NOT NULL AND clock_skew_seconds IS NOT NULL),
  CONSTRAINT federation_connections_clock_skew_seconds_check CHECK (clock_skew_seconds >= 0 AND clock_skew_seconds <= 180),
  CONSTRAINT federation_connections_health_check CHECK (health = ANY (ARRAY['UNKNOWN'::text, 'HEALTHY'::text, 'FAILING'::text])),
  CONSTRAINT federation_connections_name_id_format_check CHECK (name_id_format = ANY (ARRAY['persistent'::text, 'emailAddress'::text, 'transient'::text, 'unspecified'::text])),
  CONSTRAINT federation_connections_slo_binding_check CHECK (slo_binding = ANY (ARRAY['HTTP-Redirect'::text, 'HTTP-POST'::text])),
  CONSTRAINT federation_connections_sso_binding_check CHECK (sso_binding = ANY (ARRAY['HTTP-Redirect'::text, 'HTTP-POST'::text])),
  CONSTRAINT federation_connections_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])),
  CONSTRAINT federation_connections_type_check CHECK (type = ANY (ARRAY['OIDC'::text, 'SAML'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX federation_connections_due ON federation_connections USING btree (next_check_at) WHERE status = 'ACTIVE'::text;
CREATE INDEX federation_connections_newest ON federation_connections USING btree (org_id, created_at DESC, id);
CREATE INDEX federation_connections_notice ON federation_connections USING btree (certificate_notice_at) WHERE certificate_notice_at IS NOT NULL;

CREATE TABLE federation_domains (
  org_id text COLLATE "C" NOT NULL,
  domain character varying(239) COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  environment text NOT NULL,
  status text DEFAULT 'PENDING'::text NOT NULL,
  value text COLLATE "C" NOT NULL,
  misses integer DEFAULT 0 NOT NULL,
  verified_at timestamp(3) with time zone,
  last_checked_at timestamp(3) with time zone,
  next_check_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT federation_domains_pkey PRIMARY KEY (org_id, domain),
  CONSTRAINT federation_domains_environment_check CHECK (environment = ANY (ARRAY['live'::text, 'test'::text])),
  CONSTRAINT federation_domains_status_check CHECK (status = ANY (ARRAY['PENDING'::text, 'VERIFIED'::text, 'FAILED'::text]))
);
-- FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE
CREATE INDEX federation_domains_due ON federation_domains USING btree (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX federation_domains_of_connection ON federation_domains USING btree (org_id, connection_id);
CREATE UNIQUE INDEX federation_domains_verified ON federation_domains USING btree (environment, domain) WHERE status = 'VERIFIED'::text;

CREATE TABLE federation_encryption_keys (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  private_key bytea NOT NULL,
  certificate text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  retired_at timestamp(3) with time zone,
  CONSTRAINT federation_encryption_keys_pkey PRIMARY KEY (org_id, id)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

CREATE TABLE federation_logout_tokens (
  org_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  jti bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT federation_logout_tokens_pkey PRIMARY KEY (org_id, connection_id, jti)
);
-- FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE
CREATE INDEX federation_logout_tokens_expired ON federation_logout_tokens USING btree (expires_at);

CREATE TABLE federation_logouts (
  org_id text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  browser_id uuid NOT NULL,
  is_sent boolean DEFAULT false NOT NULL,
  hint bytea,
  next_url character varying(4096),
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT federation_logouts_pkey PRIMARY KEY (org_id, token_hash)
);
-- FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE
-- FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE
CREATE INDEX federation_logouts_expired ON federation_logouts USING btree (expires_at);
CREATE INDEX federation_logouts_of_browser ON federation_logouts USING btree (browser_id);

CREATE TABLE federation_responses (
  org_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  assertion bytea NOT NULL,
  handle bytea,
  kept bytea,
  expires_at timestamp(3) with time zone NOT NULL,
  forget_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT federation_responses_pkey PRIMARY KEY (org_id, connection_id, assertion)
);
-- FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE
CREATE INDEX federation_responses_forgotten ON federation_responses USING btree (forget_at);
CREATE UNIQUE INDEX federation_responses_handle ON federation_responses USING btree (org_id, handle) WHERE handle IS NOT NULL;

CREATE TABLE federation_setup_links (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  type text,
  domains jsonb NOT NULL,
  token_hash bytea NOT NULL,
  session_hash bytea,
  draft_id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C",
  connection_version integer,
  works integer DEFAULT 0 NOT NULL,
  opened_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  applied_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT federation_setup_links_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT federation_setup_links_type_check CHECK (type = ANY (ARRAY['OIDC'::text, 'SAML'::text]))
);
-- FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE SET NULL (connection_id)
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX federation_setup_links_newest ON federation_setup_links USING btree (org_id, created_at DESC, id);
CREATE INDEX federation_setup_links_of_connection ON federation_setup_links USING btree (org_id, connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX federation_setup_links_of_draft ON federation_setup_links USING btree (draft_id);
CREATE INDEX federation_setup_links_over ON federation_setup_links USING btree (expires_at);
CREATE UNIQUE INDEX federation_setup_links_token ON federation_setup_links USING btree (org_id, token_hash);

CREATE TABLE federation_test_sign_ins (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  browser_id uuid,
  dialogue jsonb,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT federation_test_sign_ins_pkey PRIMARY KEY (org_id, id)
);
-- FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE
CREATE INDEX federation_test_sign_ins_of_connection ON federation_test_sign_ins USING btree (org_id, connection_id);
CREATE INDEX federation_test_sign_ins_over ON federation_test_sign_ins USING btree (expires_at);
CREATE UNIQUE INDEX federation_test_sign_ins_token ON federation_test_sign_ins USING btree (org_id, token_hash);

CREATE TABLE federation_traces (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  verified boolean NOT NULL,
  outcome text NOT NULL,
  step text,
  reason character varying(500),
  request_id text COLLATE "C",
  user_id text COLLATE "C",
  claims jsonb DEFAULT '[]'::jsonb NOT NULL,
  truncated boolean DEFAULT false NOT NULL,
  ring smallint GENERATED ALWAYS AS (
CASE
    WHEN verified THEN 2
    ELSE 0
END) STORED NOT NULL,
  message bytea,
  test boolean DEFAULT false NOT NULL,
  CONSTRAINT federation_traces_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT federation_traces_outcome_check CHECK (outcome = ANY (ARRAY['SUCCESS'::text, 'FAILED'::text]))
);
-- FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE
CREATE INDEX federation_traces_at ON federation_traces USING btree (at);
CREATE INDEX federation_traces_of_connection ON federation_traces USING btree (org_id, connection_id, ring, at DESC, id);
CREATE INDEX federation_traces_of_user ON federation_traces USING btree (org_id, user_id) WHERE user_id IS NOT NULL;

CREATE TABLE governance_inbox (
  org_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  data jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  CONSTRAINT governance_inbox_pkey PRIMARY KEY (org_id, event_id)
);
CREATE INDEX governance_inbox_fresh ON governance_inbox USING btree (org_id, created_at, event_id) WHERE tries = 0;

CREATE TABLE group_members (
  org_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  source text DEFAULT 'LOCAL'::text NOT NULL,
  added_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT group_members_pkey PRIMARY KEY (org_id, group_id, user_id),
  CONSTRAINT group_members_source_check CHECK (source = ANY (ARRAY['LOCAL'::text, 'SCIM'::text, 'FEDERATION'::text, 'IMPORT'::text]))
);
-- FOREIGN KEY (org_id, group_id) REFERENCES groups(org_id, id) ON DELETE CASCADE
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX group_members_newest ON group_members USING btree (org_id, group_id, added_at DESC, user_id);
CREATE INDEX group_members_of_user ON group_members USING btree (org_id, user_id, group_id);

CREATE TABLE groups (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(256) NOT NULL,
  description character varying(500),
  external_id character varying(256),
  source text DEFAULT 'LOCAL'::text NOT NULL,
  scopes text[] DEFAULT '{}'::text[] NOT NULL,
  member_count integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  is_double boolean DEFAULT false NOT NULL,
  CONSTRAINT groups_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT groups_member_count_check CHECK (member_count >= 0),
  CONSTRAINT groups_source_check CHECK (source = ANY (ARRAY['LOCAL'::text, 'SCIM'::text, 'FEDERATION'::text, 'IMPORT'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX groups_doubles ON groups USING btree (org_id, name_key(name::text), created_at, id) WHERE is_double;
CREATE UNIQUE INDEX groups_name ON groups USING btree (org_id, lower(name::text));
CREATE INDEX groups_newest ON groups USING btree (org_id, created_at DESC, id);
CREATE UNIQUE INDEX groups_one_name ON groups USING btree (org_id, name_key(name::text)) WHERE NOT is_double;
CREATE INDEX groups_respelled_name ON groups USING btree (org_id, name_key(name::text) COLLATE "C") WHERE name_key(name::text) <> lower(name::text);
CREATE INDEX groups_scim_external_id ON groups USING btree (org_id, external_id COLLATE "C", id);
CREATE INDEX groups_scim_name ON groups USING btree (org_id, lower(name::text) COLLATE "C", id);
CREATE INDEX groups_search ON groups USING gin (org_id, name gin_trgm_ops);
CREATE INDEX groups_search_respelled ON groups USING gin (org_id, folded(name::text) gin_trgm_ops) WHERE folded(name::text) <> lower(name::text);
CREATE TRIGGER groups_count_gone AFTER DELETE ON groups
  FOR EACH ROW
  EXECUTE FUNCTION count_for_quota('groups', '-1');
CREATE TRIGGER groups_count_new AFTER INSERT ON groups
  FOR EACH ROW
  EXECUTE FUNCTION count_for_quota('groups', '1');
CREATE TRIGGER groups_name_changed AFTER UPDATE OF name ON groups
  FOR EACH ROW WHEN (NOT old.is_double AND name_key(old.name::text) <> name_key(new.name::text))
  EXECUTE FUNCTION hand_on_group_name();
CREATE TRIGGER groups_name_gone AFTER DELETE ON groups
  FOR EACH ROW WHEN (NOT old.is_double)
  EXECUTE FUNCTION hand_on_group_name();
CREATE TRIGGER groups_renamed BEFORE UPDATE OF name ON groups
  FOR EACH ROW WHEN (old.is_double AND name_key(old.name::text) <> name_key(new.name::text))
  EXECUTE FUNCTION judge_double_group();

CREATE TABLE idempotency_keys (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  operation_id text COLLATE "C" NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  answer bytea,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (org_id, credential_id, operation_id, key_hash)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

CREATE TABLE identities (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  type text NOT NULL,
  status text DEFAULT 'ACTIVE'::text NOT NULL,
  description character varying(500),
  owner_user_id text COLLATE "C",
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  allowed_scopes text[],
  allowed_ips text[],
  federated_subjects jsonb DEFAULT '[]'::jsonb NOT NULL,
  metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
  expires_at timestamp(3) with time zone,
  risk_score integer DEFAULT 0 NOT NULL,
  risk_factors jsonb DEFAULT '[]'::jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT identities_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT identities_risk_score_check CHECK (risk_score >= 0 AND risk_score <= 100),
  CONSTRAINT identities_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'REVOKED'::text])),
  CONSTRAINT identities_type_check CHECK (type = ANY (ARRAY['SERVICE_ACCOUNT'::text, 'API_KEY'::text, 'CI_CD'::text, 'AI_AGENT'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX identities_ending ON identities USING btree (expires_at) WHERE expires_at IS NOT NULL AND status <> 'REVOKED'::text;
CREATE INDEX identities_newest ON identities USING btree (org_id, created_at DESC, id) WHERE deleted_at IS NULL;
CREATE INDEX identities_of_owner ON identities USING btree (org_id, owner_user_id) WHERE owner_user_id IS NOT NULL;
CREATE INDEX identities_search ON identities USING gin (org_id, name gin_trgm_ops) WITH (fastupdate=off) WHERE deleted_at IS NULL;
CREATE INDEX identities_search_respelled ON identities USING gin (org_id, folded(name::text) gin_trgm_ops) WHERE folded(name::text) <> lower(name::text);
CREATE INDEX identities_tombstones ON identities USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE TRIGGER identities_count_back AFTER UPDATE OF deleted_at ON identities
  FOR EACH ROW WHEN (new.deleted_at IS NULL AND NOT old.deleted_at IS NULL)
  EXECUTE FUNCTION count_for_quota('identities', '1');
CREATE TRIGGER identities_count_ended AFTER UPDATE OF deleted_at ON identities
  FOR EACH ROW WHEN (old.deleted_at IS NULL AND NOT new.deleted_at IS NULL)
  EXECUTE FUNCTION count_for_quota('identities', '-1');
CREATE TRIGGER identities_count_gone AFTER DELETE ON identities
  FOR EACH ROW WHEN (old.deleted_at IS NULL)
  EXECUTE FUNCTION count_for_quota('identities', '-1');
CREATE TRIGGER identities_count_new AFTER INSERT ON identities
  FOR EACH ROW WHEN (new.deleted_at IS NULL)
  EXECUTE FUNCTION count_for_quota('identities', '1');
CREATE TRIGGER identities_note_change AFTER UPDATE OF name, type, status, tags, allowed_ips, expires_at, risk_score, deleted_at ON identities
  FOR EACH ROW WHEN (old.status = 'ACTIVE'::text AND (old.expires_at IS NULL OR old.expires_at > now()) AND (old.name::text IS DISTINCT FROM new.name::text OR old.type IS DISTINCT FROM new.type OR old.status IS DISTINCT FROM new.status OR old.tags IS DISTINCT FROM new.tags OR old.allowed_ips IS DISTINCT FROM new.allowed_ips OR old.expires_at IS DISTINCT FROM new.expires_at OR old.risk_score IS DISTINCT FROM new.risk_score OR old.deleted_at IS DISTINCT FROM new.deleted_at))
  EXECUTE FUNCTION note_verification_change();

CREATE TABLE identity_violations (
  org_id text COLLATE "C" NOT NULL,
  identity_id text COLLATE "C" NOT NULL,
  violated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT identity_violations_pkey PRIMARY KEY (org_id, identity_id)
);
CREATE INDEX identity_violations_by_age ON identity_violations USING btree (violated_at);

CREATE TABLE invitations (
  org_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  token_hash bytea,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone,
  invited_by text COLLATE "C",
  CONSTRAINT invitations_pkey PRIMARY KEY (org_id, user_id),
  CONSTRAINT invitations_check CHECK ((token_hash IS NULL) = (expires_at IS NULL))
);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX invitations_expired ON invitations USING btree (expires_at);
CREATE INDEX invitations_newest ON invitations USING btree (org_id, created_at DESC, user_id) INCLUDE (expires_at);
CREATE UNIQUE INDEX invitations_token_hash ON invitations USING btree (token_hash, org_id);

CREATE TABLE known_browsers (
  org_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  browser_id uuid NOT NULL,
  last_login_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT known_browsers_pkey PRIMARY KEY (org_id, user_id, browser_id)
);
-- FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX known_browsers_of_browser ON known_browsers USING btree (browser_id);

CREATE TABLE login_sessions (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  browser_id uuid NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  amr text[] NOT NULL,
  auth_time timestamp(3) with time zone NOT NULL,
  address text,
  user_agent character varying(512),
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  connection_id text COLLATE "C",
  upstream_subject character varying(1024),
  upstream_session character varying(255) COLLATE "C",
  tokens_end_at timestamp(3) with time zone,
  upstream_hint bytea,
  brief boolean DEFAULT false NOT NULL,
  device_asked boolean DEFAULT false NOT NULL,
  device_certificate text COLLATE "C",
  device_certificate_ends_at timestamp with time zone,
  front jsonb,
  time_known boolean DEFAULT false NOT NULL,
  CONSTRAINT login_sessions_pkey PRIMARY KEY (org_id, id)
);
-- FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX login_sessions_ending ON login_sessions USING btree (expires_at);
CREATE UNIQUE INDEX login_sessions_of_browser ON login_sessions USING btree (browser_id, org_id);
CREATE INDEX login_sessions_of_connection ON login_sessions USING btree (org_id, connection_id, upstream_subject) WHERE connection_id IS NOT NULL;
CREATE INDEX login_sessions_of_known_user ON login_sessions USING btree (org_id, user_id, created_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX login_sessions_seen ON login_sessions USING btree (last_seen_at);

CREATE TABLE mail_templates (
  org_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  locale text COLLATE "C" NOT NULL,
  texts jsonb NOT NULL,
  version integer NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  updated_by text COLLATE "C",
  CONSTRAINT mail_templates_pkey PRIMARY KEY (org_id, kind, locale),
  CONSTRAINT mail_templates_kind_check CHECK (kind = ANY (ARRAY['INVITATION'::text, 'SIGN_IN'::text, 'RESET_PASSWORD'::text, 'VERIFY_EMAIL'::text, 'CREATE_ACCOUNT'::text, 'HAS_ACCOUNT'::text, 'CONNECTION'::text])),
  CONSTRAINT mail_templates_locale_check CHECK (locale = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text])),
  CONSTRAINT mail_templates_texts_check CHECK (octet_length(texts::text) <= 20000)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

CREATE TABLE mail_windows (
  org_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  subnet bytea DEFAULT '\x'::bytea NOT NULL,
  hour timestamp with time zone NOT NULL,
  count integer NOT NULL,
  told boolean DEFAULT false NOT NULL,
  CONSTRAINT mail_windows_pkey PRIMARY KEY (org_id, kind, subnet, hour),
  CONSTRAINT mail_windows_kind_check CHECK (kind = ANY (ARRAY['INVITATION'::text, 'CALLER'::text, 'KNOWN'::text, 'STRANGER'::text, 'NOTICE'::text]))
) WITH (fillfactor=50);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX mail_windows_hour ON mail_windows USING btree (hour);

CREATE TABLE mailed_links (
  org_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  asked_for character varying(256),
  asked_hash bytea NOT NULL,
  user_id text COLLATE "C",
  email character varying(254),
  token_hash bytea,
  browser_id uuid,
  sign_in_id text COLLATE "C",
  locale character varying(35),
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  requester bytea,
  subnet bytea,
  CONSTRAINT mailed_links_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT mailed_links_check CHECK (token_hash IS NULL OR email IS NOT NULL),
  CONSTRAINT mailed_links_purpose_check CHECK (purpose = ANY (ARRAY['SIGN_IN'::text, 'RESET_PASSWORD'::text, 'VERIFY_EMAIL'::text, 'CREATE_ACCOUNT'::text]))
);
-- FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX mailed_links_asked ON mailed_links USING btree (org_id, asked_hash, created_at);
CREATE INDEX mailed_links_ending ON mailed_links USING btree (expires_at);
CREATE INDEX mailed_links_of_browser ON mailed_links USING btree (browser_id) WHERE browser_id IS NOT NULL;
CREATE INDEX mailed_links_of_user ON mailed_links USING btree (org_id, user_id, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX mailed_links_registered ON mailed_links USING btree (org_id, used_at) WHERE purpose = 'CREATE_ACCOUNT'::text AND used_at IS NOT NULL;
CREATE INDEX mailed_links_respelled ON mailed_links USING btree (org_id, sign_in_key(email::text) COLLATE "C", created_at) WHERE sign_in_key(email::text) <> lower(email::text);
CREATE INDEX mailed_links_to ON mailed_links USING btree (org_id, lower(email::text), created_at) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX mailed_links_token_hash ON mailed_links USING btree (token_hash, org_id);

CREATE TABLE managed_objects (
  org_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  object_id text COLLATE "C" NOT NULL,
  marks jsonb NOT NULL,
  secrets bytea,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT managed_objects_pkey PRIMARY KEY (org_id, kind, key),
  CONSTRAINT managed_objects_org_id_object_id_kind_key UNIQUE (org_id, object_id, kind),
  CONSTRAINT managed_objects_key_check CHECK (octet_length(key) <= 100),
  CONSTRAINT managed_objects_kind_check CHECK (octet_length(kind) <= 50),
  CONSTRAINT managed_objects_marks_check CHECK (octet_length(marks::text) <= 20000),
  CONSTRAINT managed_objects_object_id_check CHECK (octet_length(object_id) <= 200),
  CONSTRAINT managed_objects_secrets_check CHECK (octet_length(secrets) <= 20000)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

CREATE TABLE master_keys (
  key_id text NOT NULL,
  check_value bytea NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT master_keys_pkey PRIMARY KEY (key_id),
  CONSTRAINT master_keys_key_id_check CHECK (key_id ~ '^[0-9a-f]{8}$'::text)
);

CREATE TABLE migrations (
  id serial NOT NULL,
  name character varying(255) NOT NULL,
  executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (id)
);

CREATE TABLE named_locations (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  type text NOT NULL,
  ip_ranges text[] DEFAULT '{}'::text[] NOT NULL,
  countries text[] DEFAULT '{}'::text[] NOT NULL,
  is_trusted boolean DEFAULT false NOT NULL,
  include_unknown boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT named_locations_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT named_locations_type_check CHECK (type = ANY (ARRAY['IP'::text, 'COUNTRY'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE UNIQUE INDEX named_locations_name ON named_locations USING btree (org_id, lower(name::text));

CREATE TABLE oidc_artifacts (
  org_id text COLLATE "C" NOT NULL,
  model text COLLATE "C" NOT NULL,
  id_hash bytea NOT NULL,
  payload text,
  sealed bytea,
  client_id text COLLATE "C",
  user_id text COLLATE "C",
  grant_id text COLLATE "C",
  login_id text COLLATE "C",
  alias_hash bytea,
  consumed_at timestamp(3) with time zone,
  polled_at timestamp(3) with time zone,
  poll_seconds integer DEFAULT 5 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  connection_id text COLLATE "C",
  successor_hash bytea,
  CONSTRAINT oidc_artifacts_pkey PRIMARY KEY (org_id, model, id_hash),
  CONSTRAINT oidc_artifacts_check CHECK (num_nonnulls(payload, sealed) = 1)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE UNIQUE INDEX oidc_artifacts_by_alias ON oidc_artifacts USING btree (alias_hash, org_id, model) WHERE alias_hash IS NOT NULL;
CREATE INDEX oidc_artifacts_ended ON oidc_artifacts USING btree (expires_at);
CREATE INDEX oidc_artifacts_of_command_line ON oidc_artifacts USING btree (id_hash) WHERE client_id = 'keyward-cli'::text AND (model = ANY (ARRAY['AccessToken'::text, 'RefreshToken'::text]));
CREATE INDEX oidc_artifacts_of_connection ON oidc_artifacts USING btree (org_id, connection_id) WHERE connection_id IS NOT NULL;
CREATE INDEX oidc_artifacts_of_grant ON oidc_artifacts USING btree (org_id, grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oidc_artifacts_of_login ON oidc_artifacts USING btree (org_id, login_id) WHERE model = 'Session'::text;
CREATE INDEX oidc_artifacts_of_user ON oidc_artifacts USING btree (org_id, user_id) WHERE user_id IS NOT NULL;

CREATE TABLE oidc_client_hours (
  org_id text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  outcome text NOT NULL,
  uses bigint NOT NULL,
  address text,
  CONSTRAINT oidc_client_hours_pkey PRIMARY KEY (org_id, client_id, hour, outcome),
  CONSTRAINT oidc_client_hours_outcome_check CHECK (outcome = ANY (ARRAY['ISSUED'::text, 'REFUSED'::text]))
);
CREATE INDEX oidc_client_hours_ended ON oidc_client_hours USING btree (hour);

CREATE TABLE oidc_client_registrations (
  org_id text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  token_hash bytea,
  template jsonb,
  initial_access_token_id text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT oidc_client_registrations_pkey PRIMARY KEY (org_id, client_id)
);
-- FOREIGN KEY (org_id, client_id) REFERENCES oidc_clients(org_id, id) ON DELETE CASCADE
CREATE UNIQUE INDEX oidc_client_registrations_token_hash ON oidc_client_registrations USING btree (token_hash, org_id);

CREATE TABLE oidc_clients (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  description character varying(500),
  logo_uri character varying(2048),
  client_uri character varying(2048),
  status text DEFAULT 'ACTIVE'::text NOT NULL,
  application_type text NOT NULL,
  redirect_uris text[] NOT NULL,
  post_logout_redirect_uris text[] NOT NULL,
  grant_types text[] NOT NULL,
  scopes text[] NOT NULL,
  token_endpoint_auth_method text NOT NULL,
  id_token_signed_response_alg text NOT NULL,
  jwks jsonb,
  jwks_uri character varying(2048),
  require_pkce boolean NOT NULL,
  access_token_format text NOT NULL,
  access_token_ttl integer NOT NULL,
  id_token_ttl integer NOT NULL,
  refresh_token_ttl integer NOT NULL,
  refresh_token_rotation boolean NOT NULL,
  refresh_reuse_window integer NOT NULL,
  consent_required boolean NOT NULL,
  allowed_origins text[] NOT NULL,
  backchannel_logout_uri character varying(2048),
  subject_type text NOT NULL,
  dpop_bound_access_tokens boolean NOT NULL,
  resources text[] NOT NULL,
  allowed_groups text[],
  secret_hash bytea,
  previous_secret_hash bytea,
  previous_secret_expires_at timestamp(3) with time zone,
  secret_rotated_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  require_pushed_authorization_requests boolean DEFAULT false NOT NULL,
  require_issuer_audience boolean DEFAULT false NOT NULL,
  profile text,
  initiate_login_uri character varying(2048),
  served_resources text[] COLLATE "C" DEFAULT '{}'::text[] NOT NULL,
  served_resources_copied boolean DEFAULT false NOT NULL,
  id_token_claims boolean DEFAULT false NOT NULL,
  access_token_signing_alg text DEFAULT 'ES256'::text NOT NULL,
  require_signed_request_object boolean DEFAULT false NOT NULL,
  origin text COLLATE "C" DEFAULT 'ADMINISTRATOR'::text NOT NULL,
  document_fresh_until timestamp(3) with time zone,
  document_stale_until timestamp(3) with time zone,
  document_tried_at timestamp(3) with time zone,
  assertion_audiences jsonb DEFAULT '[]'::jsonb NOT NULL,
  identity_id text COLLATE "C",
  last_used_at timestamp(3) with time zone,
  CONSTRAINT oidc_clients_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT oidc_clients_access_token_format_check CHECK (access_token_format = ANY (ARRAY['jwt'::text, 'opaque'::text])),
  CONSTRAINT oidc_clients_allowed_groups_check CHECK (cardinality(allowed_groups) > 0),
  CONSTRAINT oidc_clients_application_type_check CHECK (application_type = ANY (ARRAY['web'::text, 'spa'::text, 'native'::text, 'machine'::text])),
  CONSTRAINT oidc_clients_check CHECK ((previous_secret_hash IS NULL) = (previous_secret_expires_at IS NULL)),
  CONSTRAINT oidc_clients_id_token_signed_response_alg_check CHECK (id_token_signed_response_alg = ANY (ARRAY['RS256'::text, 'ES256'::text])),
  CONSTRAINT oidc_clients_profile_check CHECK (profile = 'FAPI2'::text),
  CONSTRAINT oidc_clients_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])),
  CONSTRAINT oidc_clients_subject_type_check CHECK (subject_type = ANY (ARRAY['public'::text, 'pairwise'::text])),
  CONSTRAINT oidc_clients_token_endpoint_auth_method_check CHECK (token_endpoint_auth_method = ANY (ARRAY['client_secret_basic'::text, 'client_secret_post'::text, 'private_key_jwt'::text, 'none'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
ALTER TABLE oidc_clients ADD CONSTRAINT oidc_clients_document_check CHECK ((origin = 'METADATA_DOCUMENT'::text) = (document_fresh_until IS NOT NULL AND document_stale_until IS NOT NULL AND document_tried_at IS NOT NULL)) NOT VALID;
ALTER TABLE oidc_clients ADD CONSTRAINT oidc_clients_identity_check CHECK (identity_id IS NULL OR origin <> 'ADMINISTRATOR'::text) NOT VALID;
ALTER TABLE oidc_clients ADD CONSTRAINT oidc_clients_origin_check CHECK ((origin = ANY (ARRAY['ADMINISTRATOR'::text, 'METADATA_DOCUMENT'::text, 'REGISTRATION'::text])) AND (origin = 'METADATA_DOCUMENT'::text) = (id ~~ 'https://%'::text)) NOT VALID;
ALTER TABLE oidc_clients ADD CONSTRAINT oidc_clients_stranger_check CHECK (origin = 'ADMINISTRATOR'::text OR consent_required AND require_pkce AND grant_types <@ ARRAY['authorization_code'::text, 'refresh_token'::text] AND subject_type = 'public'::text AND initiate_login_uri IS NULL AND backchannel_logout_uri IS NULL AND post_logout_redirect_uris = '{}'::text[] AND resources = '{}'::text[] AND served_resources = '{}'::text[] AND access_token_ttl <= 300) NOT VALID;
CREATE INDEX oidc_clients_newest ON oidc_clients USING btree (org_id, created_at DESC, id);
CREATE INDEX oidc_clients_of_strangers ON oidc_clients USING btree (org_id, updated_at) WHERE origin <> 'ADMINISTRATOR'::text;

CREATE TABLE oidc_consents (
  org_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  granted jsonb NOT NULL,
  granted_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  CONSTRAINT oidc_consents_pkey PRIMARY KEY (org_id, user_id, client_id)
) WITH (fillfactor=80);
-- FOREIGN KEY (org_id, client_id) REFERENCES oidc_clients(org_id, id) ON DELETE CASCADE
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX oidc_consents_of_client ON oidc_consents USING btree (org_id, client_id);

CREATE TABLE oidc_initial_access_tokens (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  token_hash bytea NOT NULL,
  token_last4 text NOT NULL,
  application_types text[] NOT NULL,
  auth_methods text[] NOT NULL,
  redirect_hosts text[],
  scopes text[],
  access_token_ttl integer NOT NULL,
  refresh_token_ttl integer NOT NULL,
  max_uses integer NOT NULL,
  uses integer DEFAULT 0 NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT oidc_initial_access_tokens_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT oidc_initial_access_tokens_check CHECK (uses <= max_uses)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX oidc_initial_access_tokens_newest ON oidc_initial_access_tokens USING btree (org_id, created_at DESC, id);
CREATE UNIQUE INDEX oidc_initial_access_tokens_token_hash ON oidc_initial_access_tokens USING btree (token_hash, org_id);

CREATE TABLE oidc_pairwise_salts (
  org_id text COLLATE "C" NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT oidc_pairwise_salts_pkey PRIMARY KEY (org_id)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

CREATE TABLE oidc_registration_hours (
  org_id text COLLATE "C" NOT NULL,
  network text COLLATE "C" NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  count integer NOT NULL,
  CONSTRAINT oidc_registration_hours_pkey PRIMARY KEY (org_id, network, hour)
) WITH (fillfactor=50);
CREATE INDEX oidc_registration_hours_ended ON oidc_registration_hours USING btree (hour);

CREATE TABLE oidc_resources (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  identifier character varying(500) COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  description character varying(500),
  scopes jsonb NOT NULL,
  access_token_ttl integer NOT NULL,
  access_token_format text NOT NULL,
  clients text[] COLLATE "C",
  agents boolean NOT NULL,
  served_by text[] COLLATE "C" NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT oidc_resources_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT oidc_resources_access_token_format_check CHECK (access_token_format = ANY (ARRAY['jwt'::text, 'opaque'::text])),
  CONSTRAINT oidc_resources_access_token_ttl_check CHECK (access_token_ttl >= 60 AND access_token_ttl <= 86400)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE UNIQUE INDEX oidc_resources_identifier ON oidc_resources USING btree (org_id, regexp_replace(identifier::text, '/$'::text, ''::text));

CREATE TABLE oidc_scopes (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(64) COLLATE "C" NOT NULL,
  display_name character varying(100) NOT NULL,
  description character varying(500),
  claims jsonb DEFAULT '[]'::jsonb NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT oidc_scopes_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT oidc_scopes_org_id_name_key UNIQUE (org_id, name)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

CREATE TABLE oidc_user_code_tries (
  org_id text COLLATE "C" NOT NULL,
  address inet NOT NULL,
  wrong integer NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT oidc_user_code_tries_pkey PRIMARY KEY (org_id, address)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX oidc_user_code_tries_ended ON oidc_user_code_tries USING btree (started_at);

CREATE TABLE operator_audit (
  id text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  action text COLLATE "C" NOT NULL,
  operator_key_id text COLLATE "C",
  operator_key_name character varying(100),
  target_id text COLLATE "C",
  target_name character varying(100),
  result text NOT NULL,
  code text COLLATE "C",
  reason character varying(500),
  request_id text COLLATE "C",
  ip_address text,
  user_agent text,
  changes jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT operator_audit_pkey PRIMARY KEY (id),
  CONSTRAINT operator_audit_result_check CHECK (result = ANY (ARRAY['SUCCESS'::text, 'FAILURE'::text, 'DENIED'::text]))
);
CREATE INDEX operator_audit_newest ON operator_audit USING btree (at DESC, id);
CREATE TRIGGER operator_audit_append_only BEFORE UPDATE ON operator_audit
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_audit_kept BEFORE DELETE ON operator_audit
  FOR EACH ROW WHEN (old.at >= (now() - '400 days'::interval))
  EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_keys (
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  key_hash bytea NOT NULL,
  key_last4 text NOT NULL,
  allowed_ips text[],
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  CONSTRAINT operator_keys_pkey PRIMARY KEY (id),
  CONSTRAINT operator_keys_check CHECK (expires_at <= (created_at + '90 days'::interval))
);
CREATE UNIQUE INDEX operator_keys_hash ON operator_keys USING btree (key_hash);
CREATE TRIGGER operator_keys_of_owner BEFORE INSERT OR DELETE OR UPDATE ON operator_keys
  FOR EACH ROW
  EXECUTE FUNCTION refuse_keys_of_operators();

CREATE TABLE partition_plans (
  parent text NOT NULL,
  unit text NOT NULL,
  keep interval NOT NULL,
  storage text DEFAULT 'fillfactor = 100'::text NOT NULL,
  CONSTRAINT partition_plans_pkey PRIMARY KEY (parent),
  CONSTRAINT partition_plans_unit_check CHECK (unit = ANY (ARRAY['week'::text, 'month'::text]))
);
INSERT INTO partition_plans VALUES
  ('access_decisions', 'week', '30 days', 'fillfactor = 90'),
  ('audit_logs', 'month', '1000 years', 'fillfactor = 100'),
  ('audit_personal', 'month', '1000 years', 'fillfactor = 100'),
  ('deliveries', 'week', '62 days', 'fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000'),
  ('delivery_attempts', 'week', '62 days', 'fillfactor = 100'),
  ('events', 'week', '62 days', 'fillfactor = 100'),
  ('provisioning_log', 'week', '30 days', 'fillfactor = 100'),
  ('usage_days', 'month', '400 days', 'fillfactor = 70'),
  ('usage_facts', 'week', '90 days', 'fillfactor = 100');

CREATE TABLE passkey_challenges (
  org_id text COLLATE "C" NOT NULL,
  holder text COLLATE "C" NOT NULL,
  purpose text NOT NULL,
  challenge text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (org_id, holder, purpose),
  CONSTRAINT passkey_challenges_purpose_check CHECK (purpose = ANY (ARRAY['REGISTER'::text, 'AUTHENTICATE'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX passkey_challenges_over ON passkey_challenges USING btree (expires_at);

CREATE TABLE passkeys (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  aaguid uuid NOT NULL,
  transports text[] DEFAULT '{}'::text[] NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  rp_id character varying(253) NOT NULL,
  last_used_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT passkeys_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT passkeys_counter_check CHECK (counter >= 0 AND counter <= '4294967295'::bigint),
  CONSTRAINT passkeys_credential_id_check CHECK (octet_length(credential_id) >= 1 AND octet_length(credential_id) <= 1023),
  CONSTRAINT passkeys_device_type_check CHECK (device_type = ANY (ARRAY['single'::text, 'multi'::text])),
  CONSTRAINT passkeys_public_key_check CHECK (octet_length(public_key) <= 8192)
);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE UNIQUE INDEX passkeys_credential ON passkeys USING btree (org_id, credential_id);
CREATE INDEX passkeys_of_user ON passkeys USING btree (org_id, user_id, created_at, id);

CREATE TABLE policies (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  description character varying(500),
  type text NOT NULL,
  mode text NOT NULL,
  severity text NOT NULL,
  identity_types text[] DEFAULT '{}'::text[] NOT NULL,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  identity_ids text[] DEFAULT '{}'::text[] NOT NULL,
  parameters jsonb NOT NULL,
  actions text[] NOT NULL,
  violation_count bigint DEFAULT 0 NOT NULL,
  last_violated_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT policies_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT policies_mode_check CHECK (mode = ANY (ARRAY['ENFORCE'::text, 'REPORT_ONLY'::text, 'DISABLED'::text])),
  CONSTRAINT policies_severity_check CHECK (severity = ANY (ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text])),
  CONSTRAINT policies_type_check CHECK (type = ANY (ARRAY['CREDENTIAL_LIFETIME'::text, 'ROTATION_AGE'::text, 'SCOPE_RESTRICTION'::text, 'IP_ALLOWLIST'::text, 'TIME_WINDOW'::text, 'INACTIVITY'::text, 'OWNER_REQUIRED'::text, 'USAGE_RATE'::text]))
) WITH (fillfactor=70);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE UNIQUE INDEX policies_name ON policies USING btree (org_id, lower(name::text));
CREATE INDEX policies_newest ON policies USING btree (org_id, created_at DESC, id);

CREATE TABLE policy_passes (
  org_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  after_id text COLLATE "C" DEFAULT ''::text NOT NULL,
  finished boolean DEFAULT false NOT NULL,
  CONSTRAINT policy_passes_pkey PRIMARY KEY (org_id)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)

-- A partition for each week, kept for 30 days.
CREATE TABLE provisioning_log (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  token_id text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  target_type text COLLATE "C",
  target_id text COLLATE "C",
  external_id character varying(256),
  status integer NOT NULL,
  code text COLLATE "C",
  detail character varying(1000),
  asked jsonb DEFAULT '[]'::jsonb NOT NULL,
  changes jsonb DEFAULT '[]'::jsonb NOT NULL,
  ignored text[] DEFAULT '{}'::text[] NOT NULL,
  dry_run boolean DEFAULT false NOT NULL,
  request_id text COLLATE "C",
  CONSTRAINT provisioning_log_pkey PRIMARY KEY (org_id, id, at),
  CONSTRAINT provisioning_log_target_type_check CHECK (target_type = ANY (ARRAY['User'::text, 'Group'::text]))
) PARTITION BY RANGE (at);
CREATE INDEX provisioning_log_newest ON provisioning_log USING btree (org_id, token_id, at DESC, id DESC);
CREATE INDEX provisioning_log_of_external_id ON provisioning_log USING btree (org_id, external_id) WHERE target_id IS NULL AND external_id IS NOT NULL;
CREATE INDEX provisioning_log_of_target ON provisioning_log USING btree (org_id, target_id) WHERE target_id IS NOT NULL;

CREATE TABLE quota_deltas (
  org_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  delta bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000);
ALTER TABLE quota_deltas ADD CONSTRAINT quota_deltas_kind_check CHECK (kind = ANY (ARRAY['identities'::text, 'credentials'::text, 'users'::text, 'groups'::text])) NOT VALID;
CREATE INDEX quota_deltas_of_tenant ON quota_deltas USING btree (org_id, kind);

CREATE TABLE recovery_codes (
  org_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  code_hash bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (org_id, user_id, code_hash)
);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE

CREATE TABLE refusal_days (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  code text COLLATE "C" NOT NULL,
  refusals bigint NOT NULL,
  CONSTRAINT refusal_days_pkey PRIMARY KEY (org_id, credential_id, day, code)
) WITH (fillfactor=70);
CREATE INDEX refusal_days_by_age ON refusal_days USING btree (day);
CREATE INDEX refusal_days_newest ON refusal_days USING btree (org_id, day DESC, credential_id);

CREATE UNLOGGED TABLE request_windows (
  name text COLLATE "C" NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  count integer NOT NULL,
  CONSTRAINT request_windows_pkey PRIMARY KEY (name)
);

CREATE TABLE restored_tenants (
  org_id text COLLATE "C" NOT NULL,
  restore_id text COLLATE "C" NOT NULL,
  outcome text,
  exported_at timestamp(3) with time zone,
  CONSTRAINT restored_tenants_pkey PRIMARY KEY (org_id, restore_id),
  CONSTRAINT restored_tenants_outcome_check CHECK (outcome = ANY (ARRAY['RECONCILED'::text, 'SUSPENDED'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
-- FOREIGN KEY (restore_id) REFERENCES restores(id)

CREATE TABLE restores (
  id text COLLATE "C" NOT NULL,
  restored_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  opens_at timestamp(3) with time zone,
  timeline text,
  CONSTRAINT restores_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX restores_closed ON restores USING btree ((opens_at IS NULL)) WHERE opens_at IS NULL;

CREATE TABLE retired_secrets (
  org_id text COLLATE "C" NOT NULL,
  secret_hash bytea NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  retired_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT retired_secrets_pkey PRIMARY KEY (org_id, secret_hash)
);
-- FOREIGN KEY (org_id, credential_id) REFERENCES credentials(org_id, id) ON DELETE CASCADE
CREATE INDEX retired_secrets_due ON retired_secrets USING btree (retired_at);
CREATE INDEX retired_secrets_of_credential ON retired_secrets USING btree (org_id, credential_id);

CREATE TABLE saml_keys (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  public_key jsonb NOT NULL,
  private_key bytea NOT NULL,
  certificate character varying(16384) NOT NULL,
  certificate_expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  activates_at timestamp(3) with time zone NOT NULL,
  retired_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  CONSTRAINT saml_keys_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT saml_keys_check CHECK ((status = 'RETIRED'::text) = (retired_at IS NOT NULL)),
  CONSTRAINT saml_keys_status_check CHECK (status = ANY (ARRAY['UPCOMING'::text, 'ACTIVE'::text, 'RETIRED'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE UNIQUE INDEX saml_keys_active ON saml_keys USING btree (org_id) WHERE status = 'ACTIVE'::text;
CREATE INDEX saml_keys_due ON saml_keys USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX saml_keys_upcoming ON saml_keys USING btree (org_id) WHERE status = 'UPCOMING'::text;

CREATE TABLE saml_logout_parts (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  logout_id text COLLATE "C",
  login_id text COLLATE "C" NOT NULL,
  browser_id uuid,
  service_provider_id text COLLATE "C" NOT NULL,
  channel text NOT NULL,
  name_id_format text NOT NULL,
  name_id character varying(1024),
  session_index text COLLATE "C",
  state text DEFAULT 'WAITING'::text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  user_id text COLLATE "C",
  CONSTRAINT saml_logout_parts_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT saml_logout_parts_channel_check CHECK (channel = ANY (ARRAY['SOAP'::text, 'FRONT'::text])),
  CONSTRAINT saml_logout_parts_state_check CHECK (state = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'FAILED'::text]))
);
-- FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE
CREATE INDEX saml_logout_parts_expired ON saml_logout_parts USING btree (expires_at);
CREATE INDEX saml_logout_parts_of_login ON saml_logout_parts USING btree (org_id, login_id);
CREATE INDEX saml_logout_parts_of_logout ON saml_logout_parts USING btree (org_id, logout_id) WHERE logout_id IS NOT NULL;
CREATE INDEX saml_logout_parts_of_provider ON saml_logout_parts USING btree (org_id, service_provider_id);

CREATE TABLE saml_logouts (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  service_provider_id text COLLATE "C",
  message_hash bytea,
  next_url character varying(4096),
  state text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  shown_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  asked bytea,
  CONSTRAINT saml_logouts_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT saml_logouts_org_id_service_provider_id_message_hash_key UNIQUE (org_id, service_provider_id, message_hash),
  CONSTRAINT saml_logouts_check CHECK ((service_provider_id IS NULL) = (message_hash IS NULL) AND (service_provider_id IS NULL) = (asked IS NULL)),
  CONSTRAINT saml_logouts_state_check CHECK (state = ANY (ARRAY['ASKED'::text, 'BEGUN'::text, 'REFUSED'::text]))
);
-- FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE
CREATE INDEX saml_logouts_expired ON saml_logouts USING btree (expires_at);

CREATE TABLE saml_requests (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  service_provider_id text COLLATE "C" NOT NULL,
  message_hash bytea NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  answered_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  asked bytea NOT NULL,
  CONSTRAINT saml_requests_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT saml_requests_org_id_service_provider_id_message_hash_key UNIQUE (org_id, service_provider_id, message_hash)
);
-- FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE
CREATE INDEX saml_requests_expired ON saml_requests USING btree (expires_at);

CREATE TABLE saml_service_providers (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  status text DEFAULT 'ACTIVE'::text NOT NULL,
  entity_id character varying(1024) COLLATE "C" NOT NULL,
  acs_urls jsonb NOT NULL,
  slo_url character varying(2048),
  slo_response_url character varying(2048),
  slo_soap_url character varying(2048),
  slo_binding text NOT NULL,
  name_id_format text NOT NULL,
  name_id_attribute character varying(111),
  attribute_mappings jsonb NOT NULL,
  audiences text[] NOT NULL,
  sign_assertions boolean NOT NULL,
  sign_responses boolean NOT NULL,
  encrypt_assertions boolean NOT NULL,
  encryption_algorithm text NOT NULL,
  encryption_certificate character varying(16384),
  signing_certificates text[] NOT NULL,
  require_signed_requests boolean NOT NULL,
  allow_sha1 boolean NOT NULL,
  signature_algorithm text NOT NULL,
  assertion_ttl integer NOT NULL,
  session_ttl integer NOT NULL,
  idp_initiated boolean NOT NULL,
  default_relay_state character varying(512),
  allowed_groups text[],
  metadata_url character varying(2048),
  metadata_signing_certificate character varying(16384),
  signing_key_id text COLLATE "C",
  pending_change jsonb,
  rejected_change text,
  metadata_refreshed_at timestamp(3) with time zone,
  metadata_error character varying(500),
  metadata_due_at timestamp(3) with time zone,
  certificate_expires_at timestamp(3) with time zone,
  certificate_notice_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  logo_uri character varying(2048),
  metadata_warning character varying(500),
  CONSTRAINT saml_service_providers_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT saml_service_providers_org_id_entity_id_key UNIQUE (org_id, entity_id),
  CONSTRAINT saml_service_providers_allowed_groups_check CHECK (cardinality(allowed_groups) > 0),
  CONSTRAINT saml_service_providers_check CHECK (sign_assertions OR sign_responses),
  CONSTRAINT saml_service_providers_check1 CHECK (NOT encrypt_assertions OR encryption_certificate IS NOT NULL),
  CONSTRAINT saml_service_providers_encryption_algorithm_check CHECK (encryption_algorithm = ANY (ARRAY['aes256-gcm'::text, 'aes128-gcm'::text, 'aes256-cbc'::text])),
  CONSTRAINT saml_service_providers_name_id_format_check CHECK (name_id_format = ANY (ARRAY['persistent'::text, 'emailAddress'::text, 'transient'::text, 'unspecified'::text])),
  CONSTRAINT saml_service_providers_signature_algorithm_check CHECK (signature_algorithm = ANY (ARRAY['rsa-sha256'::text, 'rsa-sha384'::text, 'rsa-sha512'::text])),
  CONSTRAINT saml_service_providers_slo_binding_check CHECK (slo_binding = ANY (ARRAY['HTTP-Redirect'::text, 'HTTP-POST'::text])),
  CONSTRAINT saml_service_providers_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
-- FOREIGN KEY (org_id, signing_key_id) REFERENCES saml_keys(org_id, id)
CREATE INDEX saml_service_providers_metadata_due ON saml_service_providers USING btree (metadata_due_at) WHERE metadata_due_at IS NOT NULL;
CREATE INDEX saml_service_providers_newest ON saml_service_providers USING btree (org_id, created_at DESC, id);
CREATE INDEX saml_service_providers_notice ON saml_service_providers USING btree (certificate_notice_at) WHERE certificate_notice_at IS NOT NULL;

CREATE TABLE saml_sessions (
  org_id text COLLATE "C" NOT NULL,
  login_id text COLLATE "C" NOT NULL,
  service_provider_id text COLLATE "C" NOT NULL,
  name_id_format text NOT NULL,
  name_id character varying(1024) NOT NULL,
  session_index text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT saml_sessions_pkey PRIMARY KEY (org_id, login_id, service_provider_id, name_id_format)
);
-- FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE
CREATE INDEX saml_sessions_expired ON saml_sessions USING btree (expires_at);
CREATE INDEX saml_sessions_of_name ON saml_sessions USING btree (org_id, service_provider_id, name_id);
CREATE INDEX saml_sessions_of_user ON saml_sessions USING btree (org_id, user_id);

CREATE TABLE saml_traces (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  service_provider_id text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  verified boolean NOT NULL,
  outcome text NOT NULL,
  facts jsonb NOT NULL,
  user_id text COLLATE "C",
  once bytea,
  message bytea,
  ring smallint GENERATED ALWAYS AS (
CASE
    WHEN (NOT verified) THEN 0
    WHEN (((facts ->> 'direction'::text) = 'RECEIVED'::text) AND ((facts ->> 'messageType'::text) = 'AuthnRequest'::text)) THEN 1
    ELSE 2
END) STORED NOT NULL,
  CONSTRAINT saml_traces_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT saml_traces_org_id_service_provider_id_once_key UNIQUE (org_id, service_provider_id, once)
);
-- FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE
CREATE INDEX saml_traces_at ON saml_traces USING btree (at);
CREATE INDEX saml_traces_of_provider ON saml_traces USING btree (org_id, service_provider_id, ring, at DESC, id);
CREATE INDEX saml_traces_of_user ON saml_traces USING btree (org_id, user_id) WHERE user_id IS NOT NULL;

CREATE TABLE scim_tokens (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  token_hash bytea NOT NULL,
  token_last4 text NOT NULL,
  profile text NOT NULL,
  permissions text[] NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  allowed_ips text[],
  CONSTRAINT scim_tokens_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT scim_tokens_profile_check CHECK (profile = ANY (ARRAY['GENERIC'::text, 'OKTA'::text, 'ENTRA'::text, 'GOOGLE'::text, 'ONELOGIN'::text, 'JUMPCLOUD'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX scim_tokens_newest ON scim_tokens USING btree (org_id, created_at DESC, id);
CREATE UNIQUE INDEX scim_tokens_token_hash ON scim_tokens USING btree (token_hash, org_id);

CREATE TABLE scope_uses (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  first_used_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone NOT NULL,
  uses bigint NOT NULL,
  CONSTRAINT scope_uses_pkey PRIMARY KEY (org_id, credential_id, scope)
) WITH (fillfactor=50);

CREATE TABLE sign_in_days (
  org_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  succeeded bigint DEFAULT 0 NOT NULL,
  failed bigint DEFAULT 0 NOT NULL,
  CONSTRAINT sign_in_days_pkey PRIMARY KEY (org_id, day)
) WITH (fillfactor=50);
CREATE INDEX sign_in_days_by_age ON sign_in_days USING btree (day);

CREATE TABLE sign_in_failures (
  org_id text COLLATE "C" NOT NULL,
  name_hash bytea NOT NULL,
  browser text COLLATE "C" DEFAULT ''::text NOT NULL,
  window_started_at timestamp(3) with time zone NOT NULL,
  failures integer NOT NULL,
  locked_until timestamp(3) with time zone,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (org_id, name_hash, browser)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX sign_in_failures_started ON sign_in_failures USING btree (window_started_at);

CREATE TABLE sign_in_names (
  org_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  CONSTRAINT sign_in_names_pkey PRIMARY KEY (org_id, name)
);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX sign_in_names_of_user ON sign_in_names USING btree (org_id, user_id);
CREATE TRIGGER sign_in_names_gone AFTER DELETE ON sign_in_names
  FOR EACH ROW
  EXECUTE FUNCTION hand_on_sign_in_name();

CREATE TABLE sign_in_places (
  org_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  countries jsonb DEFAULT '{}'::jsonb NOT NULL,
  latitude double precision,
  longitude double precision,
  located_at timestamp(3) with time zone,
  last_seen_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_places_pkey PRIMARY KEY (org_id, user_id),
  CONSTRAINT sign_in_places_check CHECK ((located_at IS NULL) = (latitude IS NULL) AND (located_at IS NULL) = (longitude IS NULL))
) WITH (fillfactor=70);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE

CREATE TABLE sign_ins (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  browser_id uuid NOT NULL,
  user_id text COLLATE "C",
  identifier character varying(256),
  amr text[] DEFAULT '{}'::text[] NOT NULL,
  auth_time timestamp(3) with time zone,
  multi_factor boolean DEFAULT false NOT NULL,
  return_to character varying(4096) NOT NULL,
  client_id text COLLATE "C",
  locale character varying(35),
  state jsonb DEFAULT '{}'::jsonb NOT NULL,
  completed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  service_provider_id text COLLATE "C",
  CONSTRAINT sign_ins_pkey PRIMARY KEY (org_id, id)
);
-- FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX sign_ins_ending ON sign_ins USING btree (expires_at);
CREATE INDEX sign_ins_of_browser ON sign_ins USING btree (browser_id);
CREATE INDEX sign_ins_of_user ON sign_ins USING btree (org_id, user_id) WHERE user_id IS NOT NULL;

CREATE TABLE signing_keys (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  algorithm text NOT NULL,
  status text NOT NULL,
  public_key jsonb NOT NULL,
  private_key bytea NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  activates_at timestamp(3) with time zone NOT NULL,
  retired_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT signing_keys_algorithm_check CHECK (algorithm = ANY (ARRAY['ES256'::text, 'RS256'::text])),
  CONSTRAINT signing_keys_check CHECK ((status = 'RETIRED'::text) = (retired_at IS NOT NULL)),
  CONSTRAINT signing_keys_status_check CHECK (status = ANY (ARRAY['UPCOMING'::text, 'ACTIVE'::text, 'RETIRED'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE UNIQUE INDEX signing_keys_active ON signing_keys USING btree (org_id, algorithm) WHERE status = 'ACTIVE'::text;
CREATE INDEX signing_keys_due ON signing_keys USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX signing_keys_upcoming ON signing_keys USING btree (org_id, algorithm) WHERE status = 'UPCOMING'::text;

CREATE TABLE social_links (
  org_id text COLLATE "C" NOT NULL,
  provider_id text COLLATE "C" NOT NULL,
  subject character varying(255) COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp(3) with time zone,
  social_provider_id text COLLATE "C" GENERATED ALWAYS AS (
CASE
    WHEN (provider_id ~~ 'fed\_%'::text) THEN NULL::text
    ELSE provider_id
END) STORED,
  connection_id text COLLATE "C" GENERATED ALWAYS AS (
CASE
    WHEN (provider_id ~~ 'fed\_%'::text) THEN provider_id
    ELSE NULL::text
END) STORED,
  CONSTRAINT social_links_pkey PRIMARY KEY (org_id, provider_id, subject)
);
-- FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE
-- FOREIGN KEY (org_id, social_provider_id) REFERENCES social_providers(org_id, id) ON DELETE CASCADE
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX social_links_of_connection ON social_links USING btree (org_id, connection_id) WHERE connection_id IS NOT NULL;
CREATE UNIQUE INDEX social_links_of_user ON social_links USING btree (org_id, user_id, provider_id);

CREATE TABLE social_providers (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  provider text NOT NULL,
  name character varying(100) NOT NULL,
  client_id character varying(255) NOT NULL,
  client_secret bytea,
  issuer character varying(2048),
  scopes text[] NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  allow_sign_up boolean DEFAULT true NOT NULL,
  account_linking text DEFAULT 'EXPLICIT'::text NOT NULL,
  allowed_domains text[] DEFAULT '{}'::text[] NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_by text COLLATE "C",
  CONSTRAINT social_providers_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT social_providers_account_linking_check CHECK (account_linking = ANY (ARRAY['NONE'::text, 'EXPLICIT'::text])),
  CONSTRAINT social_providers_provider_check CHECK (provider = ANY (ARRAY['google'::text, 'github'::text, 'microsoft'::text, 'apple'::text, 'gitlab'::text, 'linkedin'::text, 'facebook'::text, 'oidc'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE UNIQUE INDEX social_providers_client ON social_providers USING btree (org_id, provider, client_id, issuer) NULLS NOT DISTINCT;

CREATE TABLE tenant_jobs (
  org_id text COLLATE "C" NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  class text COLLATE "C" NOT NULL,
  address character varying(300) COLLATE "C" DEFAULT ''::character varying NOT NULL,
  task text NOT NULL,
  payload jsonb NOT NULL,
  key text COLLATE "C",
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  max_attempts integer NOT NULL,
  lease uuid,
  leased_until timestamp with time zone,
  last_error text,
  given_up_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT tenant_jobs_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT tenant_jobs_class_check CHECK (class = ANY (ARRAY['mail'::text, 'call'::text, 'work'::text, 'replay'::text]))
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX tenant_jobs_due ON tenant_jobs USING btree (class, due_at) WHERE given_up_at IS NULL;
CREATE INDEX tenant_jobs_given_up ON tenant_jobs USING btree (given_up_at) WHERE given_up_at IS NOT NULL;
CREATE UNIQUE INDEX tenant_jobs_key ON tenant_jobs USING btree (org_id, key) WHERE key IS NOT NULL;
CREATE INDEX tenant_jobs_queue ON tenant_jobs USING btree (class, org_id, address, due_at, id) WHERE given_up_at IS NULL;

CREATE TABLE tenants (
  id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  environment text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  policies_version bigint DEFAULT 0 NOT NULL,
  policies_idle_days integer,
  oidc_version bigint DEFAULT 0 NOT NULL,
  domain_salt uuid DEFAULT gen_random_uuid() NOT NULL,
  access_version bigint DEFAULT 0 NOT NULL,
  credentials_counted boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  max_users integer,
  max_identities integer,
  max_credentials integer,
  suspended_at timestamp(3) with time zone,
  erase_at timestamp(3) with time zone,
  erasing_at timestamp(3) with time zone,
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  CONSTRAINT tenants_organization_id_environment_key UNIQUE (organization_id, environment),
  CONSTRAINT tenants_environment_check CHECK (environment = ANY (ARRAY['live'::text, 'test'::text]))
);
CREATE INDEX tenants_suspended ON tenants USING btree (id) WHERE suspended_at IS NOT NULL;
CREATE INDEX tenants_to_count ON tenants USING btree (id) WHERE NOT credentials_counted;
CREATE INDEX tenants_to_erase ON tenants USING btree (erase_at) WHERE erase_at IS NOT NULL;
CREATE TRIGGER tenants_erased_in_time BEFORE UPDATE OF suspended_at, erase_at, erasing_at ON tenants
  FOR EACH ROW
  EXECUTE FUNCTION guard_erasure();
CREATE TRIGGER tenants_ids_never_return BEFORE INSERT ON tenants
  FOR EACH ROW
  EXECUTE FUNCTION guard_erasure();
CREATE TRIGGER tenants_note_change AFTER UPDATE OF policies_version, suspended_at ON tenants
  FOR EACH ROW WHEN (old.policies_version IS DISTINCT FROM new.policies_version OR old.suspended_at IS DISTINCT FROM new.suspended_at)
  EXECUTE FUNCTION note_verification_change();
CREATE TRIGGER tenants_removed_when_erased BEFORE DELETE ON tenants
  FOR EACH ROW
  EXECUTE FUNCTION guard_erasure();

CREATE TABLE totp_enrolments (
  org_id text COLLATE "C" NOT NULL,
  holder text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  secret bytea NOT NULL,
  algorithm text NOT NULL,
  digits smallint NOT NULL,
  period_seconds smallint NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT totp_enrolments_pkey PRIMARY KEY (org_id, holder)
);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX totp_enrolments_due ON totp_enrolments USING btree (expires_at);
CREATE INDEX totp_enrolments_of_user ON totp_enrolments USING btree (org_id, user_id);

CREATE TABLE totp_factors (
  org_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  secret bytea NOT NULL,
  algorithm text NOT NULL,
  digits smallint NOT NULL,
  period_seconds smallint NOT NULL,
  last_step bigint NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT totp_factors_pkey PRIMARY KEY (org_id, user_id),
  CONSTRAINT totp_factors_algorithm_check CHECK (algorithm = ANY (ARRAY['SHA1'::text, 'SHA256'::text, 'SHA512'::text])),
  CONSTRAINT totp_factors_digits_check CHECK (digits = ANY (ARRAY[6, 8])),
  CONSTRAINT totp_factors_period_seconds_check CHECK (period_seconds >= 15 AND period_seconds <= 60)
) WITH (fillfactor=80);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE

-- A partition for each month, kept for 400 days.
CREATE TABLE usage_days (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  source text NOT NULL,
  address text COLLATE "C",
  uses bigint NOT NULL,
  CONSTRAINT usage_days_source_check CHECK (source = ANY (ARRAY['VERIFY'::text, 'API'::text]))
) PARTITION BY RANGE (day);
CREATE UNIQUE INDEX usage_days_of_credential ON usage_days USING btree (org_id, credential_id, day, source, address) NULLS NOT DISTINCT;

CREATE TABLE usage_digest (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  address text COLLATE "C",
  uses bigint NOT NULL,
  first_at timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT usage_digest_pkey PRIMARY KEY (org_id, credential_id, id),
  CONSTRAINT usage_digest_kind_check CHECK (kind = ANY (ARRAY['VERIFY'::text, 'API'::text, 'FAILURE'::text]))
);

-- A partition for each week, kept for 90 days.
CREATE TABLE usage_facts (
  org_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  source text NOT NULL,
  address text COLLATE "C",
  uses integer NOT NULL,
  CONSTRAINT usage_facts_source_check CHECK (source = ANY (ARRAY['VERIFY'::text, 'API'::text]))
) PARTITION BY RANGE (at);
CREATE INDEX usage_facts_by_time ON usage_facts USING brin (at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX usage_facts_of_credential ON usage_facts USING btree (org_id, credential_id, at);

CREATE TABLE usage_progress (
  single boolean DEFAULT true NOT NULL,
  rolled_to timestamp(3) with time zone DEFAULT date_trunc('day'::text, (now() - '100 days'::interval), 'UTC'::text) NOT NULL,
  scopes_since timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT usage_progress_pkey PRIMARY KEY (single),
  CONSTRAINT usage_progress_single_check CHECK (single)
);

CREATE TABLE user_values (
  org_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  attribute text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  leads boolean DEFAULT false NOT NULL,
  data jsonb NOT NULL,
  value text GENERATED ALWAYS AS (
CASE jsonb_typeof(data)
    WHEN 'object'::text THEN (data ->> 'value'::text)
    ELSE (data #>> '{}'::text[])
END) STORED,
  CONSTRAINT user_values_pkey PRIMARY KEY (org_id, user_id, attribute, place)
);
-- FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE
CREATE INDEX user_values_respelled ON user_values USING btree (org_id, attribute, sign_in_key(value) COLLATE "C") WHERE sign_in_key(value) <> lower(value);
CREATE INDEX user_values_value ON user_values USING btree (org_id, attribute, "left"(lower(value), 256) COLLATE "C", user_id);

CREATE TABLE users (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  email character varying(254),
  email_verified boolean DEFAULT false NOT NULL,
  username character varying(256) NOT NULL,
  first_name character varying(256),
  last_name character varying(256),
  display_name character varying(256),
  nickname character varying(256),
  title character varying(256),
  department character varying(256),
  division character varying(256),
  organization character varying(256),
  cost_center character varying(256),
  employee_number character varying(256),
  manager_id text COLLATE "C",
  phone_number character varying(256),
  locale character varying(256),
  timezone character varying(256),
  picture character varying(256),
  external_id character varying(256),
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  roles text[] DEFAULT '{MEMBER}'::text[] NOT NULL,
  password_hash text,
  previous_password_hashes text[] DEFAULT '{}'::text[] NOT NULL,
  password_changed_at timestamp(3) with time zone,
  source text DEFAULT 'LOCAL'::text NOT NULL,
  source_connection_id text COLLATE "C",
  expires_at timestamp(3) with time zone,
  invited_at timestamp(3) with time zone,
  activated_at timestamp(3) with time zone,
  last_login_at timestamp(3) with time zone,
  deprovisioned_at timestamp(3) with time zone,
  released_at timestamp(3) with time zone,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  search_text text GENERATED ALWAYS AS (lower((((((((((COALESCE(email, ''::character varying))::text || '
'::text) || (username)::text) || '
'::text) || (COALESCE(first_name, ''::character varying))::text) || '
'::text) || (COALESCE(last_name, ''::character varying))::text) || '
'::text) || (COALESCE(display_name, ''::character varying))::text))) STORED,
  scim jsonb DEFAULT '{}'::jsonb NOT NULL,
  middle_name character varying(256),
  birthdate character varying(10),
  gender character varying(256),
  website character varying(1024),
  profile_url character varying(1024),
  address jsonb,
  phone_number_verified boolean DEFAULT false NOT NULL,
  email_verified_at timestamp(3) with time zone,
  email_proof text,
  email_proved_by text COLLATE "C",
  CONSTRAINT users_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT users_check CHECK (NOT phone_number_verified OR phone_number IS NOT NULL),
  CONSTRAINT users_source_check CHECK (source = ANY (ARRAY['LOCAL'::text, 'SCIM'::text, 'FEDERATION'::text, 'IMPORT'::text])),
  CONSTRAINT users_status_check CHECK (status = ANY (ARRAY['INVITED'::text, 'ACTIVE'::text, 'SUSPENDED'::text, 'DEPROVISIONED'::text]))
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE UNIQUE INDEX users_email ON users USING btree (org_id, lower(email::text)) WHERE released_at IS NULL;
CREATE INDEX users_ending ON users USING btree (expires_at) WHERE expires_at IS NOT NULL AND status <> 'DEPROVISIONED'::text;
CREATE INDEX users_newest ON users USING btree (org_id, created_at DESC, id);
CREATE INDEX users_owners ON users USING btree (org_id, id) WHERE 'OWNER'::text = ANY (roles);
CREATE INDEX users_respelled_display_name ON users USING btree (org_id, name_key(display_name::text) COLLATE "C") WHERE released_at IS NULL AND name_key(display_name::text) <> lower(display_name::text);
CREATE INDEX users_respelled_email ON users USING btree (org_id, sign_in_key(email::text) COLLATE "C") WHERE released_at IS NULL AND sign_in_key(email::text) <> lower(email::text);
CREATE INDEX users_respelled_employee_number ON users USING btree (org_id, name_key(employee_number::text) COLLATE "C") WHERE released_at IS NULL AND name_key(employee_number::text) <> lower(employee_number::text);
CREATE INDEX users_respelled_first_name ON users USING btree (org_id, name_key(first_name::text) COLLATE "C") WHERE released_at IS NULL AND name_key(first_name::text) <> lower(first_name::text);
CREATE INDEX users_respelled_last_name ON users USING btree (org_id, name_key(last_name::text) COLLATE "C") WHERE released_at IS NULL AND name_key(last_name::text) <> lower(last_name::text);
CREATE INDEX users_respelled_username ON users USING btree (org_id, sign_in_key(username::text) COLLATE "C") WHERE released_at IS NULL AND sign_in_key(username::text) <> lower(username::text);
CREATE INDEX users_scim_changed ON users USING btree (org_id, updated_at, id) WHERE released_at IS NULL;
CREATE INDEX users_scim_display_name ON users USING btree (org_id, lower(display_name::text) COLLATE "C", id) WHERE released_at IS NULL;
CREATE INDEX users_scim_employee_number ON users USING btree (org_id, lower(employee_number::text) COLLATE "C", id) WHERE released_at IS NULL;
CREATE INDEX users_scim_external_id ON users USING btree (org_id, external_id COLLATE "C", id) WHERE released_at IS NULL;
CREATE INDEX users_scim_first_name ON users USING btree (org_id, lower(first_name::text) COLLATE "C", id) WHERE released_at IS NULL;
CREATE INDEX users_scim_last_name ON users USING btree (org_id, lower(last_name::text) COLLATE "C", id) WHERE released_at IS NULL;
CREATE INDEX users_scim_present ON users USING btree (org_id, id) WHERE released_at IS NULL;
CREATE INDEX users_scim_username ON users USING btree (org_id, lower(username::text) COLLATE "C", id) WHERE released_at IS NULL;
CREATE INDEX users_search ON users USING gin (org_id, search_text gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX users_search_respelled ON users USING gin (org_id, folded(search_text) gin_trgm_ops) WHERE folded(search_text) <> lower(search_text);
CREATE UNIQUE INDEX users_username ON users USING btree (org_id, lower(username::text)) WHERE released_at IS NULL;
CREATE INDEX users_with_role ON users USING btree (org_id, created_at DESC, id) WHERE roles <> '{MEMBER}'::text[];
CREATE INDEX users_with_status ON users USING btree (org_id, status, created_at DESC, id);
CREATE TRIGGER users_count_gone AFTER DELETE ON users
  FOR EACH ROW
  EXECUTE FUNCTION count_for_quota('users', '-1');
CREATE TRIGGER users_count_new AFTER INSERT ON users
  FOR EACH ROW
  EXECUTE FUNCTION count_for_quota('users', '1');
CREATE TRIGGER users_follow_addresses AFTER UPDATE OF address ON users
  FOR EACH ROW WHEN (old.address IS DISTINCT FROM new.address)
  EXECUTE FUNCTION lead_changed_address();
CREATE TRIGGER users_follow_values AFTER UPDATE OF email, phone_number, picture ON users
  FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text OR old.phone_number::text IS DISTINCT FROM new.phone_number::text OR old.picture::text IS DISTINCT FROM new.picture::text)
  EXECUTE FUNCTION lead_changed_user();
CREATE TRIGGER users_lead_addresses AFTER INSERT ON users REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT
  EXECUTE FUNCTION lead_new_addresses();
CREATE TRIGGER users_lead_values AFTER INSERT ON users REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT
  EXECUTE FUNCTION lead_new_users();
CREATE TRIGGER users_prove_address BEFORE UPDATE OF email_verified, email_proof, email_proved_by ON users
  FOR EACH ROW WHEN (old.email_verified IS DISTINCT FROM new.email_verified OR old.email_proof IS DISTINCT FROM new.email_proof OR old.email_proved_by IS DISTINCT FROM new.email_proved_by)
  EXECUTE FUNCTION note_proved_address();
CREATE TRIGGER users_prove_address_new BEFORE INSERT ON users
  FOR EACH ROW WHEN (new.email_verified)
  EXECUTE FUNCTION note_proved_address();
CREATE TRIGGER users_sign_in_names_changed AFTER UPDATE OF email, username, released_at ON users
  FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text OR old.username::text IS DISTINCT FROM new.username::text OR old.released_at IS DISTINCT FROM new.released_at)
  EXECUTE FUNCTION keep_sign_in_names();
CREATE TRIGGER users_sign_in_names_new AFTER INSERT ON users
  FOR EACH ROW
  EXECUTE FUNCTION keep_sign_in_names();

CREATE TABLE verification_changes (
  org_id text COLLATE "C" NOT NULL,
  written_by xid8 DEFAULT pg_current_xact_id() NOT NULL,
  credential_id text COLLATE "C",
  identity_id text COLLATE "C",
  at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000);
CREATE INDEX verification_changes_by_age ON verification_changes USING btree (at);
CREATE INDEX verification_changes_new ON verification_changes USING btree (org_id, written_by);

CREATE TABLE verification_days (
  org_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  code text COLLATE "C" NOT NULL,
  verifications bigint NOT NULL,
  CONSTRAINT verification_days_pkey PRIMARY KEY (org_id, day, code)
) WITH (fillfactor=50);
CREATE INDEX verification_days_by_age ON verification_days USING btree (day);

CREATE TABLE webhook_listeners (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  events text[] NOT NULL,
  secret bytea NOT NULL,
  place_key bytea NOT NULL,
  started text NOT NULL,
  started_floor double precision NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  stream_id text COLLATE "C",
  seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhook_listeners_pkey PRIMARY KEY (org_id, id)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX webhook_listeners_of_uses ON webhook_listeners USING btree (org_id) WHERE events && ARRAY['credential.used'::text, '*'::text];
CREATE INDEX webhook_listeners_seen ON webhook_listeners USING btree (seen_at);

CREATE TABLE webhooks (
  org_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name character varying(100) NOT NULL,
  url character varying(2048) NOT NULL,
  events text[] NOT NULL,
  status text DEFAULT 'ACTIVE'::text NOT NULL,
  ordering text DEFAULT 'NONE'::text NOT NULL,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_expires_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  total_deliveries bigint DEFAULT 0 NOT NULL,
  successful_deliveries bigint DEFAULT 0 NOT NULL,
  failed_deliveries bigint DEFAULT 0 NOT NULL,
  last_delivery_at timestamp(3) with time zone,
  last_delivery_status text,
  test_window_started_at timestamp(3) with time zone,
  test_window_count integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_by text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_success_at timestamp(3) with time zone,
  last_latency_ms integer,
  CONSTRAINT webhooks_pkey PRIMARY KEY (org_id, id),
  CONSTRAINT webhooks_check CHECK ((previous_secret IS NULL) = (previous_secret_expires_at IS NULL)),
  CONSTRAINT webhooks_last_delivery_status_check CHECK (last_delivery_status = ANY (ARRAY['SUCCESS'::text, 'FAILED'::text, 'PENDING'::text])),
  CONSTRAINT webhooks_ordering_check CHECK (ordering = ANY (ARRAY['NONE'::text, 'PER_RESOURCE'::text])),
  CONSTRAINT webhooks_status_check CHECK (status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'DISABLED'::text]))
) WITH (fillfactor=70);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX webhooks_newest ON webhooks USING btree (org_id, created_at DESC, id);
CREATE INDEX webhooks_of_uses ON webhooks USING btree (org_id) WHERE status <> 'DISABLED'::text AND events && ARRAY['credential.used'::text, '*'::text];

CREATE TABLE wrapped_secrets (
  org_id text COLLATE "C" NOT NULL,
  token_hash bytea NOT NULL,
  operation text NOT NULL,
  resource_type text NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  sealed bytea,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT wrapped_secrets_pkey PRIMARY KEY (org_id, token_hash)
);
-- FOREIGN KEY (org_id) REFERENCES tenants(id)
CREATE INDEX wrapped_secrets_due ON wrapped_secrets USING btree (expires_at);
CREATE INDEX wrapped_secrets_sealed ON wrapped_secrets USING btree (expires_at) WHERE sealed IS NOT NULL;
CREATE UNIQUE INDEX wrapped_secrets_token_hash ON wrapped_secrets USING btree (token_hash, org_id);

CREATE VIEW partitions AS
 SELECT p.parent,
    p.keep,
    b.name,
    b.ends,
    b.ends < (now() - p.keep) AS overdue
   FROM partition_plans p
     JOIN pg_inherits i ON i.inhparent = to_regclass(p.parent)::oid
     CROSS JOIN LATERAL ( SELECT c.relname::text AS name,
            "substring"(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'::text)::timestamp with time zone AS ends
           FROM pg_class c
          WHERE c.oid = i.inhrelid) b;

-- Foreign keys stand here because a table may reference a table after it.
ALTER TABLE access_backtests ADD CONSTRAINT access_backtests_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE access_devices ADD CONSTRAINT access_devices_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE access_devices ADD CONSTRAINT access_devices_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE access_passes ADD CONSTRAINT access_passes_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE access_policies ADD CONSTRAINT access_policies_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE access_policy_days ADD CONSTRAINT access_policy_days_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE alert_channels ADD CONSTRAINT alert_channels_org_id_rule_id_fkey FOREIGN KEY (org_id, rule_id) REFERENCES alert_rules(org_id, id) ON DELETE CASCADE;
ALTER TABLE alert_rules ADD CONSTRAINT alert_rules_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE attribute_schemas ADD CONSTRAINT attribute_schemas_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE audit_chains ADD CONSTRAINT audit_chains_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE audit_checkpoints ADD CONSTRAINT audit_checkpoints_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE audit_epochs ADD CONSTRAINT audit_epochs_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE audit_keys ADD CONSTRAINT audit_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE audit_seals ADD CONSTRAINT audit_seals_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE auth_configs ADD CONSTRAINT auth_configs_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE credentials ADD CONSTRAINT credentials_org_id_identity_id_fkey FOREIGN KEY (org_id, identity_id) REFERENCES identities(org_id, id);
ALTER TABLE dashboard_links ADD CONSTRAINT dashboard_links_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE exchanged_tokens ADD CONSTRAINT exchanged_tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE failing_addresses ADD CONSTRAINT failing_addresses_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE federation_connections ADD CONSTRAINT federation_connections_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE federation_domains ADD CONSTRAINT federation_domains_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE;
ALTER TABLE federation_encryption_keys ADD CONSTRAINT federation_encryption_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE federation_logout_tokens ADD CONSTRAINT federation_logout_tokens_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE;
ALTER TABLE federation_logouts ADD CONSTRAINT federation_logouts_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE;
ALTER TABLE federation_logouts ADD CONSTRAINT federation_logouts_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE;
ALTER TABLE federation_responses ADD CONSTRAINT federation_responses_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE;
ALTER TABLE federation_setup_links ADD CONSTRAINT federation_setup_links_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE SET NULL (connection_id);
ALTER TABLE federation_setup_links ADD CONSTRAINT federation_setup_links_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE federation_test_sign_ins ADD CONSTRAINT federation_test_sign_ins_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE;
ALTER TABLE federation_traces ADD CONSTRAINT federation_traces_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE;
ALTER TABLE group_members ADD CONSTRAINT group_members_org_id_group_id_fkey FOREIGN KEY (org_id, group_id) REFERENCES groups(org_id, id) ON DELETE CASCADE;
ALTER TABLE group_members ADD CONSTRAINT group_members_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE groups ADD CONSTRAINT groups_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE identities ADD CONSTRAINT identities_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE invitations ADD CONSTRAINT invitations_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE known_browsers ADD CONSTRAINT known_browsers_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE;
ALTER TABLE known_browsers ADD CONSTRAINT known_browsers_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE login_sessions ADD CONSTRAINT login_sessions_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE;
ALTER TABLE login_sessions ADD CONSTRAINT login_sessions_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE login_sessions ADD CONSTRAINT login_sessions_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE mail_templates ADD CONSTRAINT mail_templates_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE mail_windows ADD CONSTRAINT mail_windows_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE mailed_links ADD CONSTRAINT mailed_links_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE;
ALTER TABLE mailed_links ADD CONSTRAINT mailed_links_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE mailed_links ADD CONSTRAINT mailed_links_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE managed_objects ADD CONSTRAINT managed_objects_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE named_locations ADD CONSTRAINT named_locations_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE oidc_artifacts ADD CONSTRAINT oidc_artifacts_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE oidc_client_registrations ADD CONSTRAINT oidc_client_registrations_org_id_client_id_fkey FOREIGN KEY (org_id, client_id) REFERENCES oidc_clients(org_id, id) ON DELETE CASCADE;
ALTER TABLE oidc_clients ADD CONSTRAINT oidc_clients_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE oidc_consents ADD CONSTRAINT oidc_consents_org_id_client_id_fkey FOREIGN KEY (org_id, client_id) REFERENCES oidc_clients(org_id, id) ON DELETE CASCADE;
ALTER TABLE oidc_consents ADD CONSTRAINT oidc_consents_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE oidc_initial_access_tokens ADD CONSTRAINT oidc_initial_access_tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE oidc_pairwise_salts ADD CONSTRAINT oidc_pairwise_salts_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE oidc_resources ADD CONSTRAINT oidc_resources_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE oidc_scopes ADD CONSTRAINT oidc_scopes_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE oidc_user_code_tries ADD CONSTRAINT oidc_user_code_tries_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE passkeys ADD CONSTRAINT passkeys_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE policies ADD CONSTRAINT policies_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE policy_passes ADD CONSTRAINT policy_passes_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE restored_tenants ADD CONSTRAINT restored_tenants_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE restored_tenants ADD CONSTRAINT restored_tenants_restore_id_fkey FOREIGN KEY (restore_id) REFERENCES restores(id);
ALTER TABLE retired_secrets ADD CONSTRAINT retired_secrets_org_id_credential_id_fkey FOREIGN KEY (org_id, credential_id) REFERENCES credentials(org_id, id) ON DELETE CASCADE;
ALTER TABLE saml_keys ADD CONSTRAINT saml_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE saml_logout_parts ADD CONSTRAINT saml_logout_parts_org_id_service_provider_id_fkey FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE;
ALTER TABLE saml_logouts ADD CONSTRAINT saml_logouts_org_id_service_provider_id_fkey FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE;
ALTER TABLE saml_requests ADD CONSTRAINT saml_requests_org_id_service_provider_id_fkey FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE;
ALTER TABLE saml_service_providers ADD CONSTRAINT saml_service_providers_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE saml_service_providers ADD CONSTRAINT saml_service_providers_org_id_signing_key_id_fkey FOREIGN KEY (org_id, signing_key_id) REFERENCES saml_keys(org_id, id);
ALTER TABLE saml_sessions ADD CONSTRAINT saml_sessions_org_id_service_provider_id_fkey FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE;
ALTER TABLE saml_traces ADD CONSTRAINT saml_traces_org_id_service_provider_id_fkey FOREIGN KEY (org_id, service_provider_id) REFERENCES saml_service_providers(org_id, id) ON DELETE CASCADE;
ALTER TABLE scim_tokens ADD CONSTRAINT scim_tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE sign_in_failures ADD CONSTRAINT sign_in_failures_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE sign_in_names ADD CONSTRAINT sign_in_names_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE sign_in_places ADD CONSTRAINT sign_in_places_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE sign_ins ADD CONSTRAINT sign_ins_browser_id_fkey FOREIGN KEY (browser_id) REFERENCES browsers(id) ON DELETE CASCADE;
ALTER TABLE sign_ins ADD CONSTRAINT sign_ins_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE sign_ins ADD CONSTRAINT sign_ins_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE signing_keys ADD CONSTRAINT signing_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE social_links ADD CONSTRAINT social_links_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES federation_connections(org_id, id) ON DELETE CASCADE;
ALTER TABLE social_links ADD CONSTRAINT social_links_org_id_social_provider_id_fkey FOREIGN KEY (org_id, social_provider_id) REFERENCES social_providers(org_id, id) ON DELETE CASCADE;
ALTER TABLE social_links ADD CONSTRAINT social_links_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE social_providers ADD CONSTRAINT social_providers_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE tenant_jobs ADD CONSTRAINT tenant_jobs_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE totp_enrolments ADD CONSTRAINT totp_enrolments_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE totp_factors ADD CONSTRAINT totp_factors_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE user_values ADD CONSTRAINT user_values_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id) ON DELETE CASCADE;
ALTER TABLE users ADD CONSTRAINT users_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE webhook_listeners ADD CONSTRAINT webhook_listeners_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE webhooks ADD CONSTRAINT webhooks_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
ALTER TABLE wrapped_secrets ADD CONSTRAINT wrapped_secrets_org_id_fkey FOREIGN KEY (org_id) REFERENCES tenants(id);
