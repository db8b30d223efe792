import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished } from 'vitest';
import { lacks } from '../support/programs.ts';
import { startMcpHttp } from '../support/mcp.ts';
import { test } from '../support/service.ts';

// The scenarios of the protocol's own suite. It knows an address only, so a proxy adds the token.
const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const isMissing = lacks(existsSync(program) ? program : undefined, 'the scenarios of MCP need npm ci');

/** Scenarios and checks that do not apply, and why (docs/mcp.md). A star stands for the rest of a name. */
const unfit: readonly [check: string, why: string][] = [
  ['tools-call-*', 'calls a tool of the reference server'],
  ['elicitation-*', 'calls a tool of the reference server'],
  ['input-required-*', 'calls a tool of the reference server'],
  ['json-schema-2020-12:*', 'looks for a tool of the reference server'],
  ['server-stateless:sep-2575-server-rejects-undeclared-capability', 'calls a tool of the reference server'],
  ['server-stateless:sep-2575-missing-capability-http-400', 'calls a tool of the reference server'],
  [
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
    'calls a tool of the reference server',
  ],
  ['server-stateless:sep-2575-server-no-log-without-loglevel', 'calls a tool of the reference server'],
  ['http-custom-header-*', 'sends an argument as a header, and none of ours is one'],
  ['resources-*', 'needs resources'],
  ['prompts-*', 'needs prompts'],
  ['completion-complete:*', 'completes arguments of prompts and resources'],
  ['caching:sep-2549-prompts-*', 'needs prompts'],
  ['caching:sep-2549-resources-*', 'needs resources'],
  ['logging-*', 'sends logs to the client, which the revision of 2026 no longer wants'],
  ['tasks-*', 'needs the extension for tasks'],
];
const fits = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

interface Check {
  id: string;
  status: string;
}

const revisions = [
  {
    of: '2026-07-28',
    pass: ['tools-list', 'dns-rebinding-protection', 'http-header-validation', 'server-stateless', 'caching'],
  },
  { of: '2025-11-25', pass: ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'] },
];

/** Runs the scenarios that a revision requires, and returns their checks. */
async function checksOf(url: string, revision: string): Promise<{ scenario: string; checks: Check[] }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-mcp-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const words = [program, 'server', '--url', url, '--requirements', revision, '-o', folder];
  // Its exit code counts the scenarios that do not apply as well.
  await promisify(execFile)(process.execPath, words).catch(() => undefined);
  return globSync(join(folder, 'server-*', 'checks.json')).map((file) => ({
    scenario: basename(join(file, '..')).replace(/^server-(.*)-\d{4}-\d\d-\d\dT[\w-]+$/, '$1'),
    checks: JSON.parse(readFileSync(file, 'utf8')) as Check[],
  }));
}

describe.skipIf(isMissing)('the scenarios of the protocol', () => {
  test('pass in both revisions where they apply', { timeout: 120_000 }, async ({ service }) => {
    const { url } = await startMcpHttp({
      env: { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key ?? '' },
    });
    const failed: string[] = [];
    for (const { of, pass } of revisions) {
      const found = await checksOf(url, of);
      expect(found.length).toBeGreaterThan(30);
      for (const { scenario, checks } of found)
        for (const { id, status } of checks) if (status === 'FAILURE') failed.push(`${scenario}:${id}`);
      const passed = found.filter(({ checks }) =>
        checks.some(({ status, id }) => status === 'SUCCESS' && id !== 'wire-schema-valid'),
      );
      expect(passed.map(({ scenario }) => scenario)).toEqual(expect.arrayContaining(pass));
    }
    expect(failed.filter((name) => !unfit.some(([pattern]) => fits(name, pattern)))).toEqual([]);
    // A row that excuses nothing is one too many.
    expect(unfit.filter(([pattern]) => !failed.some((name) => fits(name, pattern)))).toEqual([]);
  });
});
