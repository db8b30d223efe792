import { expect, onTestFinished } from 'vitest';
import { aCredential, verify } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { startTestService, test } from '../support/service.ts';

// security.md 1: "State lost on restart re-enables revoked token" (KC CVE-2026-9802).
test('a revocation that was answered holds after kill -9 and a restart', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { ours } = service;
  const first = await startServiceProcess(service);
  const client = createClient(first.origin, ours.key);
  const [revoked, suspended, spent, good] = [
    await aCredential(client, { scopes: ['identities.read'] }),
    await aCredential(client),
    await aCredential(client, { maxUsageCount: 1 }),
    await aCredential(client),
  ];
  const { body: rotated } = await client.call('rotateCredential', { path: { id: good.id } });
  expect(await verify(client, spent.secret)).toMatchObject({ valid: true });
  await client.call('suspendCredential', { path: { id: suspended.id } });
  expect((await client.call('revokeCredential', { path: { id: revoked.id } })).status).toBe(200);
  first.signal('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');

  const second = await startServiceProcess(service);
  const again = createClient(second.origin, ours.key);
  expect(await verify(again, revoked.secret)).toMatchObject({ valid: false, code: 'REVOKED' });
  expect(await verify(again, suspended.secret)).toMatchObject({ valid: false, code: 'SUSPENDED' });
  expect(await verify(again, spent.secret)).toMatchObject({ valid: false, code: 'USAGE_EXCEEDED' });
  expect(await verify(again, good.secret)).toMatchObject({ valid: false, code: 'REVOKED' });
  expect(await verify(again, rotated.credential)).toMatchObject({ valid: true });
  expect((await createClient(second.origin, revoked.secret).call('listIdentities')).status).toBe(401);
  second.signal('SIGTERM');
  expect(await second.ended).toBe(0);
});
