import { expect } from 'vitest';
import { Keyward, type KeywardOptions } from '../../clients/typescript/src/index.ts';
import { json, type ScriptedServer } from '../support/scripted.ts';

// A scripted server, so that each answer a service or a proxy can give is given; the real service is in
// typescript-packed.tools.test.ts. Retry-After: 0 keeps the waits at the jitter, a quarter of a second at most.
export const soon = { 'retry-after': '0' };
export const busy = json(503, { error: 'Busy', code: 'UNAVAILABLE', details: {}, requestId: 'req_1' }, soon);
export const limited = json(
  429,
  { error: 'Too many', code: 'RATE_LIMITED', details: {}, requestId: 'req_1' },
  soon,
);
export const created = json(201, { id: 'idn_1' });
export const apiKey = 'kd_live_canary';
export const client = ({ origin }: ScriptedServer, options: KeywardOptions = {}) =>
  new Keyward({ baseUrl: origin, apiKey, ...options });
export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
export const body = { name: 'deploy-bot', type: 'CI_CD' };
