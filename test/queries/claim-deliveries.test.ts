import type { Pool } from 'pg';
import { expect } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { claimDeliveries } from '../../src/queries/claim-deliveries.ts';
import type { Plan } from '../support/explain.ts';
import { poolOf } from '../support/pool.ts';
import { type TestService, test } from '../support/service.ts';
import { aWebhook, someEvents } from '../support/webhooks.ts';

const options = { most: 500, sending: new Map<string, number>(), slots: 20, failingSlots: 5 };

/** How many pages a claim looks at, with the plan that every session keeps. */
async function pagesOfClaim(service: TestService): Promise<{ pages: number; claimed: number }> {
  const pool = poolOf(service);
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan; set jit = off; begin');
    let claimed = 0;
    let pages = 0;
    const spy = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        await client.query(`prepare claim as ${text}`);
        const given = values.map((value) =>
          Array.isArray(value) ? `'{${value.join(',')}}'` : String(value),
        );
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan & { 'Actual Rows': number } }] }>(
          `explain (analyze, buffers, timing off, format json) execute claim (${given.join(', ')})`,
        );
        const plan = rows[0]?.['QUERY PLAN'][0].Plan;
        claimed = plan?.['Actual Rows'] ?? 0;
        pages = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
        return { rows: [] };
      },
    };
    await claimDeliveries(spy as unknown as Pool, options);
    return { pages, claimed };
  } finally {
    client.release(true);
    await pool.end();
  }
}

test('claims by pages that grow neither with what waits nor with what is finished', {
  timeout: 120_000,
}, async ({ service }) => {
  const { sql, organizations } = service;
  const hooks = [];
  for (let at = 0; at < 50; at++) hooks.push(await aWebhook(service, { url: 'https://localhost/hook' }));
  const some = Array.from({ length: 400 }, () => ({ identityId: newId('idn') }));
  await someEvents(service, some);
  const before = await pagesOfClaim(service);
  expect(before.claimed).toBe(options.most);
  // Reading a row, changing it and its indexes, its webhook and its event.
  expect(before.pages).toBeLessThan(options.most * 40);

  await sql(
    `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at)
     select $1, 'dlv_' || lpad(n::text, 26, '0'), $2, 'evt_' || lpad(n::text, 26, '0'), 'identity.created', now(),
            case when n % 2 = 0 then 'SUCCESS' else 'RETRYING' end,
            case when n % 2 = 1 then now() + interval '1 hour' end
       from generate_series(1, 200000) as n`,
    [organizations.ours.live.orgId, hooks[0]?.id],
  );
  await sql('vacuum (analyze) deliveries');
  const after = await pagesOfClaim(service);
  expect(after.claimed).toBe(options.most);
  expect(after.pages).toBeLessThan(before.pages * 2);
});
