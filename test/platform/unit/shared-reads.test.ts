import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { behalf } from '../../../src/platform/on-behalf.ts';
import { sharedReads } from '../../../src/platform/shared-reads.ts';
import type { Tenant } from '../../../src/platform/tenancy.ts';

const ours: Tenant = { orgId: 'org_ours', environment: 'live' };
const theirs: Tenant = { orgId: 'org_theirs', environment: 'live' };

/** Reads of `{ read: <number> }`, which end when they are told to. */
function controlled() {
  const reads: { finish: () => void; fail: (error: Error) => void; behalf: unknown }[] = [];
  const read = () =>
    new Promise<{ read: number }>((resolve, reject) => {
      const number = reads.length;
      reads.push({ finish: () => resolve({ read: number }), fail: reject, behalf: behalf() });
    });
  return { reads, read };
}

describe('sharedReads', () => {
  test('one read answers those who ask for the same in one turn, with bytes that are written once', async () => {
    const { reads, read } = controlled();
    const shared = sharedReads();
    const answers = Promise.all([1, 2, 3].map(() => shared('list', ours, { limit: 20 }, read)));
    await turn();
    expect(reads).toHaveLength(1);
    reads[0]?.finish();
    const [first, ...others] = await answers;
    expect(first?.body).toEqual({ read: 0 });
    expect(first?.bytes?.toString()).toBe('{"read":0}');
    for (const other of others) expect(other.bytes).toBe(first?.bytes);
  });

  test('one who asks alone gets no bytes, and the read counts as work of the tenant', async () => {
    const { reads, read } = controlled();
    const answer = sharedReads()('list', ours, {}, read);
    await turn();
    reads[0]?.finish();
    expect(await answer).toEqual({ body: { read: 0 } });
    expect(reads[0]?.behalf).toEqual({ orgId: 'org_ours', operation: 'list' });
  });

  test('no read answers who asked after it began', async () => {
    const { reads, read } = controlled();
    const shared = sharedReads();
    const ask = async () => (await shared('list', ours, {}, read)).body.read;
    const answers: Promise<number>[] = [];
    for (let call = 0; call < 4; call++) {
      answers.push(ask());
      await turn();
      await turn();
    }
    // Two run, and the others wait for one of them to end.
    expect(reads).toHaveLength(2);
    reads[1]?.finish();
    expect(await answers[1]).toBe(1);
    await turn();
    expect(reads).toHaveLength(3);
    reads[0]?.finish();
    reads[2]?.finish();
    expect(await Promise.all(answers)).toEqual([0, 1, 2, 2]);
  });

  test('each operation, tenant, environment and query has reads of its own', async () => {
    const { reads, read } = controlled();
    const shared = sharedReads();
    const answers = Promise.all([
      shared('list', ours, { limit: 20 }, read),
      shared('list', theirs, { limit: 20 }, read),
      shared('list', { ...ours, environment: 'test' }, { limit: 20 }, read),
      shared('list', ours, { limit: 21 }, read),
      shared('list', ours, { limit: 20, search: 'a' }, read),
      shared('another', ours, { limit: 20 }, read),
    ]);
    await turn();
    for (const { finish } of reads) finish();
    expect((await answers).map(({ body }) => body.read)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('a read that fails refuses those who wait for it, and no others', async () => {
    const { reads, read } = controlled();
    const shared = sharedReads();
    const refused = Promise.allSettled([shared('list', ours, {}, read), shared('list', ours, {}, read)]);
    await turn();
    reads[0]?.fail(new Error('gone'));
    expect(await refused).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const answer = shared('list', ours, {}, read);
    await turn();
    reads[1]?.finish();
    expect((await answer).body).toEqual({ read: 1 });
  });
});
