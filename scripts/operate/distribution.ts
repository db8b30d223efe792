// Judges the catalogue of a migrated database by the rules of Citus (docs/scaling.md): where each table goes if tenants are
// spread by org_id, and what Citus would refuse.
import type { ClientBase } from 'pg';

/** Where a table goes: to the server of its tenant, to every server, or to the coordinator alone. */
export type Place = 'DISTRIBUTED' | 'REFERENCE' | 'LOCAL';

/** Where tables without a tenant go, and why. A new table without `org_id` needs a line here. */
export const withoutTenant: Readonly<Record<string, readonly [Place, string]>> = {
  tenants: ['REFERENCE', 'nearly every table refers to it, and statements join it'],
  browsers: ['REFERENCE', 'sign-ins and sessions of several tenants refer to one browser'],
  restores: ['REFERENCE', '`restored_tenants` refers to it'],
  request_windows: [
    'LOCAL',
    'counts of addresses and clients; Citus does not spread unlogged tables by tenant here',
  ],
  address_windows: ['LOCAL', 'the next release drops it'],
  master_keys: ['LOCAL', 'read at the start of a node'],
  operator_keys: ['LOCAL', 'few rows, which belong to no tenant'],
  operator_audit: ['LOCAL', 'few rows, which belong to no tenant'],
  migrations: ['LOCAL', 'read at the start of a node'],
  partition_plans: ['LOCAL', 'read by `maintain_partitions`, which runs on the coordinator'],
  detection_bookmarks: ['LOCAL', 'one row for each background task'],
  usage_progress: ['LOCAL', 'one row'],
};

export interface Finding {
  /** Such as `unique index credentials_secret`. */
  object: string;
  table: string;
  sentence: string;
}

export interface Distribution {
  tables: { name: string; place: Place; why: string }[];
  /** Objects that Citus rejects, or that no longer do their work. */
  mustChange: Finding[];
  /** Objects that work with a setting of Citus, or in another way than on one server. */
  mind: Finding[];
}

interface Table {
  name: string;
  unlogged: boolean;
  /** The type and the collation of `org_id`; null if there is none. */
  tenant: string | null;
  required: boolean | null;
  uniques: { name: string; columns: string[] }[];
  references: { name: string; to: string; columns: string[]; toColumns: string[]; onDelete: string }[];
  triggers: { name: string; source: string; transition: boolean }[];
  sequences: { column: string; type: string; sequence: string; identity: boolean }[];
}

/** All distributed tables need this column, so that Citus puts rows of one tenant together. */
const column = 'org_id';
const columnType = 'text C';

/**
 * Reads the schema `public` and judges it.
 * @throws with a sentence if a table without `org_id` has no place in {@link withoutTenant}
 */
export async function planDistribution(client: Pick<ClientBase, 'query'>): Promise<Distribution> {
  const { rows } = await client.query<Table>(tables);
  const places = new Map(rows.map((table) => [table.name, placeOf(table)]));
  const found = rows.map((table) => judge(table, places));
  return {
    tables: rows.map(({ name }) => {
      const place = places.get(name) ?? 'LOCAL';
      return { name, place, why: withoutTenant[name]?.[1] ?? 'each row belongs to one tenant' };
    }),
    mustChange: found.flatMap(({ mustChange }) => mustChange),
    mind: found.flatMap(({ mind }) => mind),
  };
}

function placeOf({ name, tenant }: Table): Place {
  if (tenant !== null) return 'DISTRIBUTED';
  const known = withoutTenant[name];
  if (known) return known[0];
  throw new Error(
    `The table ${name} has no org_id. Give it one, or say in scripts/operate/distribution.ts where it goes with Citus.`,
  );
}

function judge(table: Table, places: ReadonlyMap<string, Place>): Pick<Distribution, 'mustChange' | 'mind'> {
  const place = places.get(table.name);
  const findings = { mustChange: [] as Finding[], mind: [] as Finding[] };
  const add = (list: keyof typeof findings, object: string, sentence: string): void =>
    void findings[list].push({ object, table: table.name, sentence });

  if (place === 'DISTRIBUTED') {
    if (table.tenant !== columnType || !table.required)
      add('mustChange', 'column org_id', 'It must be `text collate "C" not null`, as in the other tables.');
    if (table.unlogged)
      add('mustChange', 'table', 'An unlogged table is empty after a crash of one server only.');
    for (const { name, columns } of table.uniques)
      if (!columns.includes(column))
        add('mustChange', `unique index ${name}`, `It has no org_id: (${columns.join(', ')}).`);
    for (const { column: of, type, sequence, identity } of table.sequences) {
      const what = `${identity ? 'identity' : 'sequence'} ${sequence}`;
      if (type !== 'bigint')
        add('mustChange', what, `\`${of}\` must be bigint: each server counts in a range of its own.`);
      else
        add(
          'mind',
          what,
          `Each server counts in a range of its own, so \`${of}\` orders the rows of one server only.`,
        );
    }
  }
  for (const reference of table.references) judgeReference(reference, place, places, add);
  for (const trigger of table.triggers) judgeTrigger(trigger, place, places, add);
  return findings;
}

type Add = (list: 'mustChange' | 'mind', object: string, sentence: string) => void;

