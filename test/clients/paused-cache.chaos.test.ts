// The cache of verifications in a process that is paused (docs/decisions/0144).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aCallerWith, aCredential } from '../support/builders.ts';
import { startTestService } from '../support/service.ts';

test('a process that was paused for longer than heartbeats wait gives no answer of before', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { caller } = await aCallerWith(service, ['credentials.verify']);
  const { id, secret } = await aCredential(service.ours);
  const program = fileURLToPath(new URL('../support/cached-caller.ts', import.meta.url));
  const child = fork(program, [service.origin, String(caller.key), secret]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const verify = async (): Promise<{ code: string; isKept: boolean }> => {
    const answer = once(child, 'message');
    child.send('verify');
    return (await answer)[0];
  };
  await vi.waitUntil(async () => (await verify()).isKept, { timeout: 20_000, interval: 100 });

  child.kill('SIGSTOP');
  await service.ours.call('revokeCredential', { path: { id }, body: {} });
  // The revocation and some heartbeats wait in the socket of the paused process.
  await wait(4_000);
  child.kill('SIGCONT');
  expect(await verify()).toEqual({ code: 'REVOKED', isKept: false });
});
