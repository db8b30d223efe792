import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import manifest from '../../clients/cli/package.json' with { type: 'json' };
import { bundleCli } from '../../scripts/bundle-cli.ts';
import { anIdentity } from '../support/builders.ts';
import { aMachine } from '../support/cli-login.ts';
import { configDirectory } from '../support/config-directory.ts';
import { googleYaml, identityYaml } from '../support/config-service.ts';
import { startMcp } from '../support/mcp.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test } from '../support/service.ts';

const deno = resolve('node_modules/.bin/deno');
const folder = mkdtempSync(join(tmpdir(), 'keyward-cli-'));
const node = process.execPath;
let file = '';
beforeAll(async () => {
  file = await bundleCli(folder);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program in a folder of its own, with nothing of the repository around it. */
function ran(
  command: string,
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string | undefined>; input?: string } = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, { cwd: folder, env: { PATH, HOME, ...env } });
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, ...texts }));
  });
}

const runtimes = [
  { name: 'Node', start: () => [node, file] },
  { name: 'Deno', start: () => [deno, 'run', '-A', file] },
];

describe.for(runtimes)('the one file, under $name,', ({ start }) => {
  const run = (line: string, more: Parameters<typeof ran>[2] = {}) => {
    const [command = '', ...args] = start();
    return ran(command, [...args, ...line.split(' ')], more);
  };

  test('shows its help and its version', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, out: `${manifest.version}\n`, err: '' });
    const help = await run('credentials create --help');
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain('--identity <id>');
    expect(await run('credentials crate')).toMatchObject({ code: 2, out: '' });
  });

  test('calls a service, and prints a table, JSON and YAML', { timeout: 60_000 }, async ({ service }) => {
    const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key };
    const id = await anIdentity(service.ours, { name: 'dock' });
    expect((await run('identities list --search dock', { env })).out).toContain('ID ');
    expect(JSON.parse((await run(`identities get ${id} -o json`, { env })).out)).toMatchObject({
      id,
      name: 'dock',
    });
    expect((await run(`identities get ${id} -o yaml`, { env })).out).toContain('name: dock\n');
    const secret = await run('credentials verify --credential-file - -o json', {
      env,
      input: 'kd_test_no\n',
    });
    expect(JSON.parse(secret.out)).toMatchObject({ valid: false });
    expect(await run(`identities get idn_${'0'.repeat(26)}`, { env })).toMatchObject({ code: 4, out: '' });
    expect(await run(`identities delete ${id}`, { env })).toMatchObject({ code: 2, out: '' });
  });

  test('signs in, renews the sign-in, and signs out', { timeout: 60_000 }, async ({ service }) => {
    const machine = await aMachine(service);
    await machine.login();
    machine.expire();
    const { env } = machine;
    expect(JSON.parse((await run('whoami -o json', { env })).out)).toMatchObject({ id: machine.userId });
    expect(statSync(machine.fileOf()).mode & 0o777).toBe(0o600);
    expect(await run('logout', { env })).toMatchObject({ code: 0, out: '' });
    expect((await run('whoami', { env })).code).toBe(2);
    // The page of the code needs a user, so the sign-in begins and is left.
    const words = `login --url ${machine.url} --tenant ${service.ours.orgId} --scope no.such`;
    expect((await run(words, { env })).err).toContain('--scope takes scopes of the API');
  });

  test('applies configuration in files', { timeout: 60_000 }, async ({ service }) => {
    const { ours } = await service.addPair();
    const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: ours.key, KEYWARD_SECRET_GOOGLE: 'canary' };
    const dir = configDirectory({ 'a.yaml': `${identityYaml}---\n${googleYaml}` });
    const made = await run(`config apply -f ${dir} --yes`, { env });
    expect(made).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/Done: 2 created/) });
    expect(await run(`config plan -f ${dir} --exit-code`, { env })).toMatchObject({ code: 0, err: '' });
    expect((await run(`config export -f ${dir}/exported --kind identity`, { env })).out).toMatch(
      /^2 objects, 3 files written\.\n$/,
    );
    expect((await run('config schema')).out).toContain('"$schema"');
    const wrong = configDirectory({ 'a.yaml': 'kind: &a identity' });
    expect((await run(`config plan -f ${wrong}`, { env })).err).toContain('a.yaml:1:1: Anchors');
  });

  test('runs the commands by hand', { timeout: 60_000 }, async ({ service }) => {
    const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key };
    const id = await anIdentity(service.ours);
    const child = await run(`run --identity ${id} -- ${node} -p process.env.KEYWARD_CREDENTIAL`, { env });
    expect(child).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^kd_jit_\w+\n$/) });
    expect((await run('verify', { env, input: child.out })).code).toBe(3);
    const found = await run('doctor -o json', { env });
    expect(found).toMatchObject({ code: 0, err: '' });
    expect((await run(`open ${id} --print`, { env })).out).toContain(`/identities/${id}\n`);
  });

  test('serves tools to a coding agent', { timeout: 60_000 }, async ({ service }) => {
    const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key ?? '' };
    const id = await anIdentity(service.ours, { name: 'pier' });
    const { call } = await startMcp({ env, start: start() });
    expect((await call('identities_get', { id })).value).toMatchObject({ id, name: 'pier' });
  });
});

