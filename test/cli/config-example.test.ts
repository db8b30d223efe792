import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { parse } from 'yaml';
import { bundleCli } from '../../scripts/bundle-cli.ts';
import { aCallerWith, anIdentity } from '../support/builders.ts';
import { keyward } from '../support/cli.ts';
import type { Client } from '../support/client.ts';
import { ownClock } from '../support/clocked-run.ts';
import { test, type TestService } from '../support/service.ts';

// examples/config-as-code: its files and its workflow run here as they stand, with the command that `make cli` makes.
const example = 'examples/config-as-code';

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Workflow {
  permissions: Record<string, string>;
  env: Record<string, string>;
  jobs: Record<
    'plan' | 'apply',
    { if: string; environment?: string; permissions?: Record<string, string>; steps: Step[] }
  >;
}

const workflow = parse(readFileSync(`${example}/.github/workflows/keyward.yml`, 'utf8')) as Workflow;
const slackUrl = 'https://hooks.slack.com/services/T00000000/B00000000/canary';

let program = '';
const programs = mkdtempSync(join(tmpdir(), 'keyward-example-'));
beforeAll(async () => {
  program = await bundleCli(programs);
  const bin = join(programs, 'bin');
  mkdirSync(bin);
  // The command of GitHub. It keeps the comment.
  writeFileSync(join(bin, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$@" > gh.arguments\n');
  chmodSync(join(bin, 'gh'), 0o755);
}, 60_000);
afterAll(() => rmSync(programs, { recursive: true }));

let repository = '';
/** A repository of a user is a copy of the example with the command. */
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'keyward-repository-'));
  cpSync(example, repository, { recursive: true });
  mkdirSync(join(repository, 'tools'));
  cpSync(program, join(repository, 'tools', 'keyward.mjs'));
  return () => rmSync(repository, { recursive: true });
});

interface Ended {
  code: number | null;
  out: string;
}

/** Runs the script of a step as a runner does: each value of `env` is that of the workflow, with the secrets in it. */
function runStep(
  { run = '', env = {} }: Step,
  given: { secrets: Record<string, string>; code?: string; origin: string },
): Promise<Ended> {
  const known: Record<string, string> = {
    'github.token': 'ghs_token',
    'github.event.pull_request.number': '7',
    'steps.plan.outputs.code': given.code ?? '',
    ...Object.fromEntries(Object.entries(given.secrets).map(([name, value]) => [`secrets.${name}`, value])),
  };
  const variables = Object.entries(env).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => known[expression] ?? `no ${expression}`),
  ]);
  const child = spawn('bash', ['-e', '-c', run], {
    cwd: repository,
    env: {
      ...ownClock,
      PATH: `${join(programs, 'bin')}:${join(process.execPath, '..')}:${process.env['PATH']}`,
      HOME: repository,
      GITHUB_OUTPUT: join(repository, 'output'),
      GITHUB_REPOSITORY: 'our/configuration',
      KEYWARD_URL: given.origin,
      ...Object.fromEntries(variables),
    },
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (out += text));
  return new Promise((done) => child.once('close', (code) => done({ code, out })));
}

const stepsOf = (job: 'plan' | 'apply'): Step[] => workflow.jobs[job].steps.filter(({ run }) => run);
const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

/** Runs the job of a pull request: the plan, its comment, and the verdict. */
async function runPlan(
  { origin }: TestService,
  { key = '' }: Client,
): Promise<{ verdict: number | null; comment: string }> {
  const [planning, commenting, judging] = stepsOf('plan');
  const given = { origin, secrets: { KEYWARD_PLAN_KEY: key } };
  expect((await runStep(planning ?? {}, given)).code).toBe(0);
  const code = /^code=(\d+)$/m.exec(read('output'))?.[1];
  rmSync(join(repository, 'output'));
  expect((await runStep(commenting ?? {}, given)).code).toBe(0);
  expect(read('gh.arguments')).toContain(
    'pr\ncomment\n7\n--repo\nour/configuration\n--body-file\ncomment.md\n',
  );
  const { code: verdict } = await runStep(judging ?? {}, { ...given, ...(code !== undefined && { code }) });
  return { verdict, comment: read('comment.md') };
}

const runApply = ({ origin }: TestService, { key = '' }: Client): Promise<Ended> =>
  runStep(stepsOf('apply')[0] ?? {}, {
    origin,
    secrets: { KEYWARD_APPLY_KEY: key, KEYWARD_SECRET_SLACK_URL: slackUrl },
  });

const readScopes = [
  'config.export',
  'identities.read',
  'policies.read',
  'conditional_access.read',
  'webhooks.read',
  'alerts.read',
];

