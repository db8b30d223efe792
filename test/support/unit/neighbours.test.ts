import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type FileRun, commandFor, failuresTold, filesBefore } from '../neighbours.ts';

const run = (file: string, worker: number, from: number, failed: string[] = []): FileRun => ({
  file,
  worker,
  from,
  to: from + 1,
  failed,
});

describe('filesBefore', () => {
  const runs = [run('c', 1, 4), run('a', 1, 0), run('b', 2, 1), run('d', 1, 2), run('e', 1, 5)];

  test('lists the earlier files of the same worker, in order', () => {
    expect(filesBefore(runs, run('c', 1, 4))).toEqual(['a', 'd']);
    expect(filesBefore(runs, run('b', 2, 1))).toEqual([]);
  });

  test('lists none for a file whose worker is not known', () => {
    expect(filesBefore(runs, { file: 'x', from: 9, to: 9, failed: [] })).toEqual([]);
  });
});

describe('commandFor', () => {
  const files = ['a.test.ts', 'b.test.ts'];

  test('repeats the files in order, with what changes the draws', () => {
    expect(commandFor(files, { TEST_SEED: '7', CI: 'true', HOME: '/' }, false)).toBe(
      'make test CI=true TEST_SEED=7 ORDER=named FILES="a.test.ts b.test.ts"',
    );
  });

  test.each([
    [{ CONTRACT_PROXY: '1', TEST_DATABASE_URL: 'x' }, true, 'make test ON=deno15 '],
    [{ TEST_DATABASE_URL: 'x' }, false, 'make test ON=node15 '],
    [{ TEST_LIST: 'x' }, false, 'make test TESTS=product '],
    [{ CLOCK: '2028-02-28T23:59:31.000Z' }, false, 'make stress TIMES=1 CLOCK=2028-02-28T23:59:31.000Z '],
  ])('uses the environment of the run: %o', (env, isDeno, begin) => {
    expect(commandFor(files, env, isDeno).startsWith(begin)).toBe(true);
  });
});

describe('failuresTold', () => {
  test('names the round, and says if a worker is not known', () => {
    const lost: FileRun = { file: 'a', from: 0, to: 1, failed: ['one', 'two'] };
    expect(failuresTold([lost, run('b', 1, 2)], { TEST_SEED: '7', STRESS_ROUND: '3' }, false)).toEqual([
      [
        'a > one',
        'a > two',
        '  round 3, TEST_SEED=7',
        '  before it in its worker: not known',
        '  to repeat it: make test TEST_SEED=7 ORDER=named FILES="a"',
      ].join('\n'),
    ]);
  });
});

describe('a run', () => {
  const config = 'test/support/unit/neighbours/vitest.config.ts';
  const vitest = (FILES: string) =>
    spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', config], {
      encoding: 'utf8',
      env: { ...process.env, FILES, NO_COLOR: '1', TEST_SEED: '7' },
    });
  const told = (name: string, ...before: string[]): string =>
    [
      `${name}\n  TEST_SEED=7`,
      `  before it in its worker: ${before.join(' ')}`,
      `  to repeat it: make test `,
    ].join('\n');
  const of = (name: string): string => `test/support/unit/neighbours/${name}.fixture.ts`;

  test('names the neighbours of a file that fails only after one of them', () => {
    const { status, stderr } = vitest('quiet.fixture leaves.fixture minds.fixture broken.fixture');
    const before = [of('quiet'), of('leaves')];
    expect(stderr).toContain(told(`${of('minds')} > fails after a neighbour that leaves a mark`, ...before));
    expect(stderr).toContain(told(`${of('broken')} > outside of its tests`, ...before, of('minds')));
    expect(stderr).toContain(`ORDER=named FILES="${[...before, of('minds')].join(' ')}"`);
    expect(status).toBe(1);
  });

  test('names the neighbours of a file whose worker died', () => {
    const { status, stderr } = vitest('leaves.fixture dies.fixture');
    expect(stderr).toContain(told(`${of('dies')} > did not end`, of('leaves')));
    expect(status).toBe(1);
  });

  test('prints none of it for a test that passes before that neighbour', () => {
    const { stderr } = vitest('minds.fixture quiet.fixture leaves.fixture broken.fixture');
    expect(stderr).toContain(`${of('broken')} > outside of its tests`);
    expect(stderr).not.toContain(`${of('minds')} >`);
  });
});
