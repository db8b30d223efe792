// A node in a process of its own, which a test kills and starts again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { createClient } from './client.ts';
import { freePort } from './free-port.ts';
import { stopBefore } from './held-writes.ts';
import { migratedDatabase, type Service, service } from './process.ts';
import { receiverCa } from './receiver.ts';

export type KilledNode = Awaited<ReturnType<typeof aNode>>;

/** Starts a node on a database of its own. It keeps its address when it starts again. */
export async function aNode(settings: Record<string, string> = {}) {
  const { env, sql } = await migratedDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'keyward-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, receiverCa.ca);
  const given = {
    ...env,
    BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    RATE_LIMIT_PER_MINUTE: '0',
    EGRESS_ALLOW: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: ca,
    PORT: String(await freePort()),
    ...settings,
  };
  let node = await service(given);
  const [{ id: orgId } = { id: '' }] = await sql<{ id: string }>(
    "select id from tenants where environment = 'live'",
  );
  const { origin } = node;
  const ours = createClient(origin, given.BOOTSTRAP_LIVE_KEY, orgId);
  const kill = async (): Promise<void> => {
    node.signal('SIGKILL');
    await node.ended;
  };
  const start = async (more: Record<string, string> = {}): Promise<Service> =>
    (node = await service({ ...given, ...more }));
  return {
    env,
    /** The settings of a second node on the same database. */
    settings: given,
    sql,
    ours,
    origin,
    orgId,
    kill,
    /** Asks the node to stop, and waits until it has. */
    stop: async (): Promise<void> => {
      node.signal('SIGTERM');
      await node.ended;
    },
    start,
    /** Kills the node, and starts it again. */
    restart: async (more?: Record<string, string>) => {
      await kill();
      return start(more);
    },
    /** Kills the node while a request holds this write in its transaction. The request gets no answer. */
    cutOff: async (write: string, when: string, request: () => Promise<unknown>) => {
      const stop = await stopBefore({ env, sql }, write, when);
      const cut = request().catch(() => 'cut off');
      await stop.reached();
      await kill();
      expect(await cut).toBe('cut off');
      await stop.end();
    },
  };
}
