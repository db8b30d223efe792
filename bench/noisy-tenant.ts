// One tenant among ten thousand spends all it may: what do the others see (docs/scaling.md)? Rounds with the noisy tenant and without it take
// turns. The others send verifications, lists and changes with a webhook, each from another tenant. The noisy tenant has 10 keys with
// the highest rate that a key may have. It spends them on verifications, lists, and changes that five webhooks hear of, whose
// receiver answers after eight seconds. Options: --tenants=<count> --rounds=<count> --seconds=<count>
import { parseArgs } from 'node:util';
import pg from 'pg';
import { head } from './check-operations.ts';
import type { OpenOrder, Stream, StreamResult } from './open-load.ts';
import { columns, median, saveResults } from './report.ts';
import { note, type Rig, startService, withRig } from './rig.ts';
import { keysOf, seedTenants } from './seed-tenants.ts';
import { startSink } from './trusted-sink.ts';

const { values: options } = parseArgs({
  options: {
    tenants: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
  },
});
const [tenants, rounds, seconds] = [options.tenants, options.rounds, options.seconds].map(Number) as [
  number,
  number,
  number,
];
/** Tenants that are watched. Few requests of a round come from the same. */
const watched = 500;
const hearing = 50;
/** The noise is there before what is measured. */
const settle = 5;
/** RATE_LIMIT_MAX_PER_MINUTE, unless an operator sets it. */
const highestRate = 6_000;
const noisyKeys = 10;
const noisyWebhooks = 5;

const request = (key: string, method: string, path: string, body?: object): string =>
  head(
    `${method} /api/v1/${path}`,
    `Bearer ${key}`,
    body && { type: 'application/json', text: JSON.stringify(body) },
  );

/** Calls the API while the bench is prepared. */
const caller =
  (port: number) =>
  async <Body>(key: string, method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Body;
  };

type Call = ReturnType<typeof caller>;

/** An identity of a tenant, and requests that change it. */
async function changesOf(call: Call, key: string, hooks: readonly string[]): Promise<string[]> {
  const { id } = await call<{ id: string }>(key, 'POST', 'identities', {
    name: 'changing',
    type: 'SERVICE_ACCOUNT',
  });
  for (const url of hooks) await call(key, 'POST', 'webhooks', { name: 'bench', url, events: ['*'] });
  return ['one', 'another'].map((description) => request(key, 'PATCH', `identities/${id}`, { description }));
}

const verification = (key: string, credential: string): string =>
  request(key, 'POST', 'credentials/verify', { credential });
const list = (key: string): string => request(key, 'GET', 'credentials?limit=50');

async function quietStreams(call: Call, keys: readonly string[], hook: string): Promise<Stream[]> {
  const changes: string[] = [];
  for (const key of keys.slice(0, hearing)) changes.push(...(await changesOf(call, key, [hook])));
  const stream = (name: string, texts: string[], perSecond: number): Stream => ({
    name,
    texts,
    perSecond,
    connections: 30,
  });
  return [
    stream(
      'verification',
      keys.map((key) => verification(key, key)),
      30,
    ),
    stream('list', keys.map(list), 5),
    stream('change', changes, 5),
  ];
}

async function noisyStreams(call: Call, first: string, slow: string): Promise<Stream[]> {
  const { data } = await call<{ data: { id: string }[] }>(first, 'GET', 'identities?limit=1');
  const keys: string[] = [];
  while (keys.length < noisyKeys) {
    const made = await call<{ credential: string }>(first, 'POST', 'credentials', {
      identityId: data[0]?.id,
      name: 'noisy',
      type: 'API_KEY',
      scopes: ['*'],
      rateLimitPerMinute: highestRate,
    });
    keys.push(made.credential);
  }
  const [one = ''] = keys;
  const hooks = Array.from({ length: noisyWebhooks }, (_, at) => `${slow}/${at}`);
  const changes = await changesOf(call, one, hooks);
  // A fifth more than the keys may, so that limits answer too.
  const perSecond = (1.2 * noisyKeys * highestRate) / 60;
  const spread = (texts: string[]): string[] =>
    texts.flatMap((text) => keys.map((key) => text.replaceAll(one, key)));
  const stream = (name: string, texts: string[], share: number): Stream => ({
    name,
    texts: spread(texts),
    perSecond: perSecond * share,
    connections: 30,
  });
  return [
    stream('noisy verification', [verification(one, one)], 0.6),
    stream('noisy list', [list(one)], 0.2),
    stream('noisy change', changes, 0.2),
  ];
}

/** How long first attempts waited, of deliveries of the watched tenants since a time: in milliseconds. */
async function waits(
  client: pg.Client,
  noisy: string,
  since: Date,
): Promise<{ p50: number; p99: number; owed: number }> {
  const { rows } = await client.query<{ p50: number; p99: number; owed: number }>(
    `select percentile_disc(0.5) within group (order by took) as p50, percentile_disc(0.99) within group (order by took) as p99,
            count(*) filter (where took is null)::int as owed
       from (select extract(epoch from a.at - d.created_at)::float8 * 1000 as took
               from deliveries d
               left join delivery_attempts a on a.org_id = d.org_id and a.delivery_id = d.id and a.attempt = 1
              where d.created_at >= $2 and d.org_id <> $1) as d`,
    [noisy, since],
  );
  return rows[0] ?? { p50: Number.NaN, p99: Number.NaN, owed: 0 };
}

