// Measures the share of one core that each operation may use. The share is the allowed rate times the CPU time
// of the most expensive request, in the service and Postgres. No share may be above a fifth. Near a fifth,
// other bounds than the rate may hold. Then the requests are sent at that rate, and their cost is measured. Run
// it by `make costs`. ONLY=<pattern> chooses operations, and NAMED=<pattern> chooses the requests to measure.
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { postmasterOf } from '../../test/support/process.ts';
import { startServiceProcess } from '../../test/support/service-process.ts';
import { startTestService } from '../../test/support/service.ts';
import { treeCpuMicros } from '../frame/cpu.ts';
import { columns, saveResults } from '../frame/report.ts';
import { aStranger, type Attack, fire, told } from './attack.ts';
import { attackedWith, everyAttack } from './shots.ts';

/** The most that a call may use, as a share of one core. */
const most = 0.2;
/** A few requests do not tell exactly. Shares above this are measured for longer. */
const doubtful = 0.15;
/** Seconds in which a caller spends what it may spend at once, and seconds that are measured then. */
const long = { before: 8, measured: 16 };

interface Row {
  name: string;
  /** CPU time of one request, in milliseconds. */
  service: number;
  postgres: number;
  /** The share of one core, at the allowed rate. */
  share: number;
  statuses: string;
}

interface Clocks {
  service: number;
  postgres: number;
}

const shareOf = (start: Clocks, end: Clocks, seconds: number): number =>
  (end.service - start.service + end.postgres - start.postgres) / 1e6 / seconds;

/** Returns what both take without requests, when what follows a start is done. */
async function idleShare(clocks: () => Clocks): Promise<number> {
  let share = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 10; times++) {
    const start = clocks();
    await wait(3_000);
    const now = shareOf(start, clocks(), 3);
    if (now > share * 0.9) return Math.min(now, share);
    share = now;
  }
  return share;
}

test('no operation costs more than a fifth of a core at its allowed rate', async () => {
  const service = await startTestService();
  const { origin, pid } = await startServiceProcess(service, attackedWith);
  const port = Number(new URL(origin).port);
  const postmaster = postmasterOf(dirname(inject('server').log ?? ''));
  const clocks = () => ({ service: treeCpuMicros(pid) ?? 0, postgres: treeCpuMicros(postmaster) ?? 0 });
  const idle = await idleShare(clocks);
  const rows: Row[] = [];
  const cost = async ({ name, shots, most: requests, perMinute }: Attack): Promise<void> => {
    const volley = { port, shots, abreast: 1, localAddress: aStranger() };
    // The first requests compile what they run.
    let from = 0;
    const next = (most: number): ReturnType<typeof fire> => {
      const fired = fire({ ...volley, most, from });
      from += most;
      return fired;
    };
    await next(Math.min(requests, 5));
    const before = clocks();
    const began = performance.now();
    const statuses = new Map<number, number>();
    const add = (got: ReadonlyMap<number, number>): void => {
      for (const [status, times] of got) statuses.set(status, (statuses.get(status) ?? 0) + times);
    };
    let sent = 0;
    // A clock of 10 ms needs some time to tell; and no more than may be sent in a minute.
    while (sent < requests - 5 && (performance.now() - began < 400 || sent < 3)) {
      const n = Math.min(5, requests - 5 - sent);
      sent += n;
      add(await next(n));
    }
    const after = clocks();
    const ofService = (after.service - before.service) / sent / 1000;
    const ofPostgres = (after.postgres - before.postgres) / sent / 1000;
    let share = ((ofService + ofPostgres) * perMinute) / 60_000;
    if (share > doubtful) {
      const under: ReturnType<typeof fire>[] = [];
      const send = async (seconds: number): Promise<void> => {
        const end = performance.now() + seconds * 1000;
        for (; performance.now() < end; await wait(60_000 / perMinute)) {
          under.push(next(1));
        }
      };
      await send(long.before);
      const start = clocks();
      await send(long.measured);
      const end = clocks();
      share = shareOf(start, end, long.measured) - idle;
      for (const got of await Promise.all(under)) add(got);
    }
    rows.push({ name, service: ofService, postgres: ofPostgres, share, statuses: told(statuses) });
  };
  const named = new RegExp(process.env['NAMED'] ?? '');
  for await (const one of everyAttack(service, origin)) if (named.test(one.name)) await cost(one);
  await service.stop();

  const dearest = rows.toSorted((a, b) => b.share - a.share);
  process.stdout.write(
    `\n${columns([
      ['', 'service ms', 'Postgres ms', 'share', 'answers'],
      ...dearest
        .slice(0, 40)
        .map(({ name, service: s, postgres, share, statuses }) => [
          name,
          s.toFixed(1),
          postgres.toFixed(1),
          `${(share * 100).toFixed(1)} %`,
          statuses,
        ]),
    ])}\n`,
  );
  process.stdout.write(
    `without requests: ${(idle * 100).toFixed(1)} %, which is subtracted from shares above ${doubtful * 100} %\n`,
  );
  saveResults({ most, idle }, rows, { dearest: dearest[0] });
  expect(dearest.filter(({ share }) => share > most).map(({ name }) => name)).toEqual([]);
});
