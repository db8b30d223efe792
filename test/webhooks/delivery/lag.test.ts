import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aWebhook, someEvents } from '../../support/webhooks.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROLE: 'api' });
});
afterAll(() => service.stop());

const lag = async (): Promise<number> => {
  const { text } = await sendRaw(service.origin, { path: '/metrics' });
  return Number(/^keyward_webhook_deliveries_lag_seconds (\S+)$/m.exec(text)?.[1]);
};

test('the lag metric reports how long the oldest due and unclaimed delivery has waited', async () => {
  const { sql } = service;
  expect(await lag()).toBe(0);
  const { id } = await aWebhook(service, { url: 'https://127.0.0.1:9/hook' });
  await sql(`update webhooks set updated_at = now() - interval '1 hour'`);
  await someEvents(service, [{ identityId: newId('idn') }, { identityId: newId('idn') }]);
  const [first] = await sql<{ id: string }>('select id from deliveries order by position limit 1');
  const set = (change: string) => sql(`update deliveries set ${change} where id = $1`, [first?.id]);

  await set(`next_attempt_at = now() - interval '90 seconds'`);
  expect(await lag()).toBeGreaterThanOrEqual(90);
  expect(await lag()).toBeLessThan(120);
  await set(`claimed_until = now() + interval '60 seconds'`);
  expect(await lag()).toBeLessThan(60); // the other one's
  await set(`claimed_until = null, next_attempt_at = 'infinity'`);
  expect(await lag()).toBeLessThan(60);

  await set(`next_attempt_at = now() - interval '90 seconds'`);
  await sql(`update webhooks set updated_at = now() where id = $1`, [id]); // as when it is resumed
  expect(await lag()).toBeLessThan(60);
  await sql(`update webhooks set status = 'PAUSED' where id = $1`, [id]);
  expect(await lag()).toBe(0);
});
