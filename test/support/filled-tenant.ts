// Rows of a tenant in every table that has rows of tenants, for tests that remove them all.
import pg from 'pg';
import { erasedTables } from '../../src/organizations/erased-tables.ts';
import type { TestService } from './service.ts';

/** A value of each type, as an expression. `$1` is the tenant, `$2` a user of it, `$3` a word that no other tenant has. */
const values: Readonly<Record<string, string>> = {
  text: '$3::text',
  'character varying': '$3::text',
  boolean: 'false',
  integer: '1',
  bigint: '1',
  smallint: '1',
  'double precision': '1',
  date: 'current_date',
  'timestamp with time zone': 'now()',
  jsonb: `jsonb_build_object('userId', $2::text)`,
  bytea: String.raw`convert_to($3::text, 'UTF8')`,
  uuid: 'gen_random_uuid()',
  inet: "'127.0.0.1'",
};

const columns = `
select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' as demanded,
       (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''::')
          from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as allowed
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
 where c.oid = any (select to_regclass(t) from unnest($1::text[]) as t)
 order by c.relname, a.attnum`;

/** Values that the checks of a table demand. */
const demandedValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audit_epochs: { sequence: '2' },
  oidc_artifacts: { payload: "'{}'" },
  totp_factors: { digits: '6', period_seconds: '30' },
};

interface Column {
  table: string;
  name: string;
  type: string;
  demanded: boolean;
  allowed: string | null;
}

/**
 * Puts a row of a tenant into each table that has none. The rows name a user of the tenant where they can.
 * @returns the tables that have none all the same
 */
export async function fillTenant(
  { database }: Pick<TestService, 'database'>,
  orgId: string,
  userId: string,
): Promise<string[]> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const { rows } = await client.query<Column>(columns, [erasedTables]);
    // Without triggers and foreign keys.
    await client.query('set session_replication_role = replica');
    const empty: string[] = [];
    for (const [table, all] of Map.groupBy(rows, (row) => row.table)) {
      const has = await client.query(`select from ${table} where org_id = $1 limit 1`, [orgId]);
      if (has.rowCount === 1) continue;
      const given = all.filter(
        ({ name, demanded }) => demanded || name === 'user_id' || demandedValues[table]?.[name] !== undefined,
      );
      const expressions = given.map(({ name, type, allowed }) => {
        if (name === 'org_id') return '$1::text';
        if (name === 'user_id') return '$2::text';
        const value = demandedValues[table]?.[name];
        if (value !== undefined) return value;
        if (allowed !== null && type === 'text') return client.escapeLiteral(allowed);
        return values[type] ?? "'{}'";
      });
      const names = given.map(({ name }) => client.escapeIdentifier(name));
      // Each statement names all three values.
      const text = `insert into ${table} (${names.join()}) select ${expressions.join()} where ($1::text, $2::text, $3::text) is not null`;
      await client.query(text, [orgId, userId, `x${orgId.slice(-12)}`]).catch(() => empty.push(table));
    }
    return empty;
  } finally {
    await client.end();
  }
}
