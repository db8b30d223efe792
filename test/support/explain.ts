import type { Pool } from 'pg';
import { named, numbered, sql, type Sql } from '../../src/lib/sql.ts';
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

const genericPlan = 'set local plan_cache_mode = force_generic_plan';

type Planned = { 'QUERY PLAN': [{ Plan: Plan }] };

/** Runs every statement of a transaction, explains it, and keeps what it did. */
export function explaining(tx: Tx): { tx: Tx; explained: Explained[] } {
  const explained: Explained[] = [];
  const explain = async (statement: Sql): Promise<void> => {
    const { name } = statement;
    const explaining = sql`explain (analyze, buffers, timing off, format json) ${statement}`;
    await (tx as OpenTx).begin();
    // As the connections of the service do it: the plan of a named statement serves all values.
    if (name !== undefined) await tx.run(sql.raw(genericPlan));
    const row = await tx.row<Planned>(
      name === undefined ? explaining : named(`explained-${name}`, explaining),
    );
    // A change must not be made twice.
    await (tx as OpenTx).rollback();
    if (!row) throw new Error('no plan');
    explained.push(explainedOf(numbered(statement).text, row['QUERY PLAN'][0].Plan));
  };
  const rows = async (statement: Sql) => {
    await explain(statement);
    return tx.rows(statement);
  };
  const row = async (statement: Sql) => (await rows(statement))[0];
  const run = async (statement: Sql) => {
    await explain(statement);
    return tx.run(statement);
  };
  return { tx: { rows, row, run } as unknown as Tx, explained };
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
    asked: string | { name?: string; text: string; values?: unknown[] },
    given: unknown[] = [],
  ) => {
    const { name, text, values = given } = typeof asked === 'string' ? { text: asked } : asked;
    if (text.startsWith('begin')) inTransaction = true;
    if (text.startsWith('commit')) inTransaction = false;
    if (/^\s*(select|with|insert|update|delete)/.test(text)) {
      await client.query(inTransaction ? 'savepoint before' : 'begin');
      if (name !== undefined) await client.query(genericPlan);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      );
      // A change must not be made twice.
      await client.query(inTransaction ? 'rollback to before' : 'rollback');
      if (!rows[0]) throw new Error('no plan');
      explained.push(explainedOf(text, rows[0]['QUERY PLAN'][0].Plan));
    }
    return client.query(text, values);
  };
  const connect = async () => ({ query, release: () => undefined });
  return { pool: { query, connect } as unknown as Pool, explained, release: () => client.release(true) };
}
