import { expect, test } from 'vitest';
import { anIdentity } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aNode } from '../../support/killed-node.ts';
import { openStream } from '../../support/listeners.ts';
import { service } from '../../support/process.ts';
import { aListener } from '../../support/webhooks.ts';

test('a stream goes on at another node after its node is killed, without a loss', {
  timeout: 120_000,
}, async () => {
  const node = await aNode();
  const other = await service({ ...node.settings, PORT: '0' });
  const there = createClient(other.origin, node.ours.key, node.orgId);
  const listener = await aListener(node.ours);
  const stream = await openStream(node.ours, listener);
  await anIdentity(there, { name: 'before' });
  const seen = await stream.event();
  expect(seen.data).toMatchObject({ identityName: 'before' });
  await node.kill();
  await anIdentity(there, { name: 'while it is down' });
  const next = await openStream(there, listener, { after: seen.line.id });
  await anIdentity(there, { name: 'after' });
  const names = [await next.event(), await next.event()].map(({ data }) => data['identityName']);
  expect(names).toEqual(['while it is down', 'after']);
});
