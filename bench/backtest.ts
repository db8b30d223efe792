// How long a back-test of 1,000,000 uses of keys takes, and how long it keeps the event loop of its node from others.
// 20 policies, a location of 2,000 ranges; every use in a minute of its own. Part of `make bench`. Options:
//   --quick   a tenth of the uses, to see that everything works
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { checkedConditions } from '../src/conditional-access/resources/condition-input.ts';
import { replayPeriod } from '../src/conditional-access/resources/replaying.ts';
import type { LoadedAccess } from '../src/conditional-access/judge/sql/access-policies.ts';
import type { AccessPolicySource } from '../src/conditional-access/judge/types.ts';
import { createOrganization, describeOrganization } from '../src/organizations/creation.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { openDatabase } from '../src/database/open.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const facts = options.quick ? 100_000 : 1_000_000;
const [credentials, identities] = [1_000, 200];
const aimSeconds = options.quick ? 3 : 30;
const aimDelayMs = 20;
const hourMs = 3_600_000;

async function seed(url: string, orgId: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `insert into identities (org_id, id, name, type)
     select $1, 'idn_' || lpad(n::text, 26, '0'), 'service ' || n, 'SERVICE_ACCOUNT' from generate_series(0, $2::int - 1) as n`,
    [orgId, identities],
  );
  await client.query(
    `insert into credentials (org_id, id, identity_id, name, type, secret_hash, secret_prefix, secret_last4)
     select $1, 'cred_' || lpad(n::text, 26, '0'), 'idn_' || lpad((n % $2::int)::text, 26, '0'), 'key ' || n, 'API_KEY',
            sha256(convert_to($1 || n, 'UTF8')), 'kd_live_', 'abcd' from generate_series(0, $3::int - 1) as n`,
    [orgId, identities, credentials],
  );
  await client.query(
    `insert into usage_facts (org_id, credential_id, at, source, address, uses)
     select $1, 'cred_' || lpad((n % $2::int)::text, 26, '0'), date_trunc('week', now(), 'UTC') + (n / $2::int) * interval '1 minute',
            'VERIFY', '10.' || n % 7 || '.' || n % 251 || '.' || n % 13, 1
       from generate_series(0, $3::int - 1) as n`,
    [orgId, credentials, facts],
  );
  await client.query('vacuum (analyze)');
  await client.end();
}

const policy = (id: string | null, priority: number, conditions: object): AccessPolicySource => ({
  id,
  name: `Policy ${priority}`,
  priority,
  status: id === null ? 'ENABLED' : 'REPORT_ONLY',
  conditions: checkedConditions(conditions),
  decision: 'BLOCK',
  requirements: [],
  session: { maxAgeSeconds: null, persistent: null },
});

const schedule = { timezone: 'Europe/Berlin', days: ['MON', 'TUE'], from: '08:00', to: '18:00' } as const;
const access: LoadedAccess = {
  version: 1,
  policies: Array.from({ length: 20 }, (_, at) =>
    policy(`cap_${at}`, at + 1, { clientTypes: ['machine'], ipRanges: [`192.0.2.${at}`] }),
  ),
  locations: [
    {
      id: 'loc_1',
      name: 'Offices',
      type: 'IP',
      ipRanges: Array.from({ length: 2_000 }, (_, at) => `10.${at % 7}.${at % 250}.${at % 11}`),
      countries: [],
      isTrusted: true,
      includeUnknown: false,
    },
  ],
};
const draft = policy(null, 500, {
  clientTypes: ['machine'],
  locations: { include: [], exclude: ['loc_1'] },
  schedule,
});

const dataDir = mkdtempSync(join(tmpdir(), 'keyward-bench-backtest-'));
// Postgres started by root runs as another account, which must get through.
chmodSync(dataDir, 0o711);
const embedded = await startEmbedded({ dataDir, durable: false });
try {
  await migrate(embedded.url('owner'), 'keyward');
  const organization = describeOrganization('Bench');
  const { orgId } = organization.live;
  const database = await openDatabase(embedded.url('service'), 2);
  await createOrganization(database.orm, organization, { onlyIfFirst: true, announce: () => undefined });
  await seed(embedded.url('owner'), orgId);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const period = {
    orgId,
    from: new Date(Date.now() - 30 * 24 * hourMs),
    to: new Date(Date.now() + 30 * 24 * hourMs),
  };
  const means = { geoIp: undefined, stopping: new AbortController().signal };
  loop.enable();
  const [began, before] = [performance.now(), process.cpuUsage()];
  const { result } = await replayPeriod(
    database.replay,
    { ...period, draft, inPlaceOf: null },
    access,
    means,
  );
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(before);
  loop.disable();
  let judged = 0;
  for (const { machines } of result.days) judged += machines.judged;
  if (judged !== facts) throw new Error(`${judged} of ${facts} uses were judged`);
  const delay = loop.percentile(99) / 1e6;
  const say = (name: string, figures: string, aim: string, reached: boolean) =>
    process.stdout.write(
      `${name.padEnd(36)} ${figures.padEnd(36)} aim ${aim}  ${reached ? 'reached' : 'missed'}\n`,
    );
  const cpu = `${((user + system) / 1e6).toFixed(1)} s of CPU`;
  say(
    `a back-test of ${facts} uses`,
    `${seconds.toFixed(1)} s, ${cpu}`,
    `${aimSeconds} s`,
    seconds < aimSeconds,
  );
  const worst = `${delay.toFixed(1)} ms, ${(loop.max / 1e6).toFixed(1)} ms at most`;
  say('delay of the event loop, p99', worst, `${aimDelayMs} ms`, delay < aimDelayMs);
  await database.close();
} finally {
  await embedded.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
