import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lacks } from '../support/programs.ts';
import { installPackages } from './npm-packages.ts';
import { copyOf } from './quickstart.ts';

// The scenarios of the Model Context Protocol for clients that get tokens, run with the agent of examples/.
const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const isMissing = lacks(existsSync(program) ? program : undefined, 'the scenarios of MCP need npm ci');

/** The scenario that wants a client with a secret. The agent has none. */
const unfit = 'pre-registration';

describe.skipIf(isMissing)('the agent of examples/mcp-server', () => {
  test('gets tokens as the scenarios want it', { timeout: 600_000 }, async () => {
    const copy = copyOf('mcp-server');
    await installPackages(copy);
    const folder = mkdtempSync(join(tmpdir(), 'keyward-mcp-conformance-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const user = resolve('test/examples/mcp-clients/signed-in.js');
    const command = [process.execPath, user, join(copy, 'agent.js')].join(' ');
    // The agent calls a tool that the scenarios do not have, and ends with an error.
    await promisify(execFile)(
      process.execPath,
      [program, 'client', '--suite', 'auth', '--command', command, '-o', folder],
      { maxBuffer: 2 ** 26 },
    ).catch(() => undefined);
    const found = globSync(join(folder, '**', 'checks.json')).map((file) => ({
      scenario: basename(dirname(file)).replace(/-\d{4}-\d\d-\d\dT[\w-]+$/, ''),
      checks: JSON.parse(readFileSync(file, 'utf8')) as { id: string; status: string }[],
    }));
    expect(found.length).toBe(14);
    const failed = found.flatMap(({ scenario, checks }) =>
      checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => `${scenario}: ${id}`),
    );
    expect(failed.filter((name) => !name.includes(unfit))).toEqual([]);
  });
});
