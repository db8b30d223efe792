import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createLog } from '../../../src/platform/log.ts';
import { startDeliverer } from '../../../src/webhooks/deliverer.ts';
import { claimDeliveries, queuesOfClaim, type QueueName } from '../../../src/webhooks/sql/delivery-queue.ts';
import { idleClaim } from '../../support/claims.ts';
import { databaseCopiedFrom } from '../../support/database-copy.ts';
import { template } from '../../support/global-setup.ts';
import { countingPages } from '../../support/page-counter.ts';
import { hasAllRounds } from '../../support/thorough.ts';

const client = databaseCopiedFrom(template);
const org = (n: string): string => `'org_' || lpad((${n})::text, 6, '0')`;

/** Tenants from one number to another, with one webhook and some due deliveries each. */
async function addDue(from: number, to: number): Promise<void> {
  const sql = (text: string): Promise<unknown> => client().query(text);
  const series = `from generate_series(${from}, ${to}) as n`;
  await sql(
    `insert into tenants (id, organization_id, name, environment) select ${org('n')}, n, n, 'live' ${series}`,
  );
  await sql(
    `insert into webhooks (org_id, id, name, url, events, secret) select ${org('n')}, 'whk', '', '', '{}', '' ${series}`,
  );
  await sql(
    `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at)
     select ${org('n')}, 'dlv_' || e, 'whk', 'evt', '', now(), 'PENDING', now() - interval '1 second'
       ${series}, generate_series(1, ${each}) as e`,
  );
  await sql('vacuum (analyze) tenants, webhooks, deliveries');
}

/** Claims from here on until a round is over, each time less than the process has room for. */
async function aRound(pool: Pool, most: number): Promise<{ tenants: string[]; claims: number }> {
  const tenants = new Set<string>();
  let after: QueueName | undefined;
  let claims = 0;
  do {
    const { claimed, next } = await claimDeliveries(pool, { ...idleClaim, most, after });
    for (const { orgId } of claimed) tenants.add(orgId);
    after = next;
    claims += 1;
  } while (after);
  return { tenants: [...tenants].sort(), claims };
}

/** Tenants, each with so many due deliveries. */
const sizes = hasAllRounds ? [350, 3_500, 35_000] : [350, 3_500];
const each = 3;

test('a claim looks at the same pages however many deliveries are due', { timeout: 120_000 }, async () => {
  const pages: number[] = [];
  let there = 0;
  for (const tenants of sizes) {
    await client().query('update deliveries set claimed_until = null where claimed_until is not null');
    await addDue(there + 1, tenants);
    there = tenants;
    const counting = countingPages(client());
    const { claimed, next } = await claimDeliveries(counting.pool, { ...idleClaim, most: 500 });
    // The last place is for another tenant.
    expect(claimed).toHaveLength(499);
    expect(next).toEqual(expect.objectContaining({ orgId: 'org_000256', webhookId: 'whk' }));
    pages.push(counting.pages());
  }
  if (hasAllRounds)
    console.info(`${sizes.join()} webhooks with ${each} due deliveries: ${pages.join()} pages`);
  const [least = 0] = pages;
  for (const one of pages) expect(one).toBeLessThan(least * 1.5);
});

test('a round of claims comes to every tenant, beside one with a long backlog', async () => {
  await client().query('delete from deliveries');
  const tenants = 700;
  await client().query(
    `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at)
     select ${org('n')}, 'dlv_' || e, 'whk', 'evt', '', now(), 'PENDING',
            now() - case n when 300 then interval '1 day' else interval '1 second' end
       from generate_series(1, ${tenants}) as n, generate_series(1, case n when 300 then 1500 else 1 end) as e`,
  );
  await client().query('vacuum (analyze) deliveries');
  const { tenants: served, claims } = await aRound(countingPages(client()).pool, 400);
  expect(claims).toBe(Math.ceil(tenants / queuesOfClaim));
  expect(served).toHaveLength(tenants);
});

test('a process claims at once behind the place where a claim was cut, and then waits', async () => {
  const places: unknown[][] = [];
  const cut = { orgId: 'org_1', webhookId: 'whk_1', what: 'CUT' };
  const times = { createdAt: 0, claimedUntil: 0, eventAt: 0, now: 0 };
  const query = async (asked: string | { values: unknown[] }) => {
    if (typeof asked === 'string') return { rows: [] };
    places.push(asked.values.slice(0, 2));
    return { rows: places.length === 1 ? [{ ...cut, ...times }] : [] };
  };
  const pool = { connect: async () => ({ query, release: () => undefined }) } as unknown as Pool;
  const deliverer = startDeliverer({
    database: { pool } as never,
    outgoing: { send: () => expect.unreachable() },
    vault: { open: () => expect.unreachable() },
    log: createLog({ logLevel: 'fatal', logFormat: 'json' }),
    attempted: () => expect.unreachable(),
  });
  await expect.poll(() => places.length).toBe(2);
  deliverer.ring();
  await expect.poll(() => places.length).toBeGreaterThan(2);
  await deliverer.stop();
  expect(places.slice(0, 3)).toEqual([
    ['', ''],
    ['org_1', 'whk_1'],
    ['', ''],
  ]);
});
