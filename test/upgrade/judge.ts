// Runs a migration statement by statement on a migrated database with rows, and says what it would do to a large table in use, or to
// nodes of the release before.
import type { Migration } from '@mikro-orm/migrations';
import type pg from 'pg';

/** A fault of a migration: a step that an upgrade without a gap may not have. */
export interface Finding {
  rule:
    | 'rewrites'
    | 'reads under a lock'
    | 'changes rows'
    | 'locks for long'
    | 'locks a second table'
    | 'removes'
    | 'refuses'
    | 'is not concurrent';
  /** The table, the column or the statement. */
  what: string;
  sentence: string;
}

/**
 * Tables of a few rows per tenant, or of the platform. All others are large: the length of a lock on them depends on their rows.
 */
export const smallTables: readonly string[] = [
  'access_policies',
  'alert_rules',
  'attribute_schemas',
  'audit_keys',
  'auth_configs',
  'federation_connections',
  'federation_domains',
  'federation_encryption_keys',
  'mail_templates',
  'master_keys',
  'migrations',
  'named_locations',
  'oidc_clients',
  'oidc_initial_access_tokens',
  'oidc_scopes',
  'operator_audit',
  'operator_keys',
  'partition_plans',
  'policies',
  'saml_keys',
  'saml_service_providers',
  'scim_tokens',
  'signing_keys',
  'social_providers',
  'tenants',
  'webhooks',
];

/** Locks that requests wait for, which change rows of the table. */
const blocking = new Set(['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']);

/** Judges a migration, and leaves the database as the migration makes it. */
export async function judge(
  client: pg.Client,
  statements: readonly string[],
  isTransactional: boolean,
): Promise<Finding[]> {
  const before = await shapeOf(client);
  const findings = isTransactional
    ? await inTransaction(client, statements, new Set(before.tables.keys()))
    : await withoutTransaction(client, statements);
  return [...findings, ...contractions(before, await shapeOf(client))];
}

/** The statements of a migration. */
export async function statementsOf(migration: Migration): Promise<string[]> {
  await migration.up();
  return migration.getQueries().map(String);
}

// An index on the parent alone, and one that is attached to it, change the catalogue only.
const isPlain =
  /^\s*((create (unique )?|drop )index concurrently|create index if not exists \w+ on only |alter index \w+ attach partition |set lock_timeout|reset lock_timeout)/i;

async function withoutTransaction(client: pg.Client, statements: readonly string[]): Promise<Finding[]> {
  const findings = statements
    .filter((text) => !isPlain.test(text))
    .map(
      (what): Finding => ({
        rule: 'is not concurrent',
        what,
        sentence: 'a migration without a transaction only creates and drops indexes concurrently',
      }),
    );
  for (const text of statements) await client.query(text);
  return findings;
}

