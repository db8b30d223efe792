// A runner of GitHub for the action: its tokens, its files, and the environment that it sets.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { aWorkload, type Issuer, json } from './issuer.ts';
import type { TestService } from './service.ts';

/** The place where a runner gives tokens of the job. It gives tokens of the issuer, and notes the audiences. */
export async function aRunner(issuer: Issuer, { refusals = 0 } = {}) {
  const audiences: (string | null)[] = [];
  let left = refusals;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    audiences.push(searchParams.get('audience'));
    if (request.headers.authorization !== 'Bearer of the runner' || left-- > 0) response.writeHead(503).end();
    else
      void issuer
        .sign({ aud: searchParams.get('audience') ?? '' })
        .then((value) => json(response, { value }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { audiences, url: `http://127.0.0.1:${port}/token?api-version=2.0` };
}

/** The files that a runner makes for each step. The step hands its values on in them. */
function theFiles() {
  const at = mkdtempSync(join(tmpdir(), 'keyward-action-'));
  onTestFinished(() => rmSync(at, { recursive: true }));
  const files = {
    GITHUB_OUTPUT: join(at, 'output'),
    GITHUB_ENV: join(at, 'env'),
    GITHUB_STATE: join(at, 'state'),
  };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const read = (name: keyof typeof files): Record<string, string> =>
    Object.fromEntries(
      [...readFileSync(files[name], 'utf8').matchAll(/^(.+)<<(end_.+)\n([^]*?)\n\2$/gm)].map(
        ([, key = '', , value = '']) => [key, value],
      ),
    );
  return { files, read };
}

/** Runs a script of the action in a folder, with the environment that the runner sets. */
export const runAction = (folder: string, script: 'main' | 'post', env: Record<string, string>) =>
  new Promise<{ code: number | null; log: string }>((resolve, reject) => {
    const { runs } = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as {
      runs: Record<typeof script, string>;
    };
    const child = spawn(process.execPath, [join(folder, runs[script])], { env });
    let log = '';
    child.stdout.on('data', (part) => (log += part));
    child.stderr.on('data', (part) => (log += part));
    child.on('error', reject).on('close', (code) => resolve({ code, log }));
  });

/** The variables of inputs. @param inputs by their names in action.yml */
const inputs = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]));

/** A job whose runner knows a workload of the service. @param given inputs, by their names in action.yml */
export async function aJob(
  service: TestService,
  issuer: Issuer,
  runner: { url: string },
  given: Record<string, string> = {},
) {
  const identityId = await aWorkload(service.ours, issuer);
  const { files, read } = theFiles();
  const env = {
    ...files,
    ACTIONS_ID_TOKEN_REQUEST_URL: runner.url,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the runner',
    ...inputs({
      url: service.origin,
      'org-id': service.ours.orgId ?? '',
      'identity-id': identityId,
      audience: 'keyward',
      ...given,
    }),
  };
  return { env, read, state: () => stateOf(read('GITHUB_STATE')) };
}

const stateOf = (state: Record<string, string>) =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]));
