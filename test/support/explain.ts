import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { marked, numbered, sql, type Sql, type SqlValue } from '../../src/lib/sql.ts';
import type { OpenTx, Tx } from '../../src/platform/tx.ts';

export interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Parent Relationship'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
}

/** The plan of a statement, and the pages that it looked at. */
export interface Explained {
  text: string;
  indexes: string[];
  /** Tables that were read from end to end. */
  scanned: string[];
  types: string[];
  /** Pages that were looked at. */
  buffers: number;
}

/** The nodes of a plan, itself first. */
export const nodesOf = <Node extends { Plans?: Node[] }>(plan: Node): Node[] => [
  plan,
  ...(plan.Plans ?? []).flatMap((part) => nodesOf(part)),
];

function explainedOf(text: string, plan: Plan): Explained {
  const nodes = nodesOf(plan);
  return {
    text,
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    scanned: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [])),
    types: nodes.map((node) => node['Node Type']),
    buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
  };
}

const explain = 'explain (analyze, buffers, timing off, format json)';

type Planned = { 'QUERY PLAN': [{ Plan: Plan }] };

const platform = new PostgreSqlPlatform();

/** Returns values as `execute` takes them: it takes none that is bound. */
function literalsOf(values: readonly SqlValue[]): string {
  const { text, values: written } = marked(sql.join(values.map((value) => sql`${value}`)));
  return platform.formatQuery(text, written);
}

/**
 * Explains a named statement by the plan that serves all values, as the connections of the service make it. A statement
 * behind `explain` itself is planned for its values, also with `force_generic_plan`. So the statement is prepared first.
 */
async function explainNamed(
  { text, values }: { text: string; values: readonly SqlValue[] },
  ask: (text: string) => Promise<Planned | undefined>,
): Promise<Planned | undefined> {
  await ask('set local plan_cache_mode = force_generic_plan');
  await ask(`prepare explained as ${text}`);
  const row = await ask(`${explain} execute explained ${values.length > 0 ? `(${literalsOf(values)})` : ''}`);
  await ask('deallocate explained');
  return row;
}

/** Runs every statement of a transaction, explains it, and keeps what it did. */
export function explaining(tx: Tx): { tx: Tx; explained: Explained[] } {
  const explained: Explained[] = [];
  const note = async (statement: Sql): Promise<void> => {
    const asked = numbered(statement);
    await (tx as OpenTx).begin();
    const row = await (statement.name === undefined
      ? tx.row<Planned>(sql`${sql.raw(explain)} ${statement}`)
      : explainNamed(asked, (text) => tx.row<Planned>(sql.raw(text))));
    // A change must not be made twice.
    await (tx as OpenTx).rollback();
    if (!row) throw new Error('no plan');
    explained.push(explainedOf(asked.text, row['QUERY PLAN'][0].Plan));
  };
  const rows = async (statement: Sql) => {
    await note(statement);
    return tx.rows(statement);
  };
  const row = async (statement: Sql) => (await rows(statement))[0];
  const run = async (statement: Sql) => {
    await note(statement);
    return tx.run(statement);
  };
  const has = async (statement: Sql) => (await run(statement)) > 0;
  return { tx: { rows, row, run, has } as unknown as Tx, explained };
}

/**
 * Explains each statement of a pool before it runs, and keeps what it did.
 * @returns a pool whose statements run on one connection of `pool`, which is given back by `release`
 */
export async function explainingPool(
  pool: Pool,
): Promise<{ pool: Pool; explained: Explained[]; release: () => void }> {
  const explained: Explained[] = [];
  const client = await pool.connect();
  let inTransaction = false;
  const query = async (
    asked: string | { name?: string; text: string; values?: SqlValue[] },
    given: SqlValue[] = [],
  ) => {
    const { name, text, values = given } = typeof asked === 'string' ? { text: asked } : asked;
    if (text.startsWith('begin')) inTransaction = true;
    if (text.startsWith('commit')) inTransaction = false;
    if (/^\s*(select|with|insert|update|delete)/.test(text)) {
      await client.query(inTransaction ? 'savepoint before' : 'begin');
      const ask = async (sent: string): Promise<Planned | undefined> =>
        (await client.query<Planned>(sent)).rows[0];
      const row =
        name === undefined
          ? (await client.query<Planned>(`${explain} ${text}`, values)).rows[0]
          : await explainNamed({ text, values }, ask);
      // A change must not be made twice.
      await client.query(inTransaction ? 'rollback to before' : 'rollback');
      if (!row) throw new Error('no plan');
      explained.push(explainedOf(text, row['QUERY PLAN'][0].Plan));
    }
    return client.query(text, values);
  };
  const connect = async () => ({ query, release: () => undefined });
  return { pool: { query, connect } as unknown as Pool, explained, release: () => client.release(true) };
}
