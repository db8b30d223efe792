import type { Pool, PoolClient } from 'pg';
import { expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { claimDeliveries, type ClaimedDelivery } from '../../../src/webhooks/sql/delivery-queue.ts';
import { type AttemptResult, recordAttempts } from '../../../src/webhooks/sql/record-attempts.ts';
import { idleClaim } from '../../support/claims.ts';
import type { Plan } from '../../support/explain.ts';
import { poolOf } from '../../support/pool.ts';
import { test, type TestService } from '../../support/service.ts';
import { aWebhook, someEvents } from '../../support/webhooks.ts';

/** As SQL takes it in `execute`; nothing of ours has a quotation mark. */
function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `'{${value.map((each) => elementOf(each)).join(',')}}'`;
  return `'${textOf(value)}'`;
}
const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
const elementOf = (value: unknown): string => (value === null ? 'null' : `"${textOf(value)}"`);

/** Runs statements with a plan that is made once, as the sessions of a node do, and tells how many pages each looked at. */
async function keepingPlans(client: PoolClient): Promise<{ pool: Pool; pages: Map<string, number> }> {
  await client.query('set plan_cache_mode = force_generic_plan; set jit = off');
  const pages = new Map<string, number>();
  const query = async (asked: string | { name: string; text: string; values: unknown[] }) => {
    if (typeof asked === 'string') return client.query(asked);
    const { name, text, values } = asked;
    if (!pages.has(name)) await client.query(`prepare "${name}" as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, timing off, format json) execute "${name}" (${values.map(literal).join(', ')})`,
    );
    pages.set(name, rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? 0);
    return { rows: [] };
  };
  const connect = async () => ({ query, release: () => undefined });
  return { pool: { query, connect } as unknown as Pool, pages };
}

const attemptOf = ({ orgId, id, createdAt, webhookId, claimedUntil }: ClaimedDelivery): AttemptResult => ({
  orgId,
  deliveryId: id,
  createdAt,
  webhookId,
  claimedUntil,
  attempt: 1,
  at: createdAt,
  responseCode: 204,
  latencyMs: 3,
  error: null,
  responseBody: null,
  ordered: false,
});
const some = Array.from({ length: 200 }, () => ({ identityId: newId('idn') }));
const nobodys = {
  orgId: 'org_0',
  id: 'dlv_0',
  createdAt: new Date(),
  webhookId: 'wh_0',
  claimedUntil: new Date(),
};

/**
 * Returns the pages that a claim of everything and the record of a hundred attempts look at. The plans are from
 * before anything was owed.
 */
async function pagesOf(service: TestService, before: () => Promise<unknown>): Promise<[number, number]> {
  const ours = poolOf(service);
  const client = await ours.connect();
  try {
    await before();
    const { pool, pages } = await keepingPlans(client);
    await claimDeliveries(pool, idleClaim);
    await recordAttempts(pool, [attemptOf(nobodys as ClaimedDelivery)]);
    await someEvents(service, some);
    const { claimed } = await claimDeliveries(ours, { ...idleClaim, most: 200 });
    expect(claimed).toHaveLength(100);
    await recordAttempts(pool, claimed.map(attemptOf));
    await claimDeliveries(pool, idleClaim);
    return [pages.get('claim-deliveries') ?? 0, pages.get('record-attempts') ?? 0];
  } finally {
    client.release(true);
    await ours.end();
  }
}

// Connections are opened at the start, when there is nothing to plan with. The connections plan again when statistics come.
// The statistics say that nearly all deliveries are finished. The new plan must be the better one for owed deliveries, too.
test('a plan from before anything was owed is fast when much is', { timeout: 60_000 }, async ({
  service,
}) => {
  const { sql } = service;
  const [claim, record] = await pagesOf(service, async () => {
    for (let n = 0; n < 50; n++) await aWebhook(service, { url: 'https://localhost/hook' });
  });
  expect(claim).toBeLessThan(20 * idleClaim.most);
  expect(record).toBeLessThan(100 * 100);

  const [later, recordLater] = await pagesOf(service, async () => {
    await sql(`update deliveries set status = 'SUCCESS', next_attempt_at = null, claimed_until = null`);
    await sql('vacuum (analyze) deliveries');
  });
  expect(later).toBeLessThan(20 * idleClaim.most);
  expect(recordLater).toBeLessThan(100 * 100);
});
