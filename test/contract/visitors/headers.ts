import { expect } from 'vitest';
import type { Answer } from '../../support/client.ts';
import { callerOf, type Case, cases, limited, secured } from '../enumerate.ts';
import type { Visitor, World } from '../visitor.ts';

const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const isCase = (operation: Case): boolean => cases.includes(operation);
// One place for all visits, so that they look at the same answers.
const halved = 'headers';

/** The answers to two calls of the operation, with an id for the request and without one. Two visits look at them. */
const answersOf = (operation: Case, world: World): Promise<{ named: Answer; unnamed: Answer }> =>
  world.once(`answers ${operation.id}`, async () => {
    const caller = await callerOf(operation, world.ours);
    const parts = await world.working(operation);
    const named = await caller.call(operation.id, {
      ...parts,
      headers: { 'x-request-id': 'Build.42_a-b' },
    });
    return { named, unnamed: await caller.call(operation.id, parts) };
  });

/** The headers that each answer has: the id of the request, and the limit of the caller. */
export const headers: Visitor = {
  name: 'the headers of answers',
  settings: { RATE_LIMIT_PER_MINUTE: '100000' },
  visits: [
    {
      title: 'returns the id of the caller in X-Request-Id, or a new one',
      of: isCase,
      halved,
      async visit(operation, world) {
        const { named, unnamed } = await answersOf(operation, world);
        expect(named.headers.get('x-request-id')).toBe('Build.42_a-b');
        expect(unnamed.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
      },
    },
    {
      title: 'has the headers of the rate limit on every response if it has a limit, and on no other',
      of: isCase,
      halved,
      async visit(operation, world) {
        const expected = limited.includes(operation) ? names : [];
        const answers = await answersOf(operation, world);
        for (const { headers } of [answers.named, answers.unnamed])
          expect(names.filter((name) => /^\d+$/.test(headers.get(name) ?? ''))).toEqual(expected);
        const caller = await callerOf(operation, world.ours);
        const { path = {} } = await world.working(operation);
        const refused = await caller.call(operation.id, { path, headers: { accept: 'image/png' } });
        expect(refused.status).toBe(406);
        expect(names.filter((name) => refused.headers.has(name))).toEqual(expected);
      },
    },
    {
      title: 'tells a caller without a key the limit of its address',
      of: (operation) => secured.includes(operation),
      halved,
      async visit({ id, path }, world) {
        const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): [string, string] => [
          name,
          'x',
        ]);
        // One address may fail 60 times a minute.
        await world.sql('delete from request_windows');
        const { status, headers } = await world.anonymous.call(id, { path: Object.fromEntries(parameters) });
        expect({ status, limit: headers.get('x-ratelimit-limit') }).toEqual({ status: 401, limit: '60' });
      },
    },
  ],
};
