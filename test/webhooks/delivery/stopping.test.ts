import { expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { hang, startReceiver } from '../../support/receiver.ts';
import { test } from '../../support/service.ts';
import { aWebhook, deliveriesOf, delivering, someEvents, soon } from '../../support/webhooks.ts';

// In a file of its own: a node that stops waits ten seconds for its attempts.
test('a delivery that a node has claimed is released when the node stops, and does not count as an attempt', {
  timeout: 60_000,
}, async ({ service }) => {
  const hook = await startReceiver(hang);
  try {
    const node = await service.startNode(delivering);
    const { id } = await aWebhook(service, { url: hook.url });
    await someEvents(service, [{ identityId: newId('idn') }]);
    await expect.poll(() => hook.received.length, soon).toBe(1);
    expect(await deliveriesOf(service, id)).toMatchObject([{ claimed_until: expect.any(Date) }]);
    await node.stop();
    expect(await deliveriesOf(service, id)).toMatchObject([
      { status: 'PENDING', attempts: 0, claimed_until: null },
    ]);
  } finally {
    await hook.close();
  }
});
