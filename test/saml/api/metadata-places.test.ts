import { afterAll, beforeAll, expect } from 'vitest';
import { hang, type Receiver, startReceiver } from '../../support/receiver.ts';
import { test } from '../../support/service.ts';
import { aPartnerKey, aServiceProvider, metadataOf } from '../../support/service-providers.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

test('addresses of metadata that hang do not delay the registration of another tenant', async ({
  service,
}) => {
  const { ours, theirs } = service;
  const origin = new URL(receiver.url).origin;
  const { certificate } = await aPartnerKey();
  const xml = await metadataOf({ entityId: `${origin}/answers`, signing: [certificate] });
  receiver.answer((response, received) => {
    if (received.path.startsWith('/hangs')) hang(response, received);
    else response.writeHead(200, { 'Content-Type': 'application/samlmetadata+xml' }).end(xml);
  });
  const calls = Array.from({ length: 20 }, (_, at) =>
    ours.call('createServiceProvider', { body: { metadataUrl: `${origin}/hangs/${at}` } }),
  );
  // Four are read and ten wait. The others are refused, so that nothing collects.
  const refused = await firstOf(calls, 6);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 6 }, () => [429, 'RATE_LIMITED']),
  );
  expect(receiver.mostAtOnce).toBeLessThanOrEqual(4);
  const { entityId } = await aServiceProvider(theirs, { metadataUrl: `${origin}/answers` });
  expect(entityId).toBe(`${origin}/answers`);
  // Ends what hangs.
  await receiver.close();
  await Promise.all(calls);
});

/** Waits until so many of the calls have ended. */
function firstOf<Value>(calls: readonly Promise<Value>[], most: number): Promise<Value[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Value[]>();
  const ended: Value[] = [];
  const note = async (call: Promise<Value>): Promise<void> => {
    if (ended.push(await call) === most) resolve([...ended]);
  };
  for (const call of calls) note(call).catch(reject);
  return promise;
}
