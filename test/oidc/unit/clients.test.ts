import { expect, test } from 'vitest';
import { createClientAdapter } from '../../../src/oidc/engine/clients.ts';

test('a name that no client can have is looked up nowhere, because Postgres refuses some texts', async () => {
  const asked: string[] = [];
  const adapter = createClientAdapter(
    { orgId: 'org_1', scopes: [], blockedHosts: [] },
    {
      tenants: {
        client: async (_orgId: string, clientId: string) => void asked.push(clientId),
      } as never,
      baseUrl: () => 'https://keyward.example.com',
    },
  );
  for (const id of ['\0', '', 'nonsense', '\ud800', 'cli_']) expect(await adapter.find(id)).toBeUndefined();
  expect(asked).toEqual([]);
  await adapter.find('cli_01kahz5v3be4nr7q2m8x9c0d1e');
  expect(asked).toEqual(['cli_01kahz5v3be4nr7q2m8x9c0d1e']);
});
