import type { Pool } from 'pg';
import { expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { claimDeliveries, type ClaimOptions } from '../../../src/webhooks/sql/delivery-queue.ts';
import { idleClaim } from '../../support/claims.ts';
import type { Plan } from '../../support/explain.ts';
import { poolOf } from '../../support/pool.ts';
import { type TestService, test } from '../../support/service.ts';
import { aWebhook, createWebhook, someEvents } from '../../support/webhooks.ts';
import { anIdentity } from '../../support/builders.ts';

/** How many pages a claim looks at, with the plan that every session keeps. */
async function pagesOfClaim(service: TestService): Promise<{ pages: number; claimed: number }> {
  const pool = poolOf(service);
  const client = await pool.connect();
  try {
    await client.query(
      'set plan_cache_mode = force_generic_plan; set jit = off; set enable_sort = off; begin',
    );
    let claimed = 0;
    let pages = 0;
    const spy = {
      connect: async () => ({ query: (asked: never) => spy.query(asked), release: () => undefined }),
      async query(asked: string | { text: string; values: unknown[] }) {
        if (typeof asked === 'string') return { rows: [] }; // begins and ends what is one transaction here
        const { text, values } = asked;
        await client.query(`prepare claim as ${text}`);
        const given = values.map((value) =>
          Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`,
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
    await claimDeliveries(spy as unknown as Pool, idleClaim);
    return { pages, claimed };
  } finally {
    client.release(true);
    await pool.end();
  }
}

test('a claim reads a bounded number of pages, despite many waiting or finished deliveries', {
  timeout: 120_000,
}, async ({ service }) => {
  const { sql, organizations } = service;
  const hooks = [];
  for (let at = 0; at < 50; at++) hooks.push(await aWebhook(service, { url: 'https://localhost/hook' }));
  const some = Array.from({ length: 400 }, () => ({ identityId: newId('idn') }));
  await someEvents(service, some);
  const before = await pagesOfClaim(service);
  expect(before.claimed).toBe(idleClaim.most / 2);
  // Reading a row, changing it and its indexes, its webhook and its event.
  expect(before.pages).toBeLessThan(before.claimed * 40);

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
  expect(after.claimed).toBe(idleClaim.most / 2);
  expect(after.pages).toBeLessThan(before.pages * 2);
});

test('a claim takes at most the free places of a tenant, and deliveries of other tenants meanwhile', async ({
  service,
}) => {
  const { sql, ours, theirs, organizations } = service;
  await sql('delete from deliveries');
  const url = 'https://localhost/hook';
  const mine: string[] = [];
  for (let at = 0; at < 5; at++)
    mine.push((await createWebhook(ours, { url, events: ['identity.created'] })).id);
  const other = await createWebhook(theirs, { url, events: ['identity.created'] });
  const some = Array.from({ length: 20 }, () => ({ identityId: newId('idn') }));
  await someEvents(service, some);
  await sql('delete from deliveries where not webhook_id = any($1)', [mine]);
  await anIdentity(theirs);
  await sql(`update deliveries set next_attempt_at = now() - interval '1 s'`);
  const pool = poolOf(service);
  try {
    const sendingOfTenants = new Map([[organizations.ours.live.orgId, 23]]);
    const { claimed } = await claimDeliveries(pool, { ...idleClaim, sendingOfTenants, most: 30 });
    const ids = claimed.map(({ webhookId }) => webhookId);
    expect(ids.filter((id) => id === other.id)).toHaveLength(1);
    // It holds 26 then, and 26 are free.
    expect(ids.filter((id) => mine.includes(id))).toHaveLength(3);
  } finally {
    await pool.end();
  }
});

test('a claim shares the places between webhooks and tenants when there are too few', async ({ service }) => {
  const { sql, organizations } = service;
  await sql(`update webhooks set status = 'PAUSED'`);
  const [busy, idle, theirs] = await Promise.all(
    [1, 2, 3].map(() => aWebhook(service, { url: 'https://localhost/hook' })),
  );
  await sql('update webhooks set org_id = $2 where id = $1', [theirs?.id, organizations.theirs.live.orgId]);
  await sql(
    `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at)
     select w.org_id, new_id('dlv'), w.id, new_id('evt'), 'identity.created', now(), 'PENDING',
            now() - case w.id when $1 then interval '1 day' else interval '1 second' end
       from webhooks w, generate_series(1, case w.id when $1 then 100 else 2 end) where w.id = any ($2)`,
    [busy?.id, [busy?.id, idle?.id, theirs?.id]],
  );
  const pool = poolOf(service);
  const claim = async (changes: Partial<ClaimOptions>) => {
    const { claimed } = await claimDeliveries(pool, { ...idleClaim, ...changes });
    return [busy, idle, theirs].map(
      (hook) => claimed.filter(({ webhookId }) => webhookId === hook?.id).length,
    );
  };
  expect(await claim({ most: 6 })).toEqual([1, 1, 2]);
  // With so much under way there is room for what is idle first.
  const sending = new Map([[busy?.id ?? '', 10]]);
  expect(await claim({ most: 1, sending })).toEqual([0, 1, 0]);
  await pool.end();
});
