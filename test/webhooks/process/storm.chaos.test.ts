import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { receiverCa, startReceiver } from '../../support/receiver.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { startTestService } from '../../support/service.ts';
import { aWebhook, deliveriesOf, delivering, someEvents } from '../../support/webhooks.ts';

const events = 2_000;
const kills = 3;

test('loses no event of a storm in which the service is killed again and again', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-storm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, receiverCa.ca);
  const home = await startTestService();
  onTestFinished(() => home.stop());
  const hook = await startReceiver();
  onTestFinished(() => hook.close());
  const { id } = await aWebhook(home, { url: hook.url });
  const node = () => startServiceProcess(home, { ...delivering, NODE_EXTRA_CA_CERTS: ca });
  const arrived = () => new Set(hook.received.map(({ body }) => body.id as string));

  const sent: string[] = [];
  const storm = async (): Promise<void> => {
    while (sent.length < events) {
      const some = Array.from({ length: 20 }, () => ({ identityId: newId('idn') }));
      sent.push(...(await someEvents(home, some)));
    }
  };
  let running = await node();
  const raging = storm();
  for (let kill = 1; kill <= kills; kill++) {
    const share = (events * kill) / (kills + 1);
    await expect.poll(() => arrived().size, { timeout: 30_000, interval: 2 }).toBeGreaterThan(share);
    running.signal('SIGKILL');
    await running.ended;
    expect(arrived().size).toBeLessThan(events);
    // Deliveries that the node had claimed are sent after their lease. The test does not wait for that.
    await home.sql('update deliveries set claimed_until = now() where claimed_until is not null');
    running = await node();
  }
  await raging;
  const unfinished = async () =>
    (await deliveriesOf(home, id)).filter(({ status }) => status !== 'SUCCESS').length;
  await expect.poll(unfinished, { timeout: 60_000, interval: 100 }).toBe(0);
  expect(arrived()).toEqual(new Set(sent));
  // Sent twice was only what was under way at a kill: 20 at most (deliverer.ts).
  expect(hook.received.length).toBeLessThanOrEqual(events + kills * 20);
  expect(await home.sql('select total_deliveries, successful_deliveries from webhooks')).toEqual([
    { total_deliveries: String(events), successful_deliveries: String(events) },
  ]);
  running.signal('SIGTERM');
  expect(await running.ended).toBe(0);
});
