// The workflows of GitHub. Other programs lint them: docs/releasing.md has the commands.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { partCount } from '../../../scripts/tiers/record.ts';
import { uploads } from '../../../scripts/release/uploads.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}
interface Job {
  permissions?: Record<string, string>;
  environment?: string;
  steps: Step[];
  strategy?: { matrix: { part: number[] } };
}
interface Workflow {
  permissions: object;
  on: { push?: { tags?: string[] } };
  jobs: Record<string, Job>;
}

const folder = '.github/workflows';
const workflows = new Map(
  readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return [name, { text, workflow: parse(text) as Workflow }] as const;
  }),
);
const jobs = [...workflows].flatMap(([file, { workflow }]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ file, name, job })),
);
const steps = jobs.flatMap(({ job }) => job.steps);
const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
const release = workflows.get('release.yml')?.workflow.jobs ?? {};

describe('the workflows', () => {
  test('are three', () => {
    expect([...workflows.keys()].toSorted()).toEqual(['ci.yml', 'night.yml', 'release.yml']);
  });

  test('have no permission, and each job has those that it needs', () => {
    for (const { workflow } of workflows.values()) expect(workflow.permissions).toEqual({});
    const writing = jobs.flatMap(({ file, name, job }) =>
      Object.entries(job.permissions ?? {})
        .filter(([, right]) => right !== 'read')
        .map(([on, right]) => `${file} ${name}: ${on} ${right}`),
    );
    expect(jobs.filter(({ job }) => job.permissions === undefined)).toEqual([]);
    expect(writing).toEqual([
      'release.yml attest: attestations write',
      'release.yml attest: id-token write',
      'release.yml npm: id-token write',
      'release.yml python: id-token write',
      'release.yml image: attestations write',
      'release.yml image: id-token write',
      'release.yml image: packages write',
      'release.yml chart: packages write',
      'release.yml github: contents write',
    ]);
  });

  test('name each action by its commit, and say which version it is', () => {
    const lines = [...workflows.values()].flatMap(({ text }) => text.match(/^\s*-? ?uses:.*$/gm) ?? []);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
    // One action has one commit.
    const pins = new Set(lines.map((line) => line.replace(/^.*uses: /, '')));
    expect(new Set([...pins].map((pin) => pin.replace(/@.*/, ''))).size).toBe(pins.size);
  });

  test('leave no token of Git in the work tree', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(3);
    for (const { with: given } of checkouts) expect(given?.['persist-credentials']).toBe(false);
  });

  test('run commands without values of the event in their text', () => {
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });

  test('run targets of the Makefile, the script of the gate, or the packages of Debian', () => {
    const others = commands.filter((command) => !command.startsWith('make '));
    expect(others.filter((command) => !/^apt-get update && apt-get install [\w -]+$/.test(command))).toEqual([
      '.ci/run',
    ]);
    expect(statSync('.ci/run').mode & 0o100).toBe(0o100);
    const env = { PATH: process.env['PATH'], GITHUB_REF_NAME: 'v1.2.3', PART: '3' };
    // It fails if there is no such target.
    for (const command of commands.filter((one) => !others.includes(one)))
      execFileSync('sh', ['-euc', command.replace(/^make /, 'make --dry-run ')], { env, stdio: 'pipe' });
  });

  test('build the version of the tag', () => {
    const build = commands.find((command) => command.startsWith('make release')) ?? '';
    const env = { PATH: process.env['PATH'], GITHUB_REF_NAME: 'v1.2.3' };
    const words = ['-euc', build.replace(/^make /, 'make --dry-run ')];
    expect(execFileSync('sh', words, { env, encoding: 'utf8' })).toContain('VERSION="1.2.3" ');
    expect(workflows.get('release.yml')?.workflow.on.push?.tags).toEqual(['v[0-9]+.[0-9]+.[0-9]+']);
  });

  test('publish each part in a job of its own, behind an environment', () => {
    for (const part of Object.keys(uploads)) {
      const job = release[part];
      expect(job?.environment, part).toBeTruthy();
      expect(job?.steps.flatMap(({ run = [] }) => run)).toEqual([`make publish PART=${part}`]);
    }
    const rest = Object.keys(release).filter((name) => !Object.hasOwn(uploads, name));
    expect(rest).toEqual(['build', 'attest']);
  });

  test('run all parts of the night', () => {
    const parts = workflows.get('night.yml')?.workflow.jobs['part']?.strategy?.matrix.part;
    expect(parts).toEqual(Array.from({ length: partCount }, (_, at) => at + 1));
  });

  test('let the night read a checkout of another account, and write no commit', () => {
    const night = workflows.get('night.yml')?.workflow.jobs['part']?.steps ?? [];
    const env = night.find(({ run }) => run?.startsWith('make night'))?.env ?? {};
    expect(env['COMMIT']).toBe('0');
    // In a container, the files belong to the account of the machine. This variable is that of the tests of Git.
    const other = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
    const read = (more: Record<string, string>) =>
      execFileSync('git', ['rev-parse', 'HEAD'], { env: { ...other, ...more }, stdio: 'pipe' });
    expect(() => read({})).toThrow('dubious ownership');
    expect(read(env).toString()).toMatch(/^[0-9a-f]{40}\n$/);
  });
});
