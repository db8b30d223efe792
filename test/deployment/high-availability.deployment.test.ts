// Two Postgres under Patroni, HAProxy and two nodes, under load, while the primary fails again and again. `make ha` has 20 failovers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFailed, onTestFinished, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { bypassProxy } from '../high-availability/bypass.ts';
import { checkAll } from '../high-availability/checks.ts';
import { type Cluster, startCluster } from '../high-availability/cluster.ts';
import { type FaultName, faultOf } from '../high-availability/faults.ts';
import { Ledger } from '../high-availability/ledger.ts';
import { startLoad } from '../high-availability/load.ts';
import { loopback, namespaces } from '../high-availability/network.ts';
import { type Client, createClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { testMasterKey } from '../support/master-key.ts';
import { service } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';
import { receiverCa, startReceiver } from '../support/receiver.ts';
import { createWebhook } from '../support/webhooks.ts';

/** `make ha` sets the number. Its further faults need network namespaces and small file systems. */
const failovers = Number(process.env['FAILOVERS'] ?? 2);
const isLong = failovers > 2;
const everywhere: FaultName[] = ['kill -9 of Postgres', 'switchover'];
const withRoot: FaultName[] = [
  'kill -9 of Patroni',
  'network cut',
  'disk full',
  'frozen Patroni',
  'kill -9 of both',
];
const faults = isLong ? [...everywhere, ...withRoot] : everywhere;
const soon = { timeout: 120_000, interval: 50 };

const programs = ['etcd', 'patroni', 'haproxy', '../lib/postgresql/15/bin/postgres'];
const installed = programs.every((name) => programOf(name) !== undefined) ? 'all' : undefined;
const hint = `failovers need Debian's packages: apt-get install etcd-server patroni python3-etcd haproxy postgresql-15`;

/** How each node finds the primary. */
const fronts = ['HAProxy', 'several hosts'] as const;

/** Two nodes on the cluster. The first one connects through HAProxy and migrates, and `DATABASE_URL` of the second names both servers. */
async function twoNodes(
  cluster: Cluster,
): Promise<{ clients: readonly [Client, Client]; settings: Record<string, string> }> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-ha-nodes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, receiverCa.ca);
  const [one, two] = [await freePort(), await freePort()];
  const live = newSecret('kd_live_');
  const settings = {
    DATABASE_URL: cluster.url('keyward'),
    MIGRATION_DATABASE_URL: cluster.url('keyward_owner'),
    MASTER_KEY: testMasterKey,
    BASE_URL: `http://localhost:${one}`,
    BOOTSTRAP_LIVE_KEY: live,
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    RATE_LIMIT_PER_MINUTE: '0',
    MAX_CREDENTIALS_PER_IDENTITY: '100000',
    EGRESS_ALLOW: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: ca,
  };
  const direct = {
    DATABASE_URL: cluster.urlOfBoth('keyward'),
    MIGRATION_DATABASE_URL: cluster.urlOfBoth('keyward_owner'),
  };
  for (const node of [
    { ...settings, PORT: String(one) },
    { ...settings, ...direct, PORT: String(two) },
  ]) {
    const { printed } = await service(node);
    onTestFailed(() => console.error(printed().match(/^.*(?:"msg":"INTERNAL_ERROR"|engine failed).*$/gm)));
  }
  const { body } = await createClient(`http://127.0.0.1:${one}`, live).call('getMe');
  const clientOf = (port: number): Client => createClient(`http://127.0.0.1:${port}`, live, body.orgId);
  return { clients: [clientOf(one), clientOf(two)], settings };
}

interface Gap {
  name: FaultName;
  /** Without a verification on any node. */
  ms: number;
  /** On each node. */
  ofNodes: number[];
}

describe.skipIf(lacks(installed, hint))('two nodes on Patroni', () => {
  const patient = { timeout: failovers * 180_000 };
  test(`lose no acknowledged change in ${failovers} failovers`, patient, async () => {
    const network = isLong ? namespaces(['pg1', 'pg2']) : loopback();
    const cluster = await startCluster(network, isLong ? '1g' : undefined);
    const { clients, settings } = await twoNodes(cluster);
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    await createWebhook(clients[0], {
      url: receiver.url,
      events: ['credential.created', 'credential.rotated', 'credential.revoked'],
    });
    const ledger = new Ledger();
    const load = await startLoad(clients, ledger);
    /** Waits until changes have succeeded, and verifications on both nodes, since this moment. */
    const works = async (): Promise<void> => {
      const since = performance.now();
      const rotated = ledger.acknowledged['rotate'] ?? 0;
      const verified = (node: number) =>
        ledger.verified.filter((one) => one.node === node && one.at > since).length;
      const more = () =>
        clients.every((_, node) => verified(node) >= 5) &&
        (ledger.acknowledged['rotate'] ?? 0) >= rotated + 4;
      await expect.poll(more, soon).toBe(true);
    };

    const gaps: Gap[] = [];
    for (let at = 0; at < failovers; at++) {
      const name = faults[at % faults.length] ?? 'switchover';
      await works();
      const { primary, standby } = await cluster.inSync();
      const fault = faultOf(name, { cluster, network, primary, standby });
      const isFirst = !gaps.some((gap) => gap.name === name);
      const askOldPrimary =
        name === 'frozen Patroni' && isFirst
          ? await bypassProxy(clients[0], settings, cluster.urlOf(primary, 'keyward'), load)
          : undefined;
      ledger.longest = { name: 'none', ms: 0 };
      const struck = performance.now();
      await fault.strike();
      await expect.poll(async () => (await cluster.roles())?.primary.name, soon).toBe(standby.name);
      await works();
      const ofNodes = clients.map((_, node) => ledger.gapSince(struck, node));
      const gap = { name, ms: ledger.gapSince(struck), ofNodes };
      gaps.push(gap);
      const { longest } = ledger;
      const each = ofNodes.map((ms, node) => `${fronts[node]} ${(ms / 1000).toFixed(1)} s`);
      say(
        `${at + 1}. ${name}: ${(gap.ms / 1000).toFixed(1)} s without a verification (${each.join(', ')}); ` +
          `the longest wait for an answer: ${(longest.ms / 1000).toFixed(1)} s (${longest.name})`,
      );
      await askOldPrimary?.();
      await fault.repair();
    }
    await cluster.inSync();
    await works();
    await load.stop();
    report(ledger, gaps);
    await checkAll(clients[1], ledger, load, receiver);
  });
});

/** Prints a line of the report, and not where it was printed. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function report({ acknowledged, unknown, refused }: Ledger, gaps: readonly Gap[]): void {
  const seconds = (of: readonly Gap[]): string => {
    const sorted = of.map(({ ms }) => ms / 1000).toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    return `median ${median.toFixed(1)} s, longest ${(sorted.at(-1) ?? 0).toFixed(1)} s`;
  };
  say(`${gaps.length} failovers, time without a successful verification: ${seconds(gaps)}`);
  for (const name of new Set(gaps.map((gap) => gap.name))) {
    const of = gaps.filter((gap) => gap.name === name);
    say(`  ${name} (${of.length}): ${seconds(of)}`);
    fronts.forEach((front, node) =>
      say(`    ${front}: ${seconds(of.map((gap) => ({ ...gap, ms: gap.ofNodes[node] ?? 0 })))}`),
    );
  }
  say(`acknowledged ${JSON.stringify(acknowledged)}`);
  say(`unknown ${JSON.stringify(unknown)}, refused ${refused}`);
}
