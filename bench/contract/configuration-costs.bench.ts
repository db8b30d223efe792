// Measures the plan of 2,000 objects that have not changed: at most one second of CPU in the service and Postgres. Run it by `make costs`.
import { dirname } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createClient } from '../../test/support/client.ts';
import { applied, planned } from '../../test/support/configuration.ts';
import { postmasterOf } from '../../test/support/process.ts';
import { startServiceProcess } from '../../test/support/service-process.ts';
import { startTestService } from '../../test/support/service.ts';
import { treeCpuMicros } from '../frame/cpu.ts';

const most = 2_000;
const rounds = 5;
/** Seconds of CPU. */
const allowed = 1;

test(`a plan of ${most} unchanged objects costs at most ${allowed} s of CPU`, async () => {
  const service = await startTestService();
  const { origin, pid } = await startServiceProcess(service);
  const postmaster = postmasterOf(dirname(inject('server').log ?? ''));
  const caller = createClient(origin, service.ours.key, service.ours.orgId);
  const objects = Array.from({ length: most }, (_, n) =>
    n % 2 === 0
      ? {
          kind: 'identity',
          key: `bot-${n}`,
          spec: { name: `Bot ${n}`, type: 'CI_CD', tags: ['production', `team-${n % 7}`] },
        }
      : { kind: 'group', key: `team-${n}`, spec: { name: `Team ${n}`, description: 'A team' } },
  );
  const began = performance.now();
  await applied(caller, objects);
  console.log(`plan and apply of ${most} new objects: ${Math.round(performance.now() - began)} ms`);
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = (treeCpuMicros(pid) ?? 0) + (treeCpuMicros(postmaster) ?? 0);
    const { changes, counts } = await planned(caller, objects);
    expect([changes, counts['unchanged']]).toEqual([[], most]);
    costs.push(((treeCpuMicros(pid) ?? 0) + (treeCpuMicros(postmaster) ?? 0) - before) / 1e6);
  }
  console.log(`seconds of CPU: ${costs.map((cost) => cost.toFixed(2)).join(', ')}`);
  // The first plans compile what they run.
  expect(Math.min(...costs)).toBeLessThan(allowed);
  await service.stop();
});
