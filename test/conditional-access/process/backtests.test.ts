import { describe, expect, test } from 'vitest';
import { aCredential } from '../../support/builders.ts';
import { aNode } from '../../support/killed-node.ts';
import { aBacktestOf, manyUses } from '../../support/replayed.ts';

const uses = 150_000;
const patience = { timeout: 60_000 };

/** A node that runs a back-test. */
async function replaying() {
  const node = await aNode();
  const { id: credentialId, identityId } = await aCredential(node.ours);
  await manyUses(node, node.orgId, credentialId, uses);
  const { body } = await node.ours.call('startAccessBacktest', { body: aBacktestOf(identityId) });
  const look = async () => (await node.ours.call('getAccessBacktest', { path: { id: body.id } })).body;
  const statusOf = async () => (await look()).status as string;
  await expect.poll(statusOf, patience).toBe('RUNNING');
  return { node, look, statusOf };
}

const machinesOf = ({ result }: { result: { days: { machines: { blocked: number } }[] } }): number =>
  result.days.reduce((sum, { machines }) => sum + machines.blocked, 0);

describe('a back-test', () => {
  test('is put back by a node that stops, begins again after its node was killed, and then tells of every use', async () => {
    const { node, look, statusOf } = await replaying();
    // The node does not wait for the end of the back-test.
    await node.stop();
    const [row] = await node.sql<{ status: string }>('select status from access_backtests');
    expect(row?.status).toBe('WAITING');
    await node.start();
    await expect.poll(statusOf, patience).toBe('RUNNING');
    await node.restart();
    expect(await statusOf()).toBe('RUNNING');
    // Its lease would be over after a minute.
    await node.sql(`update tenant_jobs set leased_until = now() where class = 'replay'`);
    await expect.poll(statusOf, patience).toBe('COMPLETED');
    expect(machinesOf(await look())).toBe(uses);
  }, 180_000);
});
