// OpenTofu, which runs the provider of clients/terraform without a registry.
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import { go } from './go.ts';
import type { TestService } from './service.ts';

/** The module of the provider. */
export const source = 'clients/terraform';
const address = 'keyward.example/keyward/keyward';

/** The program, and the folder that has the provider and its tests. */
export interface Tofu {
  program: string;
  work: string;
}

/** Builds OpenTofu, and returns its path. TERRAFORM names Terraform itself, or another OpenTofu. */
export async function tofuProgram(): Promise<string> {
  const { TERRAFORM } = process.env;
  if (TERRAFORM) return TERRAFORM;
  const { code, text } = await run('scripts/environment/tofu.sh', [], '.', process.env);
  expect(code, text).toBe(0);
  return text.trim().split('\n').at(-1) ?? '';
}

/** Builds OpenTofu, the provider and its tests. */
export async function buildTofu(): Promise<Tofu> {
  const work = mkdtempSync(join(tmpdir(), 'keyward-tofu-'));
  const program = await tofuProgram();
  await go(source, {}, 'build', '-o', join(work, 'terraform-provider-keyward'), '.');
  await go(source, {}, 'test', '-c', '-o', join(work, 'acceptance'), './internal/provider');
  writeFileSync(join(work, 'empty.rc'), '');
  writeFileSync(
    join(work, 'tofu.rc'),
    `provider_installation {\n  dev_overrides {\n    "${address}" = "${work}"\n  }\n  direct {}\n}\n`,
  );
  return { program, work };
}

interface Outcome {
  code: number;
  text: string;
  seconds: number;
}
export const run = (
  command: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const started = performance.now();
    execFile(command, words, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const seconds = (performance.now() - started) / 1000;
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr, seconds });
    });
  });

/** A folder with a configuration, as one run of a pipeline has it. */
export function aFolder(
  { work, program }: Tofu,
  service: Pick<TestService, 'origin' | 'ours'>,
  files: Record<string, string>,
) {
  const folder = mkdtempSync(join(work, 'folder-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'provider.tf',
    `terraform {\n  required_providers {\n    keyward = {\n      source = "${address}"\n    }\n  }\n}\n`,
  );
  for (const [name, text] of Object.entries(files)) write(name, text);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: work,
    TF_CLI_CONFIG_FILE: join(work, 'tofu.rc'),
    KEYWARD_URL: service.origin,
    KEYWARD_API_KEY: service.ours.key ?? '',
    CHECKPOINT_DISABLE: '1',
    TF_CLI_ARGS: '-no-color',
  };
  return {
    folder,
    write,
    /** Runs OpenTofu. @param more settings of the environment for this run */
    tofu: (more: Record<string, string>, ...words: string[]) =>
      run('bash', ['-c', '"$@"; code=$?; times >&2; exit $code', 'timed', program, ...words], folder, {
        ...env,
        ...more,
      }),
  };
}

/** The seconds of CPU of a run and of the processes that it started, by the last line of `times`. */
export function cpuOf(text: string): number {
  const [, line = ''] = /\n(\d+m[\d.]+s \d+m[\d.]+s)\n*$/.exec(text) ?? [];
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minute, second]) => sum + Number(minute) * 60 + Number(second),
    0,
  );
}

/** The content of a ZIP archive, which a plan file is. */
export function unzipped(file: Buffer): string {
  const parts: string[] = [];
  // The central directory knows the sizes of all entries.
  for (
    let at = file.indexOf('PK\x01\x02', 0, 'latin1');
    at >= 0;
    at = file.indexOf('PK\x01\x02', at + 4, 'latin1')
  ) {
    const size = file.readUInt32LE(at + 20);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = file.subarray(start, start + size);
    parts.push((file.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content).toString('latin1'));
  }
  return parts.join('\n');
}

/** Returns a resource of a configuration. A value that begins with `=` is an expression. */
export const resource = (kind: string, name: string, lines: Record<string, unknown>) =>
  `resource "keyward_${kind}" "${name}" {\n${Object.entries(lines)
    .map(
      ([key, value]) =>
        `  ${key} = ${typeof value === 'string' && value.startsWith('=') ? value.slice(1) : JSON.stringify(value)}\n`,
    )
    .join('')}}\n`;
