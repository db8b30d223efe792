// Measures the cost of a sign-in by password, from the application to its tokens. Run it with
// `node_modules/.bin/vitest run --config bench/vitest.config.ts sign-in`. ROUNDS and SIGN_INS set the number of
// sign-ins.
import { dirname } from 'node:path';
import { inject, test } from 'vitest';
import { aUser } from '../../test/support/builders.ts';
import { postmasterOf } from '../../test/support/process.ts';
import { aRelyingParty, discovered, issuerOf } from '../../test/support/relying-party.ts';
import { startServiceProcess } from '../../test/support/service-process.ts';
import { startTestService } from '../../test/support/service.ts';
import { anEmail } from '../../test/support/users.ts';
import { signInUntilTokens } from '../../test/support/whole-sign-in.ts';
import { createClient } from '../../test/support/client.ts';
import { treeCpuMicros } from '../frame/cpu.ts';
import { saveResults } from '../frame/report.ts';

const password = 'vivid-harbor-cello-42';
const rounds = Number(process.env['ROUNDS'] ?? 5);
const perRound = Number(process.env['SIGN_INS'] ?? 40);
/** PROFILE=<folder> writes a profile of the service there. Start it with FROM_SOURCES=1 then, so that it names our files. */
const profile = process.env['PROFILE'];
const profiled: Record<string, string> =
  profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` };
/** As a peer is measured beside it. */
const atOnce = 4;

test('a sign-in until its tokens', async () => {
  const service = await startTestService();
  const { origin, pid, signal, ended } = await startServiceProcess(service, profiled);
  const orgId = service.ours.orgId ?? '';
  const party = await aRelyingParty(service.ours);
  const there = { ...createClient(origin), orgId };
  const config = await discovered(issuerOf(there), party.clientId, party.clientSecret);
  const emails: string[] = [];
  for (let n = 0; n < 8; n++) {
    const email = anEmail();
    await aUser(service.ours, { email, password });
    emails.push(email);
  }
  const postmaster = postmasterOf(dirname(inject('server').log ?? ''));
  const clocks = () => ({ service: treeCpuMicros(pid) ?? 0, postgres: treeCpuMicros(postmaster) ?? 0 });
  const run = async (signIns: number) => {
    let left = signIns;
    const before = clocks();
    const began = performance.now();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left > 0) {
          const email = emails[left-- % emails.length] ?? '';
          await signInUntilTokens(origin, { config }, { email, password });
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const after = clocks();
    const per = (name: 'service' | 'postgres') => (after[name] - before[name]) / signIns / 1000;
    return { perSecond: signIns / seconds, serviceMs: per('service'), postgresMs: per('postgres') };
  };
  await run(30);
  const rows = [];
  for (let round = 0; round < rounds; round++) rows.push(await run(perRound));
  for (const { perSecond, serviceMs, postgresMs } of rows)
    process.stdout.write(
      `${perSecond.toFixed(1)}/s ${serviceMs.toFixed(1)} ms + ${postgresMs.toFixed(1)} ms\n`,
    );
  saveResults({ atOnce, perRound }, rows, {});
  signal('SIGTERM');
  await ended;
  await service.stop();
});