/** The rules of `ErrorIfUnsupportedForeignConstraintExists` of Citus. */
function judgeReference(
  { name, to, columns, toColumns, onDelete }: Table['references'][number],
  place: Place | undefined,
  places: ReadonlyMap<string, Place>,
  add: Add,
): void {
  const object = `foreign key ${name}`;
  const toPlace = places.get(to);
  if (place === 'LOCAL' && toPlace === 'LOCAL') return;
  if (place === 'LOCAL' || toPlace === 'LOCAL' || (place === 'REFERENCE' && toPlace === 'DISTRIBUTED')) {
    add('mustChange', object, `It leads from a ${place} to a ${toPlace} table.`);
    return;
  }
  if (toPlace === 'DISTRIBUTED') {
    const at = columns.indexOf(column);
    if (at < 0 || toColumns[at] !== column)
      add('mustChange', object, 'Both sides must have org_id at the same place.');
  }
  // Also with a list of columns that leaves org_id out.
  if (place === 'DISTRIBUTED' && columns.includes(column) && onDelete.startsWith('SET'))
    add('mustChange', object, `Citus refuses ON DELETE ${onDelete} in a foreign key with org_id.`);
}

/** Triggers of distributed tables run where the row is. What they write must be there as well. */
function judgeTrigger(
  { name, source, transition }: Table['triggers'][number],
  place: Place | undefined,
  places: ReadonlyMap<string, Place>,
  add: Add,
): void {
  if (place === 'LOCAL') return;
  const object = `trigger ${name}`;
  const writes = writtenBy(source);
  const elsewhere = writes.filter((to) => places.get(to) !== 'DISTRIBUTED');
  if (elsewhere.length > 0)
    add('mustChange', object, `It writes ${elsewhere.join(', ')}, which no server has for itself.`);
  if (place === 'REFERENCE') add('mustChange', object, 'Reference tables have no triggers.');
  if (/pg_notify/.test(source))
    add(
      'mustChange',
      object,
      'Its pg_notify reaches sessions of one server only, and nodes listen on the coordinator.',
    );
  const named = writes.length > 0 ? ` It writes ${writes.join(', ')} of the same tenant.` : '';
  const rows = transition ? ' It reads a transition table.' : '';
  add('mind', object, `It needs citus.enable_unsafe_triggers.${named}${rows}`);
}

/** The tables that a function names after `insert into`, `update` or `delete from`. */
export const writtenBy = (source: string): string[] => [
  ...new Set(
    [...source.matchAll(/\b(?:insert\s+into|delete\s+from|update)\s+([a-z_]+)/gi)]
      .map(([, name = '']) => name.toLowerCase())
      .filter((name) => name !== 'set'),
  ),
];

const keyColumns = (keys: string, of: string): string => `
array(select a.attname::text from unnest(${keys}) with ordinality as key (attnum, place)
        join pg_attribute a on a.attrelid = ${of} and a.attnum = key.attnum order by key.place)`;

const uniques = `
select jsonb_build_object('name', x.relname, 'columns', ${keyColumns('(i.indkey::int2[])[0:i.indnkeyatts - 1]', 'c.oid')}) as one
  from pg_index i join pg_class x on x.oid = i.indexrelid
 where i.indrelid = c.oid and (i.indisunique or i.indisexclusion) order by x.relname`;

const references = `
select jsonb_build_object('name', k.conname, 'to', r.relname, 'columns', ${keyColumns('k.conkey', 'k.conrelid')},
         'toColumns', ${keyColumns('k.confkey', 'k.confrelid')},
         'onDelete', case k.confdeltype when 'n' then 'SET NULL' when 'd' then 'SET DEFAULT' else '' end) as one
  from pg_constraint k join pg_class r on r.oid = k.confrelid
 where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0 order by k.conname`;

const triggers = `
select jsonb_build_object('name', g.tgname, 'source', p.prosrc,
         'transition', g.tgnewtable is not null or g.tgoldtable is not null) as one
  from pg_trigger g join pg_proc p on p.oid = g.tgfoid
 where g.tgrelid = c.oid and not g.tgisinternal order by g.tgname`;

// A default names its sequence by a dependency; an identity column owns it.
const sequences = `
select jsonb_build_object('column', a.attname, 'type', format_type(a.atttypid, null), 'sequence', s.relname,
         'identity', a.attidentity <> '') as one
  from pg_attribute a
  left join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
  join pg_depend d on (d.classid = 'pg_attrdef'::regclass and d.objid = f.oid and d.refclassid = 'pg_class'::regclass)
                   or (a.attidentity <> '' and d.classid = 'pg_class'::regclass and d.deptype = 'i'
                       and d.refobjid = a.attrelid and d.refobjsubid = a.attnum)
  join pg_class s on s.relkind = 'S'
                 and s.oid = case when d.classid = 'pg_attrdef'::regclass then d.refobjid else d.objid end
 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum`;

const list = (query: string): string => `(select coalesce(jsonb_agg(o.one), '[]') from (${query}) as o)`;

const tables = `
select c.relname::text as name, c.relpersistence = 'u' as unlogged,
       format_type(t.atttypid, null) || ' ' || l.collname as tenant, t.attnotnull as required,
       ${list(uniques)} as uniques, ${list(references)} as references, ${list(triggers)} as triggers,
       ${list(sequences)} as sequences
  from pg_class c
  left join pg_attribute t on t.attrelid = c.oid and t.attname = '${column}' and not t.attisdropped
  left join pg_collation l on l.oid = t.attcollation
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
 order by c.relname collate "C"`;
