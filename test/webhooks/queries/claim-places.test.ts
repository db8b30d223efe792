import { expect } from 'vitest';
import { claimDeliveries } from '../../../src/webhooks/sql/delivery-queue.ts';
import { idleClaim } from '../../support/claims.ts';
import { poolOf } from '../../support/pool.ts';
import { test } from '../../support/service.ts';
import { aWebhook } from '../../support/webhooks.ts';

test('leaves a place to every tenant that comes, however much those before it hold', async ({ service }) => {
  const { sql, organizations } = service;
  await sql(`update webhooks set status = 'PAUSED'`);
  const tenants = [organizations.ours.live, organizations.theirs.live, organizations.ours.test];
  const pool = poolOf(service);
  const sendingOfTenants = new Map<string, number>();
  let free = 90;
  /** Claims, and sends without an end. */
  const claim = async (): Promise<Record<string, number>> => {
    const { claimed } = await claimDeliveries(pool, { ...idleClaim, most: free, sendingOfTenants });
    const got: Record<string, number> = {};
    for (const { orgId } of claimed) got[orgId] = (got[orgId] ?? 0) + 1;
    for (const [orgId, more] of Object.entries(got))
      sendingOfTenants.set(orgId, (sendingOfTenants.get(orgId) ?? 0) + more);
    free -= claimed.length;
    return got;
  };
  const held: number[] = [];
  for (const { orgId } of tenants) {
    for (let at = 0; at < 5; at++) {
      const { id } = await aWebhook(service, { url: 'https://localhost/hook' });
      await sql('update webhooks set org_id = $2 where id = $1', [id, orgId]);
      await sql(
        `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at)
         select $2, new_id('dlv'), $1, new_id('evt'), 'identity.created', now(), 'PENDING', now() - interval '1 second'
           from generate_series(1, 20)`,
        [id, orgId],
      );
    }
    const got = await claim();
    expect(Object.keys(got)).toEqual([orgId]);
    held.push(got[orgId] ?? 0);
    expect(await claim()).toEqual({});
  }
  // Half, then half of what was left, and so on: no tenant ever finds all places taken.
  expect(held).toEqual([45, 23, 11]);

  // Side by side, each gets a third and a third stays free.
  sendingOfTenants.clear();
  free = 90;
  await sql(`update deliveries set claimed_until = null where org_id = any ($1)`, [
    tenants.slice(0, 2).map(({ orgId }) => orgId),
  ]);
  await sql(`update deliveries set next_attempt_at = now() + interval '1 hour' where org_id = $1`, [
    tenants[2]?.orgId,
  ]);
  expect(await claim()).toEqual({ [tenants[0]?.orgId ?? '']: 30, [tenants[1]?.orgId ?? '']: 30 });
  await pool.end();
});
