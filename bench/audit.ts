// Measures the cost of the audit log. First, compares the memory of an export of a million rows with that of a
// tenth. Then measures how fast rows are sealed, and how much sealing takes from verifications and from
// changes. Part of `make bench`. Options:
//   --quick        a hundredth of the rows and one short round, to see that everything works
//   --only=costs   or exports
//   --share=<0..1> that share of the rows, where there is little time
import { parseArgs } from 'node:util';
import pg from 'pg';
import { manyAuditRows } from '../test/support/audit.ts';
import type { Child } from './children.ts';
import type { LoadResult } from './load.ts';
import { columns, median, saveResults } from './report.ts';
import { note, type Rig, type Server, startService, withRig } from './rig.ts';
import { seed } from './seed.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    share: { type: 'string', default: '1' },
  },
});
const share = options.quick ? 0.01 : Number(options.share);
const sizes = [100_000 * share, 1_000_000 * share];
const settings = options.quick ? { rounds: 1, seconds: 2 } : { rounds: 5, seconds: 6 };
const mebi = 2 ** 20;

interface Export {
  rows: number;
  seconds: number;
  bytes: number;
  /** Resident memory of the service, at its highest while it exports, and before. */
  peak: number;
  before: number;
}

const serviceOf = (rig: Rig, env: NodeJS.ProcessEnv = {}): Promise<Child<Server>> =>
  startService(rig, { ROLE: 'api', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' }, env);

/** Far less than an export has: one that kept what it sends would end the process. */
const heap = { NODE_OPTIONS: '--max-old-space-size=128' };

/** Fills up to so many sealed rows. @returns rows sealed each second */
async function grow(rig: Rig, sealer: Child<object>, rows: number): Promise<number> {
  const client = new pg.Client(rig.urls.superuser);
  await client.connect();
  const sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;
  const [there] = await sql<{ count: number }>('select count(*)::int as count from audit_seals');
  let made = there?.count ?? 0;
  const began = performance.now();
  let sealing = 0;
  const wanted = rows - made;
  while (made < rows) {
    const some = Math.min(50_000, rows - made);
    await manyAuditRows({ sql }, rig.data.orgId, some);
    const start = performance.now();
    await sealer.ask('all');
    sealing += performance.now() - start;
    made += some;
    note(`${made} rows are sealed, after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  await sql('vacuum (analyze)');
  await client.end();
  return (wanted / sealing) * 1000;
}

/** Exports everything with a service that has just started, and throws it away as it comes. */
async function exportAll(rig: Rig, rows: number): Promise<Export> {
  const service = await serviceOf(rig, heap);
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${service.ready.port}${path}`, {
      headers: { authorization: `Bearer ${rig.data.caller}` },
    });
  await (await ask('/api/v1/audit-logs/export?to=2020-01-01T00:00:00Z')).text();
  const before = await service.ask<number>('memory');
  let peak = before;
  let open = true;
  const watching = (async () => {
    while (open) {
      peak = Math.max(peak, await service.ask<number>('memory'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const began = performance.now();
  const { body } = await ask('/api/v1/audit-logs/export');
  let bytes = 0;
  for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length;
  const seconds = (performance.now() - began) / 1000;
  open = false;
  await watching;
  await service.stop();
  return { rows, seconds, bytes, peak, before };
}

/** Returns the changes per second, made at `atOnce` identities at a time. */
async function changes(rig: Rig, port: number, seconds: number, atOnce: number): Promise<number> {
  const headers = { authorization: `Bearer ${rig.data.caller}`, 'content-type': 'application/json' };
  const base = `http://127.0.0.1:${port}/api/v1/identities`;
  const { data } = (await (await fetch(`${base}?limit=${atOnce}`, { headers })).json()) as {
    data: { id: string }[];
  };
  const until = performance.now() + seconds * 1000;
  let count = 0;
  await Promise.all(
    data.map(async ({ id }) => {
      while (performance.now() < until) {
        const body = JSON.stringify({ description: `change ${count++}` });
        const { status } = await fetch(`${base}/${id}`, { method: 'PATCH', headers, body });
        if (status !== 200) throw new Error(`a change was answered ${status}`);
      }
    }),
  );
  return count / seconds;
}

interface Row {
  round: number;
  name: 'verify' | 'change';
  sealing: boolean;
  perSecond: number;
}

/** Verifications, while a few change something all the time; and changes alone. With and without sealing, in turns. */
async function costs(rig: Rig, sealer: Child<object>): Promise<Row[]> {
  const service = await serviceOf(rig);
  const load = await rig.start<object>('load.ts', { seedFile: rig.seedFile });
  const { port } = service.ready;
  const { seconds } = settings;
  const rows: Row[] = [];
  const verify = async (): Promise<number> => {
    const [result] = await Promise.all([
      load.ask<LoadResult>('run', { port, kind: 'verify', connections: 64, seconds }),
      changes(rig, port, seconds, 2),
    ]);
    if (result.wrong > 0) throw new Error(`wrong answers: ${result.firstWrong}`);
    return result.requests / result.seconds;
  };
  await verify();
  for (let round = 1; round <= settings.rounds; round++) {
    // Each comes first as often as the other.
    for (const sealing of round % 2 === 0 ? [false, true] : [true, false]) {
      if (sealing) await sealer.ask('begin');
      rows.push({ round, name: 'verify', sealing, perSecond: await verify() });
      rows.push({ round, name: 'change', sealing, perSecond: await changes(rig, port, seconds, 16) });
      if (sealing) await sealer.ask('end');
      else await sealer.ask('all');
      note(
        `round ${round}, sealing ${sealing}: ${rows
          .slice(-2)
          .map((row) => `${row.perSecond.toFixed(0)} ${row.name}/s`)
          .join(', ')}`,
      );
    }
  }
  return rows;
}

await withRig(seed, async (rig) => {
  const { databaseUrl, masterKey } = rig;
  const sealer = await rig.start<object>('servers/sealer.ts', { databaseUrl, masterKey });
  const rows = options.only === 'exports' ? [] : await costs(rig, sealer);
  const ratios = (['verify', 'change'] as const).map((name) => {
    const each = Array.from({ length: settings.rounds }, (_, at) => {
      const of = (sealing: boolean): number =>
        rows.find((row) => row.round === at + 1 && row.name === name && row.sealing === sealing)?.perSecond ??
        Number.NaN;
      return of(true) / of(false);
    });
    return { name, ratio: median(each), lowest: Math.min(...each), highest: Math.max(...each) };
  });
  const exports: Export[] = [];
  let sealed = 0;
  for (const size of options.only === 'costs' ? [] : sizes) {
    sealed = await grow(rig, sealer, size);
    exports.push(await exportAll(rig, size));
  }
  const [small, large] = exports;
  const memory = small && large ? large.peak / small.peak : Number.NaN;
  process.stdout.write(
    `${columns([
      ['ratio', 'median', 'lowest', 'highest', 'aim', ''],
      ...ratios.map(({ name, ratio, lowest, highest }) => [
        `${name}, sealing / not`,
        ...[ratio, lowest, highest].map((value) => value.toFixed(2)),
        name === 'verify' ? '0.95' : '',
        name === 'verify' ? (ratio >= 0.95 ? 'reached' : 'missed') : '',
      ]),
      ['memory, large / small', memory.toFixed(2), '', '', '1.25', memory <= 1.25 ? 'reached' : 'missed'],
    ])}\n\n${columns([
      ['export of', 'seconds', 'MiB sent', 'memory at most', 'before', ''],
      ...exports.map(({ rows: count, seconds, bytes, peak, before }) => [
        String(count),
        seconds.toFixed(1),
        (bytes / mebi).toFixed(0),
        `${(peak / mebi).toFixed(0)} MiB`,
        `${(before / mebi).toFixed(0)} MiB`,
        '',
      ]),
    ])}\n\nsealed: ${sealed.toFixed(0)} rows a second\n`,
  );
  process.stdout.write(`in full: ${saveResults(settings, rows, { ratios, exports, sealed })}\n`);
});
