import type { Pool, PoolClient } from 'pg';
import { expect } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { type ClaimedDelivery, claimDeliveries } from '../../src/queries/claim-deliveries.ts';
import { type AttemptResult, recordAttempts } from '../../src/queries/record-attempts.ts';
import type { Plan } from '../support/explain.ts';
import { poolOf } from '../support/pool.ts';
import { test } from '../support/service.ts';
import { aWebhook, someEvents } from '../support/webhooks.ts';

const options = {
  most: 500,
  sending: new Map<string, number>(),
  slots: 20,
  failingSlots: 5,
  sendingOfTenants: new Map<string, number>(),
  tenantSlots: 500,
};

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
  const query = async ({ name, text, values }: { name: string; text: string; values: unknown[] }) => {
    if (!pages.has(name)) await client.query(`prepare "${name}" as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, timing off, format json) execute "${name}" (${values.map(literal).join(', ')})`,
    );
    pages.set(name, rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? 0);
    return { rows: [] };
  };
  return { pool: { query } as unknown as Pool, pages };
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
const nobodys = {
  orgId: 'org_0',
  id: 'dlv_0',
  createdAt: new Date(),
  webhookId: 'wh_0',
  claimedUntil: new Date(),
};

// Sessions are made at the start, when there is nothing to plan with; autovacuum has them plan anew a minute later at best.
test('what was planned when nothing was owed is fast when much is', { timeout: 60_000 }, async ({
  service,
}) => {
  const ours = poolOf(service);
  const client = await ours.connect();
  try {
    const { pool, pages } = await keepingPlans(client);
    await claimDeliveries(pool, options);
    await recordAttempts(pool, [attemptOf(nobodys as ClaimedDelivery)]);
    for (let n = 0; n < 50; n++) await aWebhook(service, { url: 'https://localhost/hook' });
    const some = Array.from({ length: 200 }, () => ({ identityId: newId('idn') }));
    await someEvents(service, some);

    const { claimed } = await claimDeliveries(ours, { ...options, most: 100 });
    expect(claimed).toHaveLength(100);
    await recordAttempts(pool, claimed.map(attemptOf));
    expect(pages.get('record-attempts')).toBeLessThan(100 * 100);
    await claimDeliveries(pool, options);
    expect(pages.get('claim-deliveries')).toBeLessThan(40 * options.most);
  } finally {
    client.release(true);
    await ours.end();
  }
});