interface Round {
  noisy: boolean;
  results: Record<string, StreamResult>;
  delivery: { p50: number; p99: number; owed: number };
  /** Deliveries that the noisy tenant was owed at the end. */
  backlog: number;
}

async function measure(rig: Rig<unknown>): Promise<Round[]> {
  await seedTenants(rig.urls.superuser, rig.masterKey, tenants);
  const [noisyKey = '', ...keys] = await keysOf(
    rig.urls.superuser,
    Array.from({ length: watched + 1 }, (_, at) => 1 + Math.floor((at * tenants) / (watched + 1))),
  );
  const { hookUrl, trusting } = await startSink(rig);
  const settings = { LOG_LEVEL: 'error', EGRESS_ALLOW: '127.0.0.0/8' };
  const node = await startService(rig, settings, trusting);
  const load = await rig.start<object>('open-load.ts');
  const call = caller(node.ready.port);
  const quiet = await quietStreams(call, keys, hookUrl);
  const noise = await noisyStreams(call, noisyKey, `${hookUrl}/slow`);
  const admin = new pg.Client(rig.urls.superuser);
  await admin.connect();
  const noisyOrg = `org_${String(1).padStart(26, '0')}`;
  const all: Round[] = [];
  const put = (streams: Stream[]): Promise<Record<string, StreamResult>> =>
    load.ask('run', { port: node.ready.port, streams, seconds, settle } satisfies OpenOrder);
  try {
    await put(quiet);
    for (let round = 0; round < rounds; round++)
      for (const noisy of round % 2 === 0 ? [false, true] : [true, false]) {
        const { rows: clock } = await admin.query<{ now: Date }>('select now()');
        const results = await put(noisy ? [...quiet, ...noise] : quiet);
        const delivery = await waits(admin, noisyOrg, clock[0]?.now ?? new Date());
        // The next round begins without what is left of this one.
        const { rowCount } = await admin.query(
          `update deliveries set status = 'CANCELLED', next_attempt_at = null, claimed_until = null
            where org_id = $1 and status in ('PENDING', 'RETRYING') and created_at < now() + interval '1 day' and attempts < 3`,
          [noisyOrg],
        );
        all.push({ noisy, results, delivery, backlog: rowCount ?? 0 });
        note(JSON.stringify(all.at(-1)));
      }
  } finally {
    await admin.end();
  }
  return all;
}

function show(all: readonly Round[]): void {
  const of = (noisy: boolean): Round[] => all.filter((round) => round.noisy === noisy);
  const middle = (noisy: boolean, pick: (round: Round) => number): number => median(of(noisy).map(pick));
  const sum = (noisy: boolean, pick: (round: Round) => number): string =>
    String(of(noisy).reduce((total, round) => total + pick(round), 0));
  const line = (name: string, pick: (round: Round) => number): string[] => {
    const [without, withIt] = [middle(false, pick), middle(true, pick)];
    return [name, without.toFixed(1), withIt.toFixed(1), (withIt / without).toFixed(2)];
  };
  const refused = (name: string) => (round: Round) => {
    const result = round.results[name];
    return result === undefined ? 0 : result.limited + result.refused + result.lost;
  };
  const names = ['verification', 'list', 'change'];
  const rows = [
    ...names.flatMap((name) => [
      line(`${name}, p50 ms`, ({ results }) => results[name]?.p50 ?? Number.NaN),
      line(`${name}, p99 ms`, ({ results }) => results[name]?.p99 ?? Number.NaN),
      [`${name}, refused`, sum(false, refused(name)), sum(true, refused(name)), ''],
    ]),
    line('first attempt of a delivery, p50 ms', ({ delivery }) => delivery.p50),
    line('first attempt of a delivery, p99 ms', ({ delivery }) => delivery.p99),
    [
      'deliveries without an attempt',
      sum(false, ({ delivery }) => delivery.owed),
      sum(true, ({ delivery }) => delivery.owed),
      '',
    ],
    ['deliveries that the noisy tenant is owed', '0', middle(true, ({ backlog }) => backlog).toFixed(0), ''],
  ];
  process.stdout.write(`\n${columns([['the others', 'without it', 'with it', 'ratio'], ...rows])}\n`);
  const noise = of(true).map(({ results }) =>
    Object.entries(results).filter(([name]) => name.startsWith('noisy')),
  );
  for (const [name, { accepted, limited }] of noise.at(-1) ?? [])
    process.stdout.write(`${name}: ${accepted} answered, ${limited} limited in the last round\n`);
  saveResults({ tenants, rounds, seconds }, [], { rounds: all });
}

await withRig(
  () => Promise.resolve(),
  async (rig) => show(await measure(rig)),
);