async function inTransaction(
  client: pg.Client,
  statements: readonly string[],
  existing: ReadonlySet<string>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const isLarge = (table: string): boolean => existing.has(table) && !smallTables.includes(table);
  await client.query('begin');
  try {
    let before = await workOf(client);
    for (const text of statements) {
      await client.query(text);
      const after = await workOf(client);
      const sayOf = (what: string) => (rule: Finding['rule'], sentence: string) =>
        findings.push({ rule, what, sentence: `${sentence}: ${text.trim().slice(0, 120)}` });
      const [lockedBefore, locked] = [lockedOf(before, existing), lockedOf(after, existing)];
      // A request that has the second and waits for the first is the victim of a deadlock: it began to wait before.
      for (const table of locked)
        if (locked.size > 1 && !lockedBefore.has(table))
          sayOf(table)('locks a second table', `locks ${[...locked].join(' and ')} until it ends`);
      for (const [table, now] of after) {
        if (!isLarge(table)) continue;
        const then = before.get(table) ?? { ...now, scans: 0, changed: 0, locks: [] };
        const say = sayOf(table);
        if (now.file !== then.file) say('rewrites', 'rewrites the table');
        const held = now.locks.filter((mode) => blocking.has(mode));
        if (now.scans > then.scans && held.length > 0)
          say('reads under a lock', `reads all rows while it holds ${held.join(', ')}`);
        if (now.changed > then.changed || (now.scans > then.scans && held.length === 0))
          say('changes rows', 'changes or reads rows; a task does that in small steps');
        const long = held.filter(
          (mode) => mode !== 'AccessExclusiveLock' && mode !== 'ShareRowExclusiveLock',
        );
        if (long.length > 0 && !then.locks.includes(long[0] ?? ''))
          say('locks for long', `takes ${long.join(', ')}, as create index without concurrently does`);
      }
      before = after;
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return findings;
}

/** The tables, of those that existed, that requests cannot change until this transaction ends. */
const lockedOf = (work: ReadonlyMap<string, Work>, existing: ReadonlySet<string>): Set<string> =>
  new Set(
    [...work]
      .filter(([table, { locks }]) => existing.has(table) && locks.some((mode) => blocking.has(mode)))
      .map(([table]) => table),
  );

interface Work {
  locks: string[];
  /** Another file is a rewritten table. */
  file: string;
  scans: number;
  changed: number;
}

/** Returns the work of this transaction on each table until now; a partition counts for its table. */
async function workOf(client: pg.Client): Promise<Map<string, Work>> {
  const { rows } = await client.query<Work & { name: string }>(`
    select coalesce(i.inhparent, c.oid)::regclass::text as name,
           coalesce((select array_agg(distinct l.mode) from pg_locks l
                      where l.relation = coalesce(i.inhparent, c.oid) and l.pid = pg_backend_pid()), '{}') as locks,
           string_agg(c.relfilenode::text, ' ' order by c.oid) as file,
           coalesce(sum(s.seq_scan), 0)::int as scans,
           coalesce(sum(s.n_tup_upd + s.n_tup_del), 0)::int as changed
      from pg_class c
      left join pg_inherits i on i.inhrelid = c.oid
      left join pg_stat_xact_user_tables s on s.relid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     group by 1, 2`);
  return new Map(rows.map(({ name, ...work }) => [name, work]));
}

interface Shape {
  tables: Map<string, Map<string, { type: string; demanded: boolean }>>;
  functions: Set<string>;
  /** Unique indexes, which `on conflict` needs, and constraints, which refuse rows. */
  rules: Map<string, string>;
}

/** The parts of the schema that statements of the release before name, or that refuse what they write. */
async function shapeOf(client: pg.Client): Promise<Shape> {
  const columns = await client.query<{ table: string; name: string; type: string; demanded: boolean }>(`
    select c.oid::regclass::text as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
           a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as demanded
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition`);
  const functions = await client.query<{ name: string }>(
    "select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace",
  );
  const rules = await client.query<{ name: string; on: string }>(`
    select r.conrelid::regclass || ' ' || pg_get_constraintdef(r.oid) as name, r.conrelid::regclass::text as on
      from pg_constraint r join pg_class c on c.oid = r.conrelid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and r.contype in ('c', 'f', 'x')
    union all
    select regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ON', 'INDEX ON'), i.indrelid::regclass::text
      from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and i.indisunique`);
  const tables: Shape['tables'] = new Map();
  for (const { table, name, ...column } of columns.rows)
    tables.set(table, (tables.get(table) ?? new Map<string, typeof column>()).set(name, column));
  return {
    tables,
    functions: new Set(functions.rows.map(({ name }) => name)),
    rules: new Map(rules.rows.map(({ name, on }) => [name, on])),
  };
}

function contractions(before: Shape, after: Shape): Finding[] {
  const removed = (what: string, sentence: string): Finding => ({ rule: 'removes', what, sentence });
  const refused = (what: string, sentence: string): Finding => ({ rule: 'refuses', what, sentence });
  const found: Finding[] = [];
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table);
    if (!now) {
      found.push(removed(table, 'removes or renames a table'));
      continue;
    }
    for (const [name, { type }] of columns) {
      const column = now.get(name);
      if (!column) found.push(removed(`${table}.${name}`, 'removes or renames a column'));
      else if (column.type !== type)
        found.push(refused(`${table}.${name}`, `makes the type ${column.type} of ${type}`));
    }
    for (const [name, { demanded }] of now)
      if (demanded && columns.get(name)?.demanded !== true)
        found.push(refused(`${table}.${name}`, 'demands a value that the release before does not write'));
  }
  for (const name of before.functions)
    if (!after.functions.has(name)) found.push(removed(name, 'removes a function'));
  for (const [name, table] of before.rules)
    if (!after.rules.has(name) && name.includes('UNIQUE') && after.tables.has(table))
      found.push(removed(name, 'removes a unique index, which an "on conflict" may need'));
  for (const [name, table] of after.rules)
    if (!before.rules.has(name) && before.tables.has(table))
      found.push(refused(name, 'refuses rows that the release before may write'));
  return found;
}
