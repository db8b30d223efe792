import { expect } from 'vitest';
import { aCredential } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { applied } from '../../support/configuration.ts';
import { test } from '../../support/service.ts';

test('a plan and an apply of 700 objects, and of one with a key that is made first, fit the limits of an organization', async ({
  service,
}) => {
  const { ours } = await service.addPair();
  const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '100' });
  const { secret } = await aCredential(ours, { scopes: ['*'] });
  const caller = createClient(node.origin, secret, ours.orgId);
  const objects = [
    ...Array.from({ length: 700 }, (_, n) => ({
      kind: 'identity',
      key: `one-${n}`,
      spec: { name: `One ${n}`, type: 'CI_CD' },
    })),
    {
      kind: 'oidcClient',
      key: 'portal',
      spec: { name: 'Portal', redirectUris: ['https://app.example.com/callback'] },
    },
  ];
  const { counts } = await applied(caller, objects);
  await node.stop();
  expect(counts).toMatchObject({ create: 701, refused: 0 });
});
