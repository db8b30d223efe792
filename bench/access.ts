// What policies of conditional access cost verifications, as ratios of one run to the same tenant without policies.
//   node bench/access.ts [--quick]
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newId } from '../src/lib/id.ts';
import { measure, type Row } from './measure.ts';
import { note, type Rig, startService, withRig } from './rig.ts';
import { seed } from './seed.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { rounds, seconds } = options.quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 };

const none = { include: [], exclude: [] };
const nothing = {
  users: none,
  groups: none,
  identities: none,
  identityTypes: none,
  applications: none,
  locations: none,
  ipRanges: [],
  countries: [],
  devicePlatforms: [],
  deviceTrust: [],
  riskLevels: [],
  clientTypes: [],
  schedule: null,
};
const contestants = [
  { name: 'no policies', policies: 0, machines: 0, entries: 0, by: 'address', aim: 1 },
  // The address alone rules these policies out, so one statement counts the use.
  { name: '20 policies, 5 by address', policies: 20, machines: 5, entries: 20, by: 'address', aim: 0.85 },
  { name: '20 policies, 5 by risk', policies: 20, machines: 5, entries: 20, by: 'risk', aim: 0.85 },
  {
    name: '500 by address, 2,000 entries',
    policies: 500,
    machines: 500,
    entries: 2_000,
    by: 'address',
    aim: 0.6,
  },
  { name: '500 by risk, 2,000 entries', policies: 500, machines: 500, entries: 2_000, by: 'risk', aim: 0.6 },
] as const;

/** Replaces the policies of the tenant. No policy applies, so each is evaluated: what is measured is judging. */
async function prepare(
  { databaseUrl, data: { orgId } }: Rig,
  { policies, machines, entries, by }: (typeof contestants)[number],
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('delete from access_policies where org_id = $1', [orgId]);
  await client.query('delete from named_locations where org_id = $1', [orgId]);
  const locations = Array.from({ length: Math.min(10, policies) }, () => newId('loc'));
  for (const [at, id] of locations.entries()) {
    const ranges = Array.from({ length: entries }, (_, n) => `10.${at}.${n >> 8}.${n & 255}`);
    await client.query(
      `insert into named_locations (org_id, id, name, type, ip_ranges) values ($1, $2, $3, 'IP', $4)`,
      [orgId, id, `location ${at}`, ranges],
    );
  }
  for (let at = 0; at < policies; at++) {
    const judges = at < machines;
    const conditions = {
      ...nothing,
      clientTypes: judges ? ['machine'] : ['browser'],
      applications: { include: [], exclude: ['keyward:api'] },
      ...(by === 'risk'
        ? {
            riskLevels: ['CRITICAL'],
            locations: { include: [], exclude: [locations[at % locations.length]] },
          }
        : { locations: { include: [locations[at % locations.length]], exclude: [] } }),
    };
    await client.query(
      `insert into access_policies (org_id, id, name, priority, status, conditions, judges_machines, decision, session)
       values ($1, $2, $3, $4, 'ENABLED', $5, $6, 'BLOCK', '{"maxAgeSeconds":null,"persistent":null}')`,
      [orgId, newId('cap'), `policy ${at}`, at + 1, JSON.stringify(conditions), judges],
    );
  }
  await client.query(
    `update tenants
        set policies_version = case when $2 then nextval('policies_versions') else 0 end,
            access_version = case when $2 then nextval('policies_versions') else 0 end
      where id = $1`,
    [orgId, policies > 0],
  );
  await client.end();
}

await withRig(seed, async (rig) => {
  const server = await startService(rig, { RATE_LIMIT_PER_MINUTE: '0' });
  const load = await rig.start<object>('load.ts', { seedFile: rig.seedFile });
  const found = new Map<string, Row[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const contestant of contestants) {
      await prepare(rig, contestant);
      const asked = { name: contestant.name, kind: 'verify' as const, connections: 64 };
      const row = await measure(rig, { server, load }, asked, { round, seconds, warmUp: 1 });
      found.get(contestant.name)?.push(row);
      note(`${round} ${contestant.name}: ${row.perSecond.toFixed(0)}/s`);
    }
  }
  const middle = (name: string, read: (row: Row) => number): number => {
    const all = (found.get(name) ?? []).map(read).toSorted((x, y) => x - y);
    return all[all.length >> 1] ?? Number.NaN;
  };
  const [{ name: base }] = contestants;
  for (const { name, aim } of contestants) {
    const speed = middle(name, ({ perSecond }) => perSecond);
    const ratio = speed / middle(base, ({ perSecond }) => perSecond);
    // The CPU time of the process, which other programs of the machine change less than the rate.
    const cpu = middle(name, ({ serverCpu }) => serverCpu);
    const byCpu = middle(base, ({ serverCpu }) => serverCpu) / cpu;
    process.stdout.write(
      `${name.padEnd(30)} ${speed.toFixed(0).padStart(6)}/s  ${ratio.toFixed(2)}  aim ${aim}  ${ratio >= aim ? 'reached' : 'missed'}, ` +
        `${cpu.toFixed(0)} µs of CPU each, ${byCpu.toFixed(2)} by CPU\n`,
    );
  }
});
