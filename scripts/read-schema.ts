// Reads the catalogs of a migrated database, and returns its schema as SQL that can be read and loaded.
import type { ClientBase } from 'pg';

interface Table {
  name: string;
  unlogged: boolean;
  /** Such as `RANGE (at)` */
  partitioned_by: string | null;
  /** How the partitions are made, from `partition_plans`. */
  plan: string | null;
  storage: string | null;
  columns: string[];
  /** The constraints of `CREATE TABLE`. */
  constraints: string[];
  /** Constraints that do not hold for rows of before them. Only `ALTER TABLE` can add such a constraint. */
  not_validated: string[];
  references: string[];
  indexes: string[];
  triggers: string[];
}

const header = `-- The schema of a migrated database. \`make generate\` writes it; do not edit. Change it with a migration.
-- Order: extensions, sequences, functions, then every table with its indexes and triggers, views, and foreign keys.
-- Left out:
--   partitions, because they depend on the date. partition_plans is their rule, and maintain_partitions() makes them.
--   the rights of the service's role, which src/database/rights.ts grants.
--   the schema graphile_worker, which belongs to the package of this name.`;

/**
 * The settings that the output of `pg_get_*def` depends on. Nothing else of the session or the server may show
 * in the text.
 */
const session = `
begin isolation level repeatable read read only;
set local search_path = public;
set local timezone = 'UTC';
set local datestyle = 'ISO';
set local intervalstyle = 'postgres';
set local quote_all_identifiers = off;`;

/**
 * Returns the schema `public` as SQL.
 * @throws with a sentence when there is an object of a kind that the text would not show
 */
export async function readSchema(client: ClientBase): Promise<string> {
  await client.query(session);
  try {
    const texts = async (query: string): Promise<string[]> =>
      (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
    const unknown = await texts(unshown);
    if (unknown.length > 0)
      throw new Error(`scripts/read-schema.ts does not show these yet: ${unknown.join(', ')}`);
    const tables = (await client.query<Table>(tableRows)).rows;
    const parts = [
      header,
      (await texts(extensions)).join('\n'),
      (await texts(sequences)).join('\n'),
      '-- Functions name tables that come after them.\nSET check_function_bodies = off;',
      ...(await texts(functions)),
      'RESET check_function_bodies;',
      ...(await withRows(client, tables)),
      ...(await texts(views)),
      [
        '-- Foreign keys stand here because a table may reference a table after it.',
        ...tables.flatMap(({ name, references }) => references.map((one) => added(name, one))),
      ].join('\n'),
    ];
    return `${parts.join('\n\n')}\n`;
  } finally {
    await client.query('rollback');
  }
}

/** The tables as SQL. The rows of `partition_plans` stand behind their table, because they are the rule of the partitions. */
async function withRows(client: ClientBase, tables: readonly Table[]): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(plans);
  const planned = rows.map(({ text }) => text).join(',\n  ');
  return tables.map((table) =>
    table.name === 'partition_plans'
      ? `${tableText(table)}\nINSERT INTO partition_plans VALUES\n  ${planned};`
      : tableText(table),
  );
}

const added = (table: string, constraint: string): string => `ALTER TABLE ${table} ADD ${constraint};`;

function tableText(table: Table): string {
  const { name, columns, constraints, references } = table;
  const lines = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n');
  const partitioned = table.partitioned_by === null ? '' : ` PARTITION BY ${table.partitioned_by}`;
  const storage = table.storage === null ? '' : ` WITH (${table.storage})`;
  return [
    ...(table.plan === null ? [] : [`-- ${table.plan}`]),
    `CREATE ${table.unlogged ? 'UNLOGGED ' : ''}TABLE ${name} (\n${lines}\n)${partitioned}${storage};`,
    ...references.map((one) => `-- ${one.replace(/^CONSTRAINT \S+ /, '')}`),
    ...table.not_validated.map((one) => added(name, one)),
    ...table.indexes.map((one) => `${one};`),
    ...table.triggers.map((one) => `${one.replace(/ (FOR EACH .*) (EXECUTE .*)/s, '\n  $1\n  $2')};`),
  ].join('\n');
}

