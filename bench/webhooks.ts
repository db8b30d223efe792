// How fast events reach those who subscribed, beside jobs of graphile-worker that do one `fetch` each; with empty tables,
// and with a million finished deliveries in them. Part of `make bench`. Options:
//   --quick             one short round, to see that everything works
//   --profile=<run>     instead, where the CPU time of the service goes
import { type CpuProfile, readProfile } from './frame/cpu-profile.ts';
import { claimCosts, triggerCosts } from './webhooks/costs.ts';
import { amount, contestants, latency, type Row, run } from './webhooks/runs.ts';
import { anOrganization, type FanOut, type Organization, startFanOut } from './webhooks/fan-out.ts';
import { million } from './webhooks/million.ts';
import { readOptions } from './frame/options.ts';
import { columns, median, saveResults, verdict } from './frame/report.ts';
import { note, type Rig, withRig } from './frame/rig.ts';

const options = readOptions({ quick: false, profile: undefined });
const settings = options.quick ? { rounds: 1, share: 0.1 } : { rounds: 3, share: 1 };

/** The aim, as a share of the bare figure. */
const aim = 0.7;
const sizes = ['empty', 'million'] as const;

interface Statements {
  size: string;
  claim: Awaited<ReturnType<typeof claimCosts>>;
  trigger: Awaited<ReturnType<typeof triggerCosts>>;
  latency: { p50: number; worst: number };
}

async function profile(rig: Rig<Organization>, parts: FanOut, name: string): Promise<void> {
  const contestant = contestants.find((one) => one.name === name && one.worker === undefined);
  if (!contestant) throw new Error(`There is no run ${name} of the service`);
  const order = { size: 'empty', round: 0, share: settings.share };
  await run(rig, parts, contestant, order);
  await parts.service.ask('profileBegin');
  await run(rig, parts, contestant, order);
  const found = readProfile(await parts.service.ask<CpuProfile>('profileEnd'));
  const deliveries = amount[contestant.subscriptions] * settings.share * 1.2; // and its warm-up
  const cells = (micros: number): string[] => [
    `${((micros / found.busyMicros) * 100).toFixed(1)} %`,
    (micros / deliveries).toFixed(1),
  ];
  const packages = found.packages.map((one) => [one.name, ...cells(one.micros), '']);
  const functions = found.functions.slice(0, 30).map((one) => [one.name, ...cells(one.micros), one.where]);
  const head = ['', 'self', 'µs/delivery', ''];
  process.stdout.write(`\n${columns([head, ...packages])}\n\n${columns([head, ...functions])}\n`);
}

function tell(rows: readonly Row[], statements: readonly Statements[]): void {
  const of = (name: string, size: string): Row[] =>
    rows.filter((row) => row.name === name && row.size === size);
  const runs = sizes.flatMap((size) =>
    contestants.map(({ name, subscriptions, about }) => {
      const middle = (pick: (row: Row) => number): number => median(of(name, size).map(pick));
      return [
        name,
        size,
        middle((row) => row.perSecond / subscriptions).toFixed(0),
        middle((row) => row.perSecond).toFixed(0),
        middle((row) => row.processCpu).toFixed(0),
        middle((row) => row.postgresCpu).toFixed(0),
        `${(Math.max(...of(name, size).map((row) => row.foreign)) * 100).toFixed(0)} %`,
        about,
      ];
    }),
  );
  const head = ['run', 'tables', 'events/s', 'deliveries/s', 'process µs', 'postgres µs', 'foreign', ''];

  const ratio = (name: string, above: Row[], below: Row[], goal: number): string[] => {
    const each = above.flatMap((row) =>
      below.filter(({ round }) => round === row.round).map(({ perSecond }) => row.perSecond / perSecond),
    );
    const cpu = (all: Row[]): number => median(all.map((row) => row.processCpu + row.postgresCpu));
    const found = median(each);
    return [
      name,
      found.toFixed(2),
      Math.min(...each).toFixed(2),
      Math.max(...each).toFixed(2),
      goal.toFixed(2),
      (cpu(above) / cpu(below)).toFixed(2),
      verdict(found >= goal),
    ];
  };
  const ratios = ([1, 50] as const).flatMap((subscriptions) => {
    const [ours, plain, batched] = [
      `fan-out-${subscriptions}`,
      `bare-${subscriptions}`,
      `batched-${subscriptions}`,
    ];
    return [
      ...sizes.flatMap((size) => [
        ratio(`${ours} / ${plain}, ${size}`, of(ours, size), of(plain, size), aim),
        ratio(`${ours} / ${batched}, ${size}`, of(ours, size), of(batched, size), aim),
      ]),
      ratio(`${ours}, million / empty`, of(ours, 'million'), of(ours, 'empty'), 0.9),
    ];
  });
  const ms = (value: number): string => `${value.toFixed(2)} ms`;
  const costs = statements.flatMap(({ size, claim, trigger, latency: { p50, worst } }) => [
    [size, 'commit of one event until its arrival, median', ms(p50), `slowest ${ms(worst)}`],
    ...Object.entries(claim).map(([name, value]) => [size, name, ms(value), '']),
    ...Object.entries(trigger).map(([name, value]) => [size, `insert of one event, ${name}`, ms(value), '']),
  ]);
  process.stdout.write(
    `\n${columns([head, ...runs])}\n\n${columns([['ratio', 'median', 'lowest', 'highest', 'aim', 'CPU', ''], ...ratios])}\n\n${columns(costs)}\n`,
  );
}

await withRig(anOrganization, async (rig) => {
  const parts = await startFanOut(rig);
  try {
    if (options.profile !== undefined) return await profile(rig, parts, options.profile);
    const rows: Row[] = [];
    const statements: Statements[] = [];
    for (const size of sizes) {
      if (size === 'million') await million(rig.urls, rig.data.live.orgId);
      for (let round = 1; round <= settings.rounds; round++) {
        for (const contestant of contestants) {
          const row = await run(rig, parts, contestant, { size, round, share: settings.share });
          rows.push(row);
          note(`${size}, round ${round}  ${row.name.padEnd(12)} ${row.perSecond.toFixed(0)} deliveries/s`);
        }
      }
      statements.push({
        size,
        latency: await latency(parts),
        trigger: await triggerCosts(rig.urls, parts),
        claim: await claimCosts(rig.urls, parts),
      });
    }
    tell(rows, statements);
    process.stdout.write(`in full: ${saveResults(settings, rows, { statements })}\n`);
  } finally {
    await parts.jobs.end();
    await parts.database.close();
  }
});
