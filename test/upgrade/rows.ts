import type pg from 'pg';

/** A value of each type, as a literal. */
const values: Readonly<Record<string, string>> = {
  text: "'x'",
  'character varying': "'x'",
  boolean: 'false',
  integer: '1',
  bigint: '1',
  smallint: '1',
  'double precision': '1',
  numeric: '1',
  date: 'now()',
  'timestamp with time zone': 'now()',
  'timestamp without time zone': 'now()',
  interval: "'1 day'",
  jsonb: "'{}'",
  json: "'{}'",
  bytea: String.raw`'\x00'`,
  uuid: 'gen_random_uuid()',
  inet: "'127.0.0.1'",
  cidr: "'127.0.0.0/8'",
};

const columnsWithoutDefault = `
select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
       (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''::')
          from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as allowed
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   and a.attnotnull and not a.atthasdef and a.attidentity = ''`;

/**
 * Puts a row into each table that takes one, so that an update or a scan finds some. The code of this release cannot: it writes columns
 * that an earlier schema lacks. A table whose checks demand more stays empty.
 * @returns the names of the tables with a row
 */
export async function fillTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string; allowed: string | null }>(
    columnsWithoutDefault,
  );
  const filled: string[] = [];
  // Without triggers and foreign keys.
  await client.query('set session_replication_role = replica');
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    const names = columns.map(({ name }) => client.escapeIdentifier(name));
    const literals = columns.map(({ type, allowed }) =>
      allowed === null || values[type] !== "'x'" ? (values[type] ?? "'{}'") : client.escapeLiteral(allowed),
    );
    const text = `insert into ${client.escapeIdentifier(table)} (${names.join()}) values (${literals.join()})`;
    const isFilled = await client.query(text).then(
      () => true,
      () => false,
    );
    if (isFilled) filled.push(table);
  }
  await client.query('set session_replication_role = origin');
  return filled;
}
