import type pg from 'pg';

/**
 * Reads the part of a database that `generated/schema.sql` does not show, as lines in a fixed order: rows, positions of sequences, rights,
 * owners, partitions with their indexes and triggers, and settings of columns, indexes and extensions. Times are left out, and so are rows of
 * `migrations`: both depend on when a migration ran.
 */
export async function readCatalogue(client: pg.ClientBase): Promise<string[]> {
  await client.query("set search_path = public; set timezone = 'UTC'");
  const { rows } = await client.query<{
    line: string;
  }>(`select line from (${queries.join(' union all ')}) as all_lines
    order by line collate "C"`);
  return [...rows.map(({ line }) => line), ...(await readRows(client))];
}

const ours = (name: string): string => `${name}.relnamespace = 'public'::regnamespace`;
/** A default is the same as no option. */
const options = (of: string): string =>
  `array_to_string(array(select o from unnest(${of}.reloptions) as o where o <> 'fillfactor=100' order by o), ', ')`;

const queries = [
  `select format('relation %s %s%s: owner %s, rights %s, options %s, replica identity %s, row security %s %s', c.relname, c.relkind,
                 c.relpersistence, c.relowner::regrole, coalesce(c.relacl::text, 'default'), ${options('c')}, c.relreplident,
                 c.relrowsecurity, c.relforcerowsecurity) as line
     from pg_class c where ${ours('c')}`,
  `select format('long values of %s: %s', c.relname, t.reloptions) from pg_class c join pg_class t on t.oid = c.reltoastrelid
    where ${ours('c')} and t.reloptions is not null`,
  `select format('column %s.%s: %s, collation %s, storage %s%s, statistics %s, options %s, rights %s, default %s', c.relname, a.attname,
                 format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attstorage, a.attcompression,
                 coalesce(a.attstattarget, -1), a.attoptions, a.attacl, pg_get_expr(d.adbin, d.adrelid))
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${ours('c')} and a.attnum > 0 and not a.attisdropped`,
  `select format('partition %s of %s: %s', c.relname, i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid))
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where ${ours('c')}`,
  `select format('index %s: %s, valid %s, clustered %s', c.relname, pg_get_indexdef(c.oid), i.indisvalid, i.indisclustered)
     from pg_index i join pg_class c on c.oid = i.indexrelid where ${ours('c')}`,
  // If several indexes look alike to the planner, it takes one by this order.
  `select format('order of the indexes of %s: %s', i.indrelid::regclass, array_agg(c.relname order by c.oid))
     from pg_index i join pg_class c on c.oid = i.indexrelid where ${ours('c')} group by i.indrelid`,
  // A constraint of a partition is validated or not by the time at which it was made. Postgres names "not null" from 18 on.
  `select format('constraint of %s: %s %s', c.relname, case when k.contype <> 'n' then k.conname end,
                 case when c.relispartition then replace(pg_get_constraintdef(k.oid), ' NOT VALID', '') else pg_get_constraintdef(k.oid) end)
     from pg_constraint k join pg_class c on c.oid = k.conrelid where ${ours('c')}`,
  `select format('trigger of %s: %s, %s', c.relname, pg_get_triggerdef(t.oid), t.tgenabled)
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${ours('c')} and not t.tgisinternal`,
  `select format('function %s: owner %s, rights %s, %s', p.oid::regprocedure, p.proowner::regrole, p.proacl, pg_get_functiondef(p.oid))
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')`,
  `select format('sequence %s: %s', s.seqrelid::regclass, (select (q.start_value, q.last_value) from pg_sequences q
                  where q.schemaname = 'public' and q.sequencename = c.relname))
     from pg_sequence s join pg_class c on c.oid = s.seqrelid where ${ours('c')} and c.relname <> 'migrations_id_seq'`,
  `select format('comment %s %s: %s', d.classoid::regclass, pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description)
     from pg_description d
    where pg_describe_object(d.classoid, d.objoid, d.objsubid) !~ 'extension' and d.objoid >= 16384
      and not exists (select from pg_depend e where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e')`,
  `select format('extension %s: schema %s, owner %s', e.extname, e.extnamespace::regnamespace, e.extowner::regrole) from pg_extension e`,
  `select format('statistics %s', pg_get_statisticsobjdef(s.oid)) from pg_statistic_ext s`,
  `select format('default rights of %s in %s: %s', d.defaclrole::regrole, d.defaclnamespace::regnamespace, d.defaclacl) from pg_default_acl d`,
  `select format('schema %s: owner %s, rights %s', n.nspname, n.nspowner::regrole, n.nspacl) from pg_namespace n where n.nspname = 'public'`,
];

/** The rows of every table, without their times. */
async function readRows(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; times: string[] }>(`
    select c.relname as name, array(select a.attname::text from pg_attribute a
                                     where a.attrelid = c.oid and a.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype)) as times
      from pg_class c where ${ours('c')} and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
     order by c.relname`);
  const lines: string[] = [];
  for (const { name, times } of rows) {
    const found = await client.query<{ line: string }>(
      `select (to_jsonb(t) - $1::text[])::text as line from ${client.escapeIdentifier(name)} as t order by 1`,
      [times],
    );
    lines.push(...found.rows.map(({ line }) => `row of ${name}: ${line}`));
  }
  return lines;
}
