import type { Pool, QueryResultRow } from 'pg';
import type pg from 'pg';
import type { Plan } from './explain.ts';

interface Statement {
  text: string;
  values?: unknown[];
}

/**
 * A pool of one connection that counts the pages that its statements look at. It explains each statement, takes back what that did, and
 * then runs it.
 */
export function countingPages(client: pg.Client): { pool: Pool; pages: () => number } {
  let pages = 0;
  const query = async <Row extends QueryResultRow>(asked: string | Statement, values?: unknown[]) => {
    const { text, values: given = values } = typeof asked === 'string' ? { text: asked } : asked;
    if (!/^\s*(select|with|update|delete|insert)/i.test(text)) return client.query<Row>(text, given);
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      given,
    );
    await client.query('rollback');
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    return client.query<Row>(text, given);
  };
  const connect = async () => ({ query, release: () => undefined });
  return { pool: { query, connect } as unknown as Pool, pages: () => pages };
}
