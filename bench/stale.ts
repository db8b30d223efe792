// Whether a verification that begins after a revocation was answered is ever valid, on any node (performance.md
// 3.7). Two real nodes, load on both, and each key is being verified on both while it is revoked on one. Then the same for
// changes of conditional access.
//   node bench/stale.ts [--revokes=1000] [--changes=1250] [--checks=1] [--lanes=1] [--load=16]
// `--checks` is how many verifications follow each revocation on each node, `--lanes` how many keys are revoked at a time,
// and `--load` how many connections verify other keys on each node.
import { Agent, request } from 'node:http';
import type { LoadResult } from './frame/load.ts';
import { note, type Rig, startService, withRig } from './frame/rig.ts';
import { readOptions } from './frame/options.ts';
import { verifications } from './frame/requests.ts';
import { seed, type Seed } from './verify/seed.ts';
import { type Ask, checkAccess } from './stale/access.ts';

const options = readOptions({ revokes: 1_000, changes: 1_250, checks: 1, lanes: 1, load: 16 });
const { revokes, changes, checks, lanes } = options;
const agent = new Agent({ keepAlive: true });

const ask: Ask = (port, method, path, { headers, body }) => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const about = {
    ...headers,
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: '127.0.0.1', path, method, headers: about }, (got) => {
      let answer = '';
      got.setEncoding('utf8');
      got.on('data', (chunk: string) => (answer += chunk));
      got.on('end', () => resolve({ status: got.statusCode ?? 0, text: answer }));
    });
    sent.on('error', reject);
    sent.end(text);
  });
};

async function post<Answer>(port: number, key: string, path: string, body: object): Promise<Answer> {
  const headers = { Authorization: `Bearer ${key}` };
  const { status, text } = await ask(port, 'POST', `/api/v1${path}`, { headers, body });
  // A node with too much to do has judged nothing.
  if (status === 503) return post(port, key, path, body);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  return JSON.parse(text) as Answer;
}

interface Found {
  checks: number;
  stale: number;
  /** Verifications before the revocation that were refused: then the check proves nothing. */
  refusedBefore: number;
  revokeMillis: number;
}

async function check({ data }: Rig<Seed>, ports: readonly number[]): Promise<Found> {
  const verify = async (port: number, credential: string): Promise<boolean> =>
    (await post<{ valid: boolean }>(port, data.caller, '/credentials/verify', { credential })).valid;
  const found: Found = { checks: 0, stale: 0, refusedBefore: 0, revokeMillis: 0 };
  const revokeAndCheck = async (at: number): Promise<void> => {
    // Capped keys, which the load leaves alone: it takes any refusal for a wrong answer.
    const key = data.capped[at] as string;
    const id = data.cappedIds[at] as string;
    const before = await Promise.all(ports.map((port) => verify(port, key)));
    found.refusedBefore += before.filter((valid) => !valid).length;

    let revoking = true;
    const meanwhile = Promise.all(
      ports.map(async (port) => {
        while (revoking) await verify(port, key);
      }),
    );
    const began = performance.now();
    await post(ports[at % ports.length] as number, data.caller, `/credentials/${id}/revoke`, {});
    found.revokeMillis += performance.now() - began;
    const asked = Array.from({ length: checks }, () => ports).flat();
    const after = await Promise.all(asked.map((port) => verify(port, key)));
    revoking = false;
    found.checks += after.length;
    found.stale += after.filter((valid) => valid).length;
    await meanwhile;
  };
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < revokes) await revokeAndCheck(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return found;
}

// The last capped key is for conditional access.
const sizes = { identities: 1_000, plain: 10_000, capped: revokes + 1 };
await withRig(
  (urls) => seed(urls, sizes),
  async (rig) => {
    const env = { RATE_LIMIT_PER_MINUTE: '0' };
    const nodes = [await startService(rig, env), await startService(rig, env)];
    const ports = nodes.map(({ ready }) => ready.port);
    const load = await Promise.all(ports.map(() => rig.start<object>('frame/load.ts')));
    const given = verifications(rig.data.caller, rig.data.keys);
    const forever = 86_400;
    const running = load.map((child, at) =>
      child.ask<LoadResult>('run', { port: ports[at], given, connections: options.load, seconds: forever }),
    );
    note(`revoking ${revokes} credentials under load`);
    const found = await check(rig, ports);
    note(`changing conditional access ${changes} times under load`);
    const access = await checkAccess(rig, ports, changes, ask);
    await Promise.all(load.map((child) => child.ask('stop')));
    const results = await Promise.all(running);
    const wrong = results.reduce((sum, result) => sum + result.wrong, 0);
    const perSecond = results.reduce((sum, { requests, seconds }) => sum + requests / seconds, 0);

    process.stdout.write(
      `${found.stale} stale answers in ${found.checks} checks after ${revokes} revocations on two nodes ` +
        `(${(found.revokeMillis / revokes).toFixed(1)} ms each, ${perSecond.toFixed(0)} other verifications/s)\n`,
    );
    process.stdout.write(
      `${access.stale} stale answers in ${access.decisions} decisions after ${access.changes} changes of conditional access ` +
        `(${(access.changeMillis / changes).toFixed(1)} ms each)\n`,
    );
    if (found.refusedBefore > 0 || wrong > 0) {
      process.stdout.write(
        `${found.refusedBefore} refused before they were revoked, ${wrong} wrong answers of the load\n`,
      );
    }
    if (found.stale + access.stale > 0 || found.refusedBefore > 0 || wrong > 0) process.exitCode = 1;
  },
);