describe('the example of configuration as code', () => {
  test('pins each action by its commit, and gives secrets to the apply alone', () => {
    const jobs = Object.values(workflow.jobs);
    const uses = jobs.flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? []));
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    const { plan, apply } = workflow.jobs;
    expect(JSON.stringify(plan)).not.toMatch(/KEYWARD_SECRET|APPLY_KEY/);
    expect(JSON.stringify(plan.steps.map(({ run }) => run))).not.toContain('${{');
    expect(JSON.stringify(apply)).toContain('secrets.KEYWARD_SECRET_SLACK_URL');
    expect(JSON.stringify(apply)).not.toContain('PLAN_KEY');
    expect(apply).toMatchObject({ if: "github.event_name == 'push'", environment: 'keyward' });
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(plan.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    expect(apply.permissions).toBeUndefined();
    expect(JSON.stringify(workflow)).not.toContain('pull_request_target');
  });

  test('goes from nothing to a configuration under version control, and shows drift', {
    timeout: 120_000,
  }, async ({ service }) => {
    const { ours } = await service.addPair();
    const identityId = await anIdentity(ours, { name: 'ci' });
    const { caller: reader } = await aCallerWith({ ours, as: service.as }, readScopes, { identityId });
    const planned = await runPlan(service, reader);
    // The key of the plan may not make the changes. The files are right.
    expect(planned.verdict).toBe(0);
    for (const object of ['identity/deploy-bot', 'policy/rotate-every-quarter', 'alertRule/anomalies'])
      expect(planned.comment).toContain(`+ ${object} is created (config/`);
    expect(planned.comment).toContain('Plan: 7 to create, 0 unchanged.');

    const applied = await runApply(service, ours);
    expect(applied.code, applied.out).toBe(0);
    expect(applied.out).toContain('Done: 7 created');
    expect(`${planned.comment}${applied.out}`).not.toContain('canary');
    const { body: policies } = await ours.call('listPolicies', {});
    const { body: identities } = await ours.call('listIdentities', { query: { tag: 'shop' } });
    expect(identities.data).toHaveLength(2);
    expect(policies).toMatchObject({
      data: [
        { name: 'Rotate every quarter', selector: { identityIds: [expect.any(String), expect.any(String)] } },
      ],
    });

    const second = await runPlan(service, reader);
    expect(second).toMatchObject({ verdict: 0 });
    expect(second.comment).toContain('The service has what the files say.');

    const [policy] = policies.data;
    await ours.call('updatePolicy', { path: { id: policy.id }, body: { severity: 'LOW' } });
    const drift = await runPlan(service, reader);
    expect(drift.comment).toContain(
      '~ policy/rotate-every-quarter changes (config/policies.yaml:2:1)\n    severity: "LOW" → "HIGH"',
    );
    expect((await runApply(service, ours)).out).toContain('Done: 1 changed');
    expect((await ours.call('getPolicy', { path: { id: policy.id } })).body).toMatchObject({
      severity: 'HIGH',
    });

    // A file that is gone takes its objects with it.
    rmSync(join(repository, 'config/notifications.yaml'));
    expect((await runApply(service, ours)).out).toContain('- webhook/secret-store is deleted');
    expect((await ours.call('listWebhooks', {})).body).toMatchObject({ data: [] });
  });

  test('shows the file and the line of a change that is refused', async ({ service }) => {
    const { ours } = await service.addPair();
    const file = join(repository, 'config/policies.yaml');
    const text = read('config/policies.yaml');
    writeFileSync(file, text.replace('maxAgeDays: 90', 'maxAgeDays: ninety'));
    const wrong = await runPlan(service, ours);
    expect(wrong.verdict).not.toBe(0);
    expect(wrong.comment).toContain('config/policies.yaml:13:5: maxAgeDays must be a whole number.');
    // Only the service knows which identities there are.
    writeFileSync(file, text.replace('identity/nightly-report', 'identity/nobody'));
    const unknown = await runPlan(service, ours);
    expect(unknown.verdict).not.toBe(0);
    expect(unknown.comment).toMatch(
      /config\/policies\.yaml:11:\d+: identityIds must be an object of this configuration/,
    );
    writeFileSync(file, text);
    const { caller: weaker } = await aCallerWith({ ours, as: service.as }, [
      ...readScopes,
      'config.apply',
      'identities.write',
    ]);
    const env = {
      KEYWARD_URL: service.origin,
      KEYWARD_API_KEY: weaker.key,
      KEYWARD_SECRET_SLACK_URL: slackUrl,
    };
    const refused = await keyward(['config', 'apply', '-f', join(repository, 'config'), '--yes'], { env });
    expect(refused).toMatchObject({ code: 3, err: 'Nothing was changed.\n' });
    expect(refused.out).toMatch(
      /\+ policy\/rotate-every-quarter is created \(.*config\/policies\.yaml:2:1\)\n(?: {4}.*\n)* {4}refused: .*INSUFFICIENT_SCOPE, status 403\)/,
    );
    expect((await ours.call('listIdentities', { query: { tag: 'shop' } })).body).toMatchObject({ data: [] });
  });
});
