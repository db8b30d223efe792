import { expect } from 'vitest';
import { Keyward, type KeywardOptions } from '../../clients/typescript/src/index.ts';
import { json, type ScriptedServer } from '../support/scripted.ts';

// A scripted server gives every answer that a service or a proxy can give. The tests against the real service are in
// typescript-packed.tools.test.ts. Retry-After: 0 limits the waits to the jitter, at most a quarter of a second.
export const busy = json(
  503,
  { error: 'Busy', code: 'UNAVAILABLE', details: {}, requestId: 'req_1' },
  { 'retry-after': '0' },
);
export const created = json(201, { id: 'idn_1' });
export const apiKey = 'kd_live_canary';
export const client = ({ origin }: ScriptedServer, options: Omit<KeywardOptions, 'session'> = {}) =>
  new Keyward({ baseUrl: origin, apiKey, ...options });
export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
export const body = { name: 'deploy-bot', type: 'CI_CD' };
