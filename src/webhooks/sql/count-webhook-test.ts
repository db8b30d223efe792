import type { EntityManager } from '@mikro-orm/postgresql';

/** Where a test call stands in its window of a minute. */
export interface TestWindow {
  count: number;
  /** When the window ends, in seconds since 1970. */
  resetAt: number;
  secondsLeft: number;
}

/** Counts a test call of a webhook. @returns undefined when there is no such webhook */
export async function countWebhookTest(
  em: EntityManager,
  orgId: string,
  webhookId: string,
): Promise<TestWindow | undefined> {
  const [row] = await em.execute<TestWindow[]>(text, [orgId, webhookId]);
  return row;
}

const open = `test_window_started_at > now() - interval '1 minute'`;

const text = `
update webhooks
   set test_window_count = case when ${open} then test_window_count + 1 else 1 end,
       test_window_started_at = case when ${open} then test_window_started_at else now() end
 where org_id = ? and id = ?
returning test_window_count as count,
          ceil(extract(epoch from test_window_started_at + interval '1 minute'))::int as "resetAt",
          extract(epoch from test_window_started_at + interval '1 minute' - now())::float8 as "secondsLeft"`;
