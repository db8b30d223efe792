import { expect } from 'vitest';
import type { TestService } from './service.ts';

/**
 * For a test that writes and reads by days, which are days of UTC by the clock of Postgres. Waits for the next day if this one
 * may end during the test, and until facts of the last seconds are of that day.
 */
export async function aDayThatLasts({ sql }: Pick<TestService, 'sql'>): Promise<void> {
  const lasts = async () => {
    const [row] = await sql<{ lasts: boolean }>(
      `select date_trunc('day', now() - interval '10 seconds', 'UTC') = date_trunc('day', now() + interval '20 seconds', 'UTC') as lasts`,
    );
    return row?.lasts;
  };
  await expect.poll(lasts, { timeout: 40_000, interval: 500 }).toBe(true);
}
