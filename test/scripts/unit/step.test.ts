import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runSteps } from '../../../scripts/tiers/step.ts';

/** The processes whose command line has this mark. */
const marked = (mark: string): string[] =>
  execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(mark));

test('a step that takes longer than it may fails, and leaves no program behind', async () => {
  const mark = randomUUID();
  const script = `sh -c 'exec sleep 600; : ${mark}' & exec sh -c 'sleep 600; : ${mark}'`;
  const [outcome] = await runSteps(
    [{ name: 'slow', command: ['sh', '-c', script], mostSeconds: 0.5 }],
    false,
  );
  expect(outcome).toMatchObject({ name: 'slow', verdict: 'failed' });
  await expect.poll(() => marked(mark)).toEqual([]);
});

test('a step that ends in time passes', async () => {
  const [outcome] = await runSteps([{ name: 'quick', command: ['true'], mostSeconds: 60 }], false);
  expect(outcome).toMatchObject({ name: 'quick', verdict: 'passed' });
});
