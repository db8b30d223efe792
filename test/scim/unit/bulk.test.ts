import { describe, expect, test } from 'vitest';
import { type BulkOperation, readBulk, runBulk } from '../../../src/scim/scim-bulk.ts';

const creation = (bulkId: string, data: object, path = '/Users') => ({ method: 'POST', bulkId, path, data });

/** Runs operations, and tells which began while which others ran. */
async function run(operations: object[], failOnErrors?: number) {
  const running = new Set<string>();
  const beside: Record<string, string[]> = {};
  const ends: (() => void)[] = [];
  const perform = async ({ bulkId = '' }: BulkOperation) => {
    for (const other of running) {
      beside[bulkId] = [...(beside[bulkId] ?? []), other];
    }
    running.add(bulkId);
    // All that may run at once has begun when the queue of the event loop is empty.
    await new Promise<void>((resolve) => {
      ends.push(resolve);
      setImmediate(() => ends.splice(0).forEach((end) => end()));
    });
    running.delete(bulkId);
    return { status: 201, id: `usr_${bulkId}` };
  };
  const bulk = readBulk({ Operations: operations, ...(failOnErrors === undefined ? {} : { failOnErrors }) });
  const outcomes = await runBulk(bulk, perform);
  return { beside, outcomes };
}

const [ada, bob, eve] = ['ada', 'bob', 'eve'].map((name) =>
  creation(name, { userName: name, emails: [{ value: `${name}@example.com` }] }),
) as [object, object, object];

describe('runBulk', () => {
  test('creates two users at once, and no third', async () => {
    const { beside, outcomes } = await run([ada, bob, eve]);
    expect(beside).toEqual({ bob: ['ada'] });
    expect([...outcomes.keys()]).toEqual([0, 1, 2]);
  });

  test.for([
    ['the same user name', creation('x', { USERNAME: 'ADA' })],
    ['an address of the other', creation('x', { userName: 'x', emails: [{ value: 'Ada@example.com' }] })],
    ['a reference to the other', creation('x', { userName: 'x', manager: { value: 'bulkId:ada' } })],
    ['a group', creation('x', { displayName: 'x' }, '/Groups')],
    ['a change', { method: 'PATCH', bulkId: 'x', path: '/Users/usr_1', data: {} }],
  ] as const)('runs %s after the other', async ([, second]) => {
    const { beside, outcomes } = await run([ada, second]);
    expect(beside).toEqual({});
    expect(outcomes.size).toBe(2);
  });

  test('runs one at a time where errors may end the request', async () => {
    expect((await run([ada, bob, eve], 1)).beside).toEqual({});
  });
});
