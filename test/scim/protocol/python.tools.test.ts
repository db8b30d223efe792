import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { pythonTools } from '../../../scripts/python-tools.ts';
import { aScimToken } from '../../support/builders.ts';
import { scimUrl } from '../../support/directories.ts';
import { lacks } from '../../support/programs.ts';
import { test, type TestService } from '../../support/service.ts';
import { drawn } from '../../support/thorough.ts';

const tools = pythonTools([3, 11]);
const missing = 'missing' in tools && lacks(undefined, `the tests of SCIM in Python: ${tools.missing}`);
if ('missing' in tools && !missing) throw new Error(tools.missing);
const python = 'missing' in tools ? '' : resolve(tools.folder, 'bin/python');

interface Outcome {
  code: number;
  output: string;
}

const run = (file: string, words: string[], env: Record<string, string>) =>
  new Promise<Outcome>((done) => {
    const settings = { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env } };
    execFile(python, [`test/scim/protocol/${file}`, ...words], settings, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), output: out + err });
    });
  });

/** Runs scim2-tester and counts what it says; a title stands at the start of a line, after the verdict. */
async function conformance(service: TestService, token: string, env: Record<string, string> = {}) {
  const { code, output } = await run('tester.py', ['test'], {
    SCIM_CLI_URL: scimUrl(service),
    SCIM_CLI_HEADERS: `Authorization: Bearer ${token}`,
    ...env,
  });
  const checks = [...output.matchAll(/^([A-Z]+) (\w+)$/gm)].map(([, verdict = '', name = '']) => ({
    verdict,
    name,
  }));
  return { code, output, checks };
}

describe.skipIf(missing)('scim2-tester', () => {
  test.for(drawn(['1', '2'], 1, 'random values of scim2-tester'))(
    'finds no error and skips nothing, with the random values of seed %s',
    { timeout: 120_000 },
    async (seed, { service }) => {
      const { token } = await aScimToken(service.ours);
      const { code, output, checks } = await conformance(service, token, { SCIM_TESTER_SEED: seed });
      const others = checks.filter(({ verdict }) => verdict !== 'SUCCESS');
      expect(others, output).toEqual([]);
      expect(code, output).toBe(0);
      // Fewer would mean that it did not understand what we serve: it checks every attribute of /Schemas.
      expect(checks.length).toBeGreaterThan(120);
      const names = new Set(checks.map(({ name }) => name));
      for (const name of ['check_add_attribute', 'check_remove_attribute', 'check_replace_attribute'])
        expect(names).toContain(name);
    },
  );

  test('fails if a token may only read', { timeout: 120_000 }, async ({ service }) => {
    const { token } = await aScimToken(service.ours, { permissions: ['users.read', 'groups.read'] });
    const { code, checks } = await conformance(service, token);
    expect(code).toBe(1);
    expect(checks).toContainEqual({ verdict: 'ERROR', name: 'object_creation' });
  });
});

describe.skipIf(missing)('the Python client of docs/scim.md', () => {
  const page = readFileSync('docs/scim.md', 'utf8');
  const [, shown = '', printed = ''] = /```python\n([^`]*)```\n+[^`]*```text\n([^`]*)```/.exec(page) ?? [];

  test('is the file that the test runs', () => {
    const file = readFileSync('test/scim/protocol/walkthrough.py', 'utf8');
    expect(file.slice(file.indexOf('import os'))).toBe(shown);
  });

  test('prints the output that the page shows', { timeout: 60_000 }, async ({ service }) => {
    const { token } = await aScimToken(service.ours);
    const { code, output } = await run('walkthrough.py', [], {
      SCIM_URL: scimUrl(service),
      SCIM_TOKEN: token,
    });
    expect({ code, output }).toEqual({ code: 0, output: printed });
  });

  test('leaves no user behind and every step in the log', { timeout: 60_000 }, async ({ service }) => {
    const { id, token } = await aScimToken(service.ours);
    await run('walkthrough.py', [], { SCIM_URL: scimUrl(service), SCIM_TOKEN: token });
    const rows = await service.sql<{ operation: string; dry_run: boolean }>(
      'select operation, dry_run from provisioning_log where token_id = $1 order by at, id',
      [id],
    );
    const writes = rows.filter(({ operation }) => /^(create|update|delete)/.test(operation));
    expect(writes).toEqual([
      { operation: 'createScimUser', dry_run: false },
      { operation: 'createScimUser', dry_run: false },
      { operation: 'updateScimUser', dry_run: true },
      { operation: 'updateScimUser', dry_run: false },
      { operation: 'createScimGroup', dry_run: false },
      { operation: 'updateScimGroup', dry_run: false },
      { operation: 'updateScimUser', dry_run: false },
      { operation: 'deleteScimUser', dry_run: false },
      { operation: 'deleteScimGroup', dry_run: false },
    ]);
  });
});
