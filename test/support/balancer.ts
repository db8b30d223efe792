// HAProxy in front of nodes, as an operator runs it: it checks GET /health/ready, and shares the requests.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { programOf } from './programs.ts';
import { serve } from './served.ts';

export const haproxy = programOf('haproxy');

export interface Balancer {
  /** Sends a node no new requests, and waits until it answers none. */
  drain: (node: string) => Promise<void>;
  /** Sends a node requests again while its checks succeed. */
  resume: (node: string) => Promise<void>;
  /** Waits until a node is in this state. */
  isUp: (node: string, up: boolean) => Promise<void>;
  /** How many requests each node has got, and responses that HAProxy made itself because a node gave none. */
  counts: () => Promise<{ requests: Record<string, number>; broken: number }>;
}

const soon = { timeout: 20_000, interval: 20 };

/** @param nodes ports by name */
export async function startBalancer(port: number, nodes: Record<string, number>): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-balancer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const socket = join(folder, 'admin');
  const file = join(folder, 'haproxy.cfg');
  const servers = Object.entries(nodes).map(
    ([name, at]) => `  server ${name} 127.0.0.1:${at} check inter 200ms fall 2 rise 1`,
  );
  writeFileSync(
    file,
    `global
  stats socket ${socket} mode 600 level admin
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 10s
  option redispatch
  retries 3
frontend keyward
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host localhost
${servers.join('\n')}
`,
  );
  await serve(haproxy ?? 'haproxy', ['-db', '-f', file], {}, port);
  const states = (): Promise<Row[]> => balancerStates(socket);
  const row = async (name: string): Promise<Row> =>
    (await states()).find(({ svname }) => svname === name) ?? {};
  return {
    async drain(node) {
      await told(socket, `set server nodes/${node} state drain`);
      await expect.poll(async () => (await row(node))['scur'], soon).toBe('0');
    },
    resume: async (node) => void (await told(socket, `set server nodes/${node} state ready`)),
    isUp: (node, up) => expect.poll(async () => (await row(node))['status']?.startsWith('UP'), soon).toBe(up),
    async counts() {
      const rows = await states();
      const requests = Object.keys(nodes).map((name): [string, number] => [
        name,
        Number(rows.find(({ svname }) => svname === name)?.['hrsp_2xx']),
      ]);
      const broken = rows
        .filter(({ svname, pxname }) => svname === 'BACKEND' && pxname === 'nodes')
        .reduce((sum, one) => sum + Number(one['econ']) + Number(one['eresp']), 0);
      return { requests: Object.fromEntries(requests), broken };
    },
  };
}

type Row = Record<string, string>;

/** Returns what a HAProxy knows about its frontends, backends and servers, by the names of its columns. @param socket of its administration */
export async function balancerStates(socket: string): Promise<Row[]> {
  const [head = '', ...lines] = (await told(socket, 'show stat')).trim().split('\n');
  const names = head.replace('# ', '').split(',');
  return lines.map((line) => {
    const fields = line.split(',');
    return Object.fromEntries(names.map((name, at) => [name, fields[at] ?? '']));
  });
}

/** Sends a command to the administration socket. @returns the answer */
const told = (socket: string, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    net
      .connect(socket)
      .setEncoding('utf8')
      .on('data', (more: string) => (answer += more))
      .on('error', reject)
      .on('close', () => resolve(answer))
      .end(`${command}\n`);
  });
