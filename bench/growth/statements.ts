// Counters of Postgres for each statement. The plan of a statement does not matter, and triggers are in the
// sums.
import type pg from 'pg';

/** Sums of one statement. */
export interface Statement {
  /** The same in two databases of the same schema. */
  text: string;
  calls: number;
  /** Pages of tables and indexes that it looked at. */
  pages: number;
}

/** Settings of a Postgres that counts statements. */
export const countingStatements = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=5000',
  'pg_stat_statements.track_utility=off',
  'compute_query_id=on',
] as const;

export const openStatements = async (probe: pg.Client): Promise<void> => {
  await probe.query('create extension if not exists pg_stat_statements');
};

export const forgetStatements = async (probe: pg.Client): Promise<void> => {
  await probe.query('select pg_stat_statements_reset()');
};

export async function readStatements(probe: pg.Client): Promise<Statement[]> {
  const { rows } = await probe.query<Statement>(
    `select query as text, sum(calls)::float8 as calls, sum(shared_blks_hit + shared_blks_read)::float8 as pages
       from pg_stat_statements where query !~ 'pg_stat_statements' group by query`,
  );
  return rows;
}

export const pagesOf = (statements: readonly Statement[]): number =>
  statements.reduce((sum, { pages }) => sum + pages, 0);

/** The statement whose pages for one unit of work grew most, and by how many. */
export function mostGrown(
  small: readonly Statement[],
  large: readonly Statement[],
  units: readonly [small: number, large: number],
): { text: string; from: number; to: number } | undefined {
  const before = new Map(small.map(({ text, pages }) => [text, pages / units[0]]));
  return large
    .map(({ text, pages }) => ({ text, from: before.get(text) ?? 0, to: pages / units[1] }))
    .sort((one, other) => other.to - other.from - (one.to - one.from))[0];
}
