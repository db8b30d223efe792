import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { blocksOf } from '../support/blocks.ts';
import { aCredential } from '../support/builders.ts';
import type { Client } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { serve } from '../support/served.ts';
import type { TestService } from '../support/service.ts';
import { openShell, type Shell } from '../support/shell.ts';

/** A program that listens at `PORT`. */
export interface Command {
  /** A script of sh that builds it, with the values of the quickstart in its environment. */
  build?: string;
  command: string;
  words: string[];
  env?: Record<string, string>;
}

/** A row of the table of quickstarts. */
export interface Quickstart {
  /** The folder in `examples/`. */
  name: string;
  /** The type of its client. */
  type: 'web' | 'spa' | 'native';
  /** Whether its install takes seconds, so that the gate may draw it. */
  isLight: boolean;
  /** A program that it cannot run without, and how a developer gets the program. */
  needs?: { program: string | undefined; hint: string };
  /** Installs it in a copy of its folder outside of the checkout, and returns the command that starts it there. */
  install: (copy: string) => Promise<Command>;
}

/** A quickstart that answers at its port. */
export interface Running {
  /** The copy of its folder. */
  copy: string;
  /** The address of its home page. */
  home: string;
  /** The key of a tenant that no other quickstart uses. */
  api: Client;
  /** Its environment. */
  env: Record<string, string>;
  /** A shell in this folder that has the values of docs/quickstarts.md. */
  terminal: Shell;
}

/** Finds a block of docs/quickstarts.md. */
export const shown = blocksOf('docs/quickstarts.md');

/** Copies the files of an example that git knows or would know, so that no installed file comes along. @returns the folder, which is gone with the test */
export function copyOf(name: string): string {
  const folder = join('examples', name);
  const copy = mkdtempSync(join(tmpdir(), `keyward-${name}-`));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--', folder];
  for (const file of execFileSync('git', words, { encoding: 'utf8' }).trim().split('\n')) {
    const target = join(copy, relative(folder, file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  return copy;
}

/** Sets the values of a page of docs/ as its reader does, and makes the user and the scope that the page shows. @param own values of this page only */
export async function setValues(
  terminal: Shell,
  page: typeof shown,
  api: Client,
  own: Record<string, string>,
): Promise<void> {
  const values: Record<string, string> = {
    KEYWARD: `http://localhost:${new URL(api.origin).port}`,
    KEY: api.key ?? '',
    VERIFY_KEY: (await aCredential(api, { scopes: ['credentials.verify'] })).secret,
    ORG: api.orgId ?? '',
    ...own,
  };
  await terminal.run(
    page('sh', 'KEYWARD=').replaceAll(/^(\w+)=.*$/gm, (_, value: string) => `${value}=${values[value]}`),
  );
  const made = await terminal.run(page('sh', 'set --'));
  expect(made).toContain('"status":"ACTIVE"');
  expect(made).toContain('"name":"invoices.read"');
}

/** Follows docs/quickstarts.md for a quickstart, and returns when it answers at its port. */
export async function startQuickstart(
  { name, type, install }: Quickstart,
  service: TestService,
): Promise<Running> {
  const { ours: api } = await service.addPair();
  const copy = copyOf(name);
  const { build, command, words, env: more } = await install(copy);
  const port = await freePort();
  const terminal = openShell(copy, { PATH: process.env['PATH'] });
  await setValues(terminal, shown, api, { PORT: String(port), TYPE: type });
  await terminal.run(shown('sh', 'APP='));
  const own = parseEnv(readFileSync(join(copy, '.env'), 'utf8')) as Record<string, string>;
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...more, ...own };
  if (build) await promisify(execFile)('sh', ['-c', build], { cwd: copy, env });
  // A virtual machine of Java needs its time on two busy cores.
  await serve(command, words, { cwd: copy, env }, port, 120_000);
  return { copy, home: `http://localhost:${port}/`, api, env, terminal };
}
