// Fuzzes the service, as production runs it and on a fresh database, with Schemathesis. scripts/fuzz/plan.ts has the settings.
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { newId } from '../src/lib/id.ts';
import { newSecret } from '../src/lib/secret.ts';
import { readContract } from './contract.ts';
import { reachable } from './fuzz/choice.ts';
import { startFuzzIssuer } from './fuzz/issuer.ts';
import { withNeeded } from './fuzz/needs.ts';
import { planOf } from './fuzz/plan.ts';
import { prepared } from './fuzz/prepared.ts';
import { runSchemathesis, schemathesisArguments } from './fuzz/schemathesis.ts';
import { folder, startService } from './fuzz/service.ts';
import { removeThrowawayFolder, throwawayFolder } from '../test/support/memory.ts';
import { neverSucceeded, readMetrics, worthless } from './fuzz/verdict.ts';

/** How often the operations that have not succeeded yet get a round of their own. Nearly all succeed in the first. */
const mostRounds = 6;

const contract = readContract();
const plan = planOf(contract, process.env);
const wanted = reachable(contract, plan.chosen);

/** The process that signals are passed on to. The clean-up follows when it has ended. */
let working: ChildProcess;
const now = (child: ChildProcess): void => {
  working = child;
};

process.on('SIGINT', () => {}); // the terminal sends it to all of us
process.on('SIGTERM', () => working.kill('SIGTERM'));
rmSync('.schemathesis', { recursive: true, force: true }); // the findings of the last run
mkdirSync(folder, { recursive: true });
// A database on a disk waits for it at each commit.
process.env['TMPDIR'] ??= throwawayFolder();
const started = performance.now();
const key = newSecret('kd_live_');
const orgId = newId('org');
const issuer = await startFuzzIssuer(resolve(folder));
const service = await startService(key, orgId, issuer.env);
now(service.child);
try {
  const origin = await service.ready;
  const found = resolve(folder, 'found.pickle');
  rmSync(found, { force: true });
  const env = {
    KEYWARD_FOUND: found,
    KEYWARD_KEY: key,
    KEYWARD_ORG_ID: orgId,
    ...(await prepared(contract, { origin, key, orgId }, issuer, plan.called)),
  };
  const startSeconds = (performance.now() - started) / 1000;
  const run = (seconds: number, seed: number, only: readonly string[], inSequences: boolean) => {
    const calling = { ...env, KEYWARD_CALLED: only.join(' ') };
    return runSchemathesis(schemathesisArguments(origin, seconds, seed, only, inSequences), calling, now);
  };
  console.log(`Started in ${startSeconds.toFixed(1)} s; fuzzing ${plan.chosen.length} operations.`);
  process.exitCode = await run(plan.first, plan.seed, plan.called, true);
  // The calls of a run follow from the time that each takes, so an operation may have had no good call by chance.
  for (let round = 1; round <= mostRounds && !process.exitCode; round++) {
    const idle = await readMetrics(origin).then(
      (metrics) => neverSucceeded(metrics, wanted),
      () => [],
    );
    if (idle.length === 0) break;
    console.log(`Once more, for ${plan.round} seconds: ${idle.join(', ')}`);
    process.exitCode = await run(plan.round, plan.seed + round, withNeeded(contract, idle), false);
  }
  const reasons = await worthless(origin, key, wanted).catch(() => ['The service is gone.']);
  for (const reason of reasons) console.error(reason);
  if (reasons.length > 0) process.exitCode ||= 1;
  if (process.exitCode) console.error(`What the service logged, by request id: ${folder}/service.log`);
} finally {
  issuer.stop();
  await service.stop();
  removeThrowawayFolder();
}
