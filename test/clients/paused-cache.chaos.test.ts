// The cache of verifications in a process that is paused (docs/decisions/0144).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { aCallerWith, aCredential } from '../support/builders.ts';
import { cuttable } from '../support/cuttable.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Result {
  code: string;
  isKept: boolean;
}

/** A process that has kept an answer, and whose stream comes through a proxy. */
async function aCachedCaller() {
  const { caller } = await aCallerWith(service, ['credentials.verify']);
  const { id, secret } = await aCredential(service.ours);
  const proxy = await cuttable(service.origin);
  onTestFinished(() => proxy.stop());
  const program = fileURLToPath(new URL('../support/cached-caller.ts', import.meta.url));
  const child = fork(program, [service.origin, String(caller.key), secret, proxy.origin]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const verify = async (): Promise<Result> => {
    const answer = once(child, 'message');
    child.send('verify');
    return (await answer)[0];
  };
  await vi.waitUntil(async () => (await verify()).isKept, { timeout: 20_000, interval: 100 });
  const revoke = () => service.ours.call('revokeCredential', { path: { id }, body: {} });
  return { child, proxy, verify, revoke };
}

test.for<[string, number]>([
  ['no heartbeat', 0],
  ['some old heartbeats', 2_000],
])(
  'a process that was paused for over three seconds, and then reads %s, gives no answer of before',
  async ([, beatsForMs]) => {
    const { child, proxy, verify, revoke } = await aCachedCaller();
    child.kill('SIGSTOP');
    await wait(beatsForMs);
    // The network swallows the revocation, so nothing but the age of the last block can tell it.
    proxy.hold(60_000);
    await revoke();
    await wait(4_000);
    // The question waits too, so the process reads it as soon as it goes on.
    const answer = verify();
    child.kill('SIGCONT');
    expect(await answer).toEqual({ code: 'REVOKED', isKept: false });
  },
);
