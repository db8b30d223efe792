// Measures the cost of conditional access policies for an authorization of OpenID Connect. Results are ratios
// of one run to the same tenant without policies. The user is signed in, and the client gets a code.
//   node bench/access-authorize.ts [--quick]
import { hash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { type AccessContestant, replaceAccessPolicies } from './access-policies.ts';
import type { Child } from './children.ts';
import { aLogin } from './logins.ts';
import { note, type Rig, type Server, startService, withRig } from './rig.ts';
import { seed } from './seed.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { rounds, seconds } = options.quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 };
const connections = 16;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

const contestants = [
  { name: 'no policies', policies: 0, machines: 0, entries: 0, by: 'address', aim: 1 },
  { name: '20 policies of keys', policies: 20, machines: 20, entries: 20, by: 'address', aim: 0.95 },
  { name: '20 policies, by address', policies: 20, machines: 5, entries: 20, by: 'address', aim: 0.95 },
  { name: '20 policies, by risk', policies: 20, machines: 5, entries: 20, by: 'risk', aim: 0.95 },
] as const satisfies readonly AccessContestant[];

async function aClient({ data }: Rig, port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/oidc/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.caller}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Bench',
      redirectUris: ['https://rp.example.com/callback'],
      consentRequired: false,
    }),
  });
  if (response.status !== 201) throw new Error(`no client: ${await response.text()}`);
  return ((await response.json()) as { clientId: string }).clientId;
}

const authorize = (port: number, path: string, cookie: string): Promise<void> =>
  new Promise((resolve, reject) => {
    request({ agent, port, host: '127.0.0.1', path, headers: { cookie } }, (answer) => {
      const { location = '' } = answer.headers;
      if (location.includes('code=')) answer.resume().on('end', resolve);
      else reject(new Error(`answered ${answer.statusCode} ${location}`));
    })
      .on('error', reject)
      .end();
  });

interface Row {
  perSecond: number;
  /** CPU microseconds of the server. */
  cpu: number;
}

async function run(server: Child<Server>, once: () => Promise<void>, during: number): Promise<Row> {
  const before = await server.cpu();
  const began = performance.now();
  let many = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - began < during * 1000) {
        await once();
        many++;
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  return { perSecond: many / took, cpu: ((await server.cpu()) - before) / many };
}

await withRig(seed, async (rig) => {
  const server = await startService(rig, { RATE_LIMIT_PER_MINUTE: '0' });
  const { port } = server.ready;
  const { orgId } = rig.data;
  const cookie = `kd_session=${await aLogin(rig.urls.superuser, orgId)}`;
  const query = new URLSearchParams({
    client_id: await aClient(rig, port),
    redirect_uri: 'https://rp.example.com/callback',
    response_type: 'code',
    scope: 'openid',
    prompt: 'none',
    code_challenge: hash('sha256', 'v'.repeat(43), 'base64url'),
    code_challenge_method: 'S256',
    state: 'bench',
  });
  const once = () => authorize(port, `/api/oidc/${orgId}/authorize?${query.toString()}`, cookie);
  const found = new Map<string, Row[]>(contestants.map(({ name }) => [name, []]));
  // The first contestant would pay for what is compiled once.
  await run(server, once, 2 * seconds);
  for (let round = 1; round <= rounds; round++) {
    for (const contestant of contestants) {
      await replaceAccessPolicies(rig, contestant);
      await run(server, once, 1);
      const row = await run(server, once, seconds);
      found.get(contestant.name)?.push(row);
      note(`${round} ${contestant.name}: ${row.perSecond.toFixed(0)}/s`);
    }
  }
  const middle = (name: string, read: (row: Row) => number): number =>
    (found.get(name) ?? []).map(read).toSorted((x, y) => x - y)[rounds >> 1] ?? Number.NaN;
  const [{ name: base }] = contestants;
  for (const { name, aim } of contestants) {
    const ratio = middle(name, ({ perSecond }) => perSecond) / middle(base, ({ perSecond }) => perSecond);
    const byCpu = middle(base, ({ cpu }) => cpu) / middle(name, ({ cpu }) => cpu);
    process.stdout.write(
      `${name.padEnd(26)} ${ratio.toFixed(2)}  aim ${aim}, ${middle(name, ({ cpu }) => cpu).toFixed(0)} µs of CPU each, ${byCpu.toFixed(2)} by CPU\n`,
    );
  }
  agent.destroy();
});
