import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { aBrowser } from '../support/devtools.ts';
import { freePort } from '../support/free-port.ts';
import { lacks } from '../support/programs.ts';
import { issuerOf } from '../support/relying-party.ts';
import { test } from '../support/service.ts';
import { startAgent } from './agent.ts';
import { registerAgent } from './mcp-server.ts';
import { chromium, lacksPrograms } from './quickstarts.ts';
import { signIn } from './walk.ts';

// The scenarios of the Model Context Protocol for authorization servers.
const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const isMissing = lacks(existsSync(program) ? program : undefined, 'the scenarios of MCP need npm ci');
const openPage = aBrowser(chromium);

const isOfInvoices = ({ name }: { name: string }): boolean => name === 'invoices.read';

interface Check {
  id: string;
  status: string;
}

describe.skipIf(lacksPrograms() || isMissing)('the scenarios for authorization servers', () => {
  test('pass for a registered client', { timeout: 120_000 }, async ({ service }) => {
    const { api, env, mcp } = await registerAgent('mcp-server', service);
    // The suite names no scope, so the client gets the scopes that are default ones.
    const [scope] = (await api.call('listOidcScopes')).body.data.filter(isOfInvoices);
    const changed = { path: { scopeId: scope?.id ?? '' }, body: { isDefault: true } };
    expect(await api.call('updateOidcScope', changed)).toMatchObject({ status: 200 });
    const folder = mkdtempSync(join(tmpdir(), 'keyward-mcp-conformance-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const words = ['--url', issuerOf(api), '--client-id', env['CLIENT_ID'] ?? '', '--resource', mcp];
    const more = ['--port', String(await freePort()), '--spec-version', '2026-07-28', '-o', folder];
    const suite = startAgent(process.execPath, [program, 'authorization', ...words, ...more], {
      cwd: '.',
      env: process.env,
    });
    const page = await openPage(await suite.opened());
    await signIn(page, 'Invoice agent');
    expect(await suite.ended).toBe(0);
    const checks = globSync(join(folder, '*', 'checks.json')).flatMap(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as Check[],
    );
    expect(Object.fromEntries(checks.map(({ id, status }) => [id, status]))).toEqual({
      'authorization-server-metadata': 'SUCCESS',
      // By default, no metadata documents of clients are read.
      'authorization-server-metadata-cimd': 'WARNING',
      'authorization-code-grant': 'SUCCESS',
    });
  });
});
