import pg from 'pg';
import { expect, inject } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import {
  claimDeliveries,
  parkDeliveries,
  releaseDeliveries,
} from '../../../src/webhooks/sql/delivery-queue.ts';
import { recordAttempts } from '../../../src/webhooks/sql/record-attempts.ts';
import { settleDeliveries } from '../../../src/webhooks/sql/settle-deliveries.ts';
import { idleClaim } from '../../support/claims.ts';
import { withDatabase } from '../../support/global-setup.ts';
import { test } from '../../support/service.ts';
import { aWebhook, someEvents } from '../../support/webhooks.ts';

const forMs = 6_000;

test('does not bring Postgres down when many change the same deliveries and webhooks at the same time', {
  timeout: 60_000,
}, async ({ service }) => {
  const { sql } = service;
  const pool = new pg.Pool({
    connectionString: withDatabase(inject('server').service, new URL(service.database).pathname.slice(1)),
    // As the service has it (src/database/open.ts).
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
    max: 20,
  });
  pool.on('error', () => undefined);
  const hooks: string[] = [];
  for (const ordering of ['NONE', 'NONE', 'PER_RESOURCE', 'PER_RESOURCE'] as const)
    hooks.push((await aWebhook(service, { url: 'https://localhost/hook', ordering })).id);
  await someEvents(
    service,
    Array.from({ length: 100 }, () => ({ identityId: newId('idn') })),
  );
  const end = Date.now() + forMs;
  const done = { recorded: 0, settled: 0, reset: 0 };
  // On a busy machine, so much takes longer.
  const isEnough = () => Date.now() >= end && Math.min(...Object.values(done)) > 3;
  const loop = async (work: () => Promise<unknown>) => {
    while (!isEnough()) await work();
  };
  const deliver = async () => {
    const { claimed, blocked } = await claimDeliveries(pool, { ...idleClaim, failingSlots: 20, most: 40 });
    if (blocked.length > 0) await parkDeliveries(pool, blocked);
    const [given, sent] = [claimed.slice(0, 1), claimed.slice(1)];
    if (given.length > 0) await releaseDeliveries(pool, given);
    if (sent.length === 0) return;
    await recordAttempts(
      pool,
      sent.map((delivery, at) => ({
        ...delivery,
        deliveryId: delivery.id,
        attempt: delivery.attempts + 1,
        at: delivery.now,
        responseCode: 500,
        latencyMs: 1,
        error: at % 2 === 0 ? null : 'HTTP_STATUS',
        responseBody: '',
      })),
    );
    done.recorded += sent.length;
  };
  await Promise.all([
    ...[1, 2, 3, 4].map(() => loop(deliver)),
    ...[1, 2].map(() =>
      loop(async () => {
        await settleDeliveries(pool);
        done.settled++;
      }),
    ),
    loop(async () => {
      const [id] = hooks.splice(0, 1);
      hooks.push(id ?? '');
      await sql(
        `update webhooks set status = case status when 'ACTIVE' then 'DISABLED' else 'ACTIVE' end where id = $1`,
        [id],
      );
    }),
    loop(async () => {
      await sql(
        `with picked as (select org_id, id from deliveries where random() < 0.5 for no key update skip locked)
         update deliveries d
            set status = case when random() < 0.2 then 'SUCCESS' else 'PENDING' end, next_attempt_at = now(),
                claimed_until = null, dead_letter_id = null, dead_lettered_at = null
           from picked where d.org_id = picked.org_id and d.id = picked.id`,
      );
      done.reset++;
    }),
  ]);
  expect(Math.min(...Object.values(done))).toBeGreaterThan(3);
  await pool.end();
});