/** Objects of `pg_class` and its like that an extension brought. */
const ofExtension = (catalog: string, oid: string): string =>
  `exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

const ours = "c.relnamespace = 'public'::regnamespace and not c.relispartition";

// Names have the collation "C" in the catalogs, so that they are in the same order everywhere.
const extensions = `
select format('CREATE EXTENSION %I;', extname) as text from pg_extension where extname <> 'plpgsql' order by extname`;

// A sequence of an identity or a serial column is a part of its table.
const sequences = `
select format('CREATE SEQUENCE %I AS %s INCREMENT %s MINVALUE %s MAXVALUE %s START %s CACHE %s%s;', c.relname,
              format_type(s.seqtypid, null), s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,
              case when s.seqcycle then ' CYCLE' else '' end) as text
  from pg_sequence s join pg_class c on c.oid = s.seqrelid
 where ${ours}
   and not exists (select from pg_depend d
                    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
 order by c.relname`;

// A function with a bound body comes after the functions that it names.
const functions = `
select trim(e'\\n' from pg_get_functiondef(p.oid)) || ';'
       || case when has_function_privilege('public', p.oid, 'execute') then ''
               else format(e'\\nREVOKE ALL ON FUNCTION %s FROM PUBLIC;', p.oid::regprocedure) end as text
  from pg_proc p
 where p.pronamespace = 'public'::regnamespace and not ${ofExtension('pg_proc', 'p.oid')}
 order by p.prosqlbody is not null, p.proname, pg_get_function_identity_arguments(p.oid) collate "C"`;

const views = `
select format(e'CREATE VIEW %I AS\\n%s', c.relname, pg_get_viewdef(c.oid, true)) as text
  from pg_class c where ${ours} and c.relkind = 'v' order by c.relname`;

// The rows say which table, which span of time, how long, and how the partitions are stored.
const plans = `
select format('(%L, %L, %L, %L)', parent, unit, keep, storage) as text from partition_plans order by parent collate "C"`;

const columns = `
select format('%I %s%s%s%s', a.attname,
              case when serial.found then 'serial' else format_type(a.atttypid, a.atttypmod) end,
              case when a.attcollation <> t.typcollation then format(' COLLATE %I', l.collname) else '' end,
              case when a.attidentity = 'a' then ' GENERATED ALWAYS AS IDENTITY'
                   when a.attgenerated = 's' then format(' GENERATED ALWAYS AS (%s) STORED', d.expression)
                   when d.expression is not null and not serial.found then ' DEFAULT ' || d.expression
                   else '' end,
              case when a.attnotnull then ' NOT NULL' else '' end)
  from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join lateral (select pg_get_expr(f.adbin, f.adrelid) as expression
                       from pg_attrdef f where f.adrelid = a.attrelid and f.adnum = a.attnum) d on true
  cross join lateral (select a.atttypid = 'int'::regtype and coalesce(d.expression, '') =
                             format('nextval(%L::regclass)', c.relname || '_' || a.attname || '_seq')
                         and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null as found) serial
 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 order by a.attnum`;

// "NOT NULL" is a constraint with a name from PostgreSQL 18 on. It is shown with its column.
const constraints = (which: string): string => `
select format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid, true))
  from pg_constraint k where k.conrelid = c.oid and k.contype not in ('n', 't') and ${which}
 order by array_position('{p,u,x,c,f}', k.contype::text), k.conname`;

// An index of a table with partitions is shown as its migration made it.
const indexes = `
select replace(pg_get_indexdef(i.indexrelid, 0, true), ' ON ONLY ', ' ON ')
  from pg_index i join pg_class x on x.oid = i.indexrelid
 where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
 order by x.relname`;

const triggers = `
select pg_get_triggerdef(g.oid, true) from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal order by g.tgname`;

const tableRows = `
select quote_ident(c.relname) as name, c.relpersistence = 'u' as unlogged,
       case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as partitioned_by,
       case when c.relkind = 'p' then format('A partition for each %s, kept for %s.', p.unit, p.keep) end as plan,
       array_to_string(c.reloptions, ', ') as storage,
       array(${columns}) as columns,
       array(${constraints("k.contype <> 'f' and k.convalidated")}) as constraints,
       array(${constraints("k.contype <> 'f' and not k.convalidated")}) as not_validated,
       array(${constraints("k.contype = 'f'")}) as references,
       array(${indexes}) as indexes,
       array(${triggers}) as triggers
  from pg_class c left join partition_plans p on p.parent = c.relname
 where ${ours} and c.relkind in ('r', 'p')
 order by c.relname`;

// Each line is a kind of object that a migration may add one day. PostgreSQL 15.20 keeps a number of its own in attoptions.
const unshown = `
select 'the ' || kind || ' ' || name as text from (
  select case c.relkind when 'm' then 'materialized view' when 'f' then 'foreign table' else 'composite type' end, c.relname
    from pg_class c where ${ours} and c.relkind not in ('r', 'p', 'i', 'I', 'S', 'v')
  union all
  select 'row security of', c.relname from pg_class c where ${ours} and (c.relrowsecurity or c.relforcerowsecurity)
  union all
  select 'options of', c.relname from pg_class c where ${ours} and c.relkind = 'v' and c.reloptions is not null
  union all
  select 'storage of the long values of', c.relname from pg_class c join pg_class l on l.oid = c.reltoastrelid
   where ${ours} and l.reloptions is not null
  union all
  select 'child of', p.relname from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
   where ${ours} and c.relkind in ('r', 'p')
  union all
  select 'column', c.relname || '.' || a.attname
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
   where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     and (a.attidentity not in ('', 'a') or a.attgenerated not in ('', 's') or coalesce(a.attstattarget, -1) <> -1
          or a.attstorage <> t.typstorage or a.attcompression <> '' or a.attoptions::text like '%n_distinct%' or a.attacl is not null)
  union all
  select 'trigger', g.tgname from pg_trigger g join pg_class c on c.oid = g.tgrelid
   where ${ours} and not g.tgisinternal and g.tgenabled <> 'O'
  union all
  select 'rule', r.rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where ${ours} and r.rulename <> '_RETURN'
  union all
  select 'statistics', s.stxname from pg_statistic_ext s
  union all
  select 'event trigger', v.evtname from pg_event_trigger v
  union all
  select 'type', t.typname from pg_type t
   where t.typnamespace = 'public'::regnamespace and t.typrelid = 0 and t.typelem = 0 and not ${ofExtension('pg_type', 't.oid')}
  union all
  select 'routine', p.proname from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prokind <> 'f' and not ${ofExtension('pg_proc', 'p.oid')}
  union all
  select 'comment on', c.relname from pg_description d join pg_class c on d.classoid = 'pg_class'::regclass and c.oid = d.objoid
   where ${ours}
) as found (kind, name) order by 1`;
