// The noisy-neighbour proof (docs/performance.md). Tenant A spends at once what one caller may spend in a minute: on each
// operation of the contract, and on what once harmed other tenants. Meanwhile tenant B is watched: a list, a verification,
// a sign-in page, a mail, and readiness. Run it by `make neighbours`; ONLY=<pattern> chooses operations.
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aCredential, anIdentity } from '../../test/support/builders.ts';
import { startServiceProcess } from '../../test/support/service-process.ts';
import { startTestService } from '../../test/support/service.ts';
import { startChild } from '../frame/children.ts';
import { columns, percentile, saveResults } from '../frame/report.ts';
import { aStranger, type Attack, fire, type Shot, told } from './attack.ts';
import { kinds, type Kind, type Seen } from './probe.ts';
import { attackedWith, everyAttack } from './shots.ts';

/** Requests of the loud tenant at a time. */
const abreast = 24;
/**
 * The quiet tenant may wait this long, and this many times as long as while its neighbour sends as much to a server that
 * does nothing: all of them share the processors of this machine.
 */
const most = { millis: 500, times: 5 };

interface Row {
  name: string;
  requests: number;
  statuses: string;
  seconds: number;
  p99: Record<Kind, number>;
}

const at = (share: number, latencies: Seen['latencies']): Record<Kind, number> =>
  Object.fromEntries(kinds.map((kind) => [kind, percentile(latencies[kind], share)])) as Record<Kind, number>;

test('a tenant gets its answers in time while another tenant spends its whole allowance', async () => {
  const service = await startTestService();
  const probe = await startChild<{ smtpPort: number }>('contract/probe.ts', {});
  const { origin, printed } = await startServiceProcess(service, {
    ...attackedWith,
    SMTP_URL: `smtp://127.0.0.1:${probe.ready.smtpPort}`,
    MAIL_FROM: 'keyward@example.com',
    // The quiet tenant asks for more invitations than an hour has.
    MAX_INVITATIONS_PER_HOUR: '1000000',
  });
  const port = Number(new URL(origin).port);
  const { theirs } = service;
  const identityId = await anIdentity(theirs);
  const keys: string[] = [];
  while (keys.length < 90) keys.push((await aCredential(theirs, { identityId, scopes: ['*'] })).secret);
  await probe.ask('begin', { port, keys, signInPage: `/login/${theirs.orgId ?? ''}` });
  await wait(5_000);
  await probe.ask('take');
  await wait(15_000);
  const quiet = await probe.ask<Seen>('take');
  const atRest = at(0.99, quiet.latencies);
  process.stderr.write(`quiet: ${JSON.stringify(atRest)} ${JSON.stringify(quiet.wrong.slice(0, 5))}\n`);

  const sink = await startChild<{ port: number }>('contract/sink.ts', {});
  const [small, large] = [{ name: 'x' }, { name: 'x'.repeat(1_000_000) }].map((body): Shot[] => {
    const text = JSON.stringify(body);
    return [{ method: 'POST', path: '/', headers: { 'content-length': `${text.length}` }, body: text }];
  });
  for (const [shots = [], requests] of [
    [small, 3_000],
    [large, 300],
  ] as const)
    await fire({ port: sink.ready.port, shots, most: requests, abreast, localAddress: aStranger() });
  await sink.stop();
  const busy = await probe.ask<Seen>('take');
  const beside = at(0.99, busy.latencies);
  process.stderr.write(`beside a server that does nothing: ${JSON.stringify(beside)}\n`);

  const rows: Row[] = [];
  const all: Record<Kind, number[]> = { identities: [], verify: [], page: [], ready: [], mail: [] };
  const wrong: string[] = [];
  const attack = async ({ name, shots, most: requests }: Attack): Promise<void> => {
    await wait(300);
    const before = await probe.ask<Seen>('take');
    wrong.push(...before.wrong.map((one) => `before ${name}: ${one}`));
    process.stderr.write(`${name} `);
    const began = performance.now();
    const statuses = await fire({ port, shots, most: requests, abreast, localAddress: aStranger() });
    const seconds = (performance.now() - began) / 1000;
    const seen = await probe.ask<Seen>('take');
    for (const kind of kinds) all[kind].push(...seen.latencies[kind]);
    wrong.push(...seen.wrong.map((one) => `${name}: ${one}`));
    const p99 = at(0.99, seen.latencies);
    rows.push({ name, requests, statuses: told(statuses), seconds, p99 });
    if (Math.max(...Object.values(p99)) > most.millis || seconds > 10)
      process.stderr.write(`${name}: ${seconds.toFixed(1)} s ${told(statuses)} ${JSON.stringify(p99)}\n`);
  };
  for await (const one of everyAttack(service, origin)) await attack(one);
  await probe.ask('end');
  await probe.stop();
  await service.stop();

  const worst = rows
    .toSorted((a, b) => Math.max(...Object.values(b.p99)) - Math.max(...Object.values(a.p99)))
    .slice(0, 25);
  const cells = (p99: Record<Kind, number>): string[] => kinds.map((kind) => p99[kind].toFixed(0));
  const loud = Object.fromEntries(kinds.map((kind) => [kind, percentile(all[kind], 0.99)])) as Record<
    Kind,
    number
  >;
  const slowest = Object.fromEntries(kinds.map((kind) => [kind, percentile(all[kind], 1)])) as Record<
    Kind,
    number
  >;
  process.stdout.write(
    `\n${columns([
      ['p99 in ms', ...kinds, 'requests', 'seconds', 'answers'],
      ['quiet', ...cells(atRest), '', '', ''],
      ['beside a server that does nothing', ...cells(beside), '', '', ''],
      ['all operations', ...cells(loud), '', '', ''],
      ['the slowest', ...cells(slowest), '', '', ''],
      ...worst.map(({ name, p99, requests, seconds, statuses }) => [
        name,
        ...cells(p99),
        String(requests),
        seconds.toFixed(1),
        statuses,
      ]),
    ])}\n${wrong.slice(0, 20).join('\n')}\n`,
  );
  saveResults({ abreast, most }, rows, { quiet: atRest, beside, loud, slowest, wrong: wrong.length });
  expect(wrong, 'answers to the quiet tenant').toEqual([]);
  for (const kind of kinds) {
    expect(loud[kind], `${kind}, in ms`).toBeLessThan(most.millis);
    const calm = Math.max(atRest[kind], beside[kind]);
    expect(loud[kind] / calm, `${kind}, to quiet`).toBeLessThan(most.times);
  }
  expect(printed()).not.toContain('"level":50');
});
