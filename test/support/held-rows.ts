import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { TestService } from './service.ts';

/**
 * Holds what a statement locks, as another transaction does, until it is told to let go, or the test ends. A failed test that
 * went on holding it would keep its service from stopping.
 */
export async function holding(
  { database }: Pick<TestService, 'database'>,
  statement: string,
  values: unknown[] = [],
): Promise<() => Promise<void>> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query('begin');
  await client.query(statement, values);
  let held = true;
  const release = async (): Promise<void> => {
    if (!held) return;
    held = false;
    await client.query('commit');
    await client.end();
  };
  onTestFinished(release);
  return release;
}

/** Waits until so many statements of the service wait for locked rows. */
export async function waiting({ sql }: Pick<TestService, 'sql'>, statements: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (row?.waiting === statements) return;
  }
}