describe('a reader that goes away', () => {
  test('ends a long list without an error', async ({ service }) => {
    for (let at = 0; at < 3; at += 1) await anIdentity(service.ours);
    const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key };
    const { out, err } = await ran(
      'sh',
      ['-c', `"${node}" "${file}" identities list --all --limit 1 -o json | head -c 1`],
      { env },
    );
    expect({ out, err }).toEqual({ out: '{', err: '' });
  });
});

const syntax = [
  { shell: 'bash', check: ['-n'] },
  { shell: 'zsh', check: ['-n'] },
  { shell: 'fish', check: ['--no-execute'] },
];

/** bash comes with every system that runs the tests. */
const isMissing = (shell: string): boolean => {
  if (shell === 'bash') return lacks(programOf('bash'), 'the completion of bash needs bash');
  if (programOf(shell) !== undefined) return false;
  console.warn(`skipped: the completion of ${shell} needs ${shell} (Debian: apt install ${shell})`);
  return true;
};

describe('completion', () => {
  for (const { shell, check } of syntax)
    test.skipIf(isMissing(shell))(`for ${shell} is a script that ${shell} reads`, async () => {
      const { code, out } = await ran(node, [file, 'completion', shell]);
      expect(code).toBe(0);
      const script = join(folder, `completion.${shell}`);
      writeFileSync(script, out);
      expect(await ran(shell, [...check, script])).toEqual({ code: 0, out: '', err: '' });
    });

  test.skipIf(isMissing('bash'))(
    'finds words in bash, and evaluates no name of a tenant',
    async ({ service }) => {
      const id = await anIdentity(service.ours, { name: `$(touch ${join(folder, 'evaluated')})\`id\`;*` });
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      symlinkSync(file, join(bin, 'keyward'));
      // The file starts the node of PATH.
      symlinkSync(node, join(bin, 'node'));
      const env = {
        KEYWARD_URL: service.origin,
        KEYWARD_API_KEY: service.ours.key,
        PATH: `${bin}:${process.env['PATH']}`,
      };
      const complete = (...words: string[]) =>
        ran(
          'bash',
          [
            '-c',
            `eval "$(keyward completion bash)"
           COMP_WORDS=(keyward "$@"); COMP_CWORD=$#; _keyward; printf '%s\\n' "\${COMPREPLY[@]}"; ls "${folder}"`,
            'bash',
            ...words,
          ],
          { env },
        );
      expect((await complete('identities', 'reac')).out.split('\n')[0]).toBe('reactivate');
      const found = await complete('identities', 'get', id.slice(0, 24));
      expect(found.out.split('\n')).toContain(id);
      expect(found.out).not.toContain('evaluated');
      expect(found.err).toBe('');
    },
  );
});
