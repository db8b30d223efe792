import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { bundleCli } from '../../scripts/bundle-cli.ts';
import { blocksOf } from '../support/blocks.ts';
import { startMcp } from '../support/mcp.ts';
import { test } from '../support/service.ts';
import { openShell } from '../support/shell.ts';

// docs/mcp.md: its commands run here as they stand, and its settings of editors start the server.
const sh = blocksOf('docs/mcp.md');
const settings = [...readFileSync('docs/mcp.md', 'utf8').matchAll(/^```json\n([^]+?)^```$/gm)].map(
  ([, block = '']) => JSON.parse(block) as Record<string, Record<string, unknown>>,
);

describe('docs/mcp.md', () => {
  test('goes from a key that only reads to an agent that reads', { timeout: 120_000 }, async ({
    service,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'keyward-mcp-docs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(await bundleCli(folder), join(folder, 'keyward'));
    symlinkSync(process.execPath, join(folder, 'node'));
    const terminal = openShell(folder, {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      KEYWARD_URL: service.origin,
      KEYWARD_API_KEY: service.oursTest.key,
    });
    await terminal.run(sh('sh', 'IDENTITY=$(keyward'));
    const { credential } = JSON.parse(readFileSync(join(folder, 'mcp-key.json'), 'utf8')) as {
      credential: string;
    };
    const servers = settings.map(({ mcpServers, servers: own }) => (mcpServers ?? own)?.['keyward']);
    expect(servers.map((server) => (server as { command: string }).command)).toEqual(
      Array.from({ length: 3 }, () => 'keyward'),
    );
    const { call, client, said } = await startMcp({
      env: { KEYWARD_URL: service.origin, KEYWARD_API_KEY: credential },
      start: [process.execPath, join(folder, 'keyward')],
    });
    expect((await call('identities_list', { search: 'coding-agent' })).value).toMatchObject({
      data: [{ name: 'coding-agent', type: 'AI_AGENT' }],
    });
    const { tools } = await client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(said()).toContain('Your key has no others.');
  });
});
