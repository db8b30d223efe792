import { describe, expect } from 'vitest';
import { aBrowser } from '../support/devtools.ts';
import { test } from '../support/service.ts';
import { arrives } from '../support/visits.ts';
import { startAgent } from './agent.ts';
import { callMcp } from './call-mcp.ts';
import { onTypeScript, registerAgent, shown, startMcpServer } from './mcp-server.ts';
import { installPackages } from './npm-packages.ts';
import { chromium, lacksPrograms } from './quickstarts.ts';
import { signIn } from './walk.ts';

const openPage = aBrowser(chromium);

/** Reads an answer that the page shows. Each `…` stands for any characters. */
const valuesOf = (part: string): Record<string, unknown> =>
  JSON.parse(shown('json', part), (_, value: unknown) =>
    typeof value === 'string' && value.includes('…')
      ? expect.stringMatching(new RegExp(`^${value.replaceAll(/[()./:]/g, '\\$&').replaceAll('…', '.+')}$`))
      : value,
  );

describe.skipIf(lacksPrograms())('docs/agents.md', { timeout: 120_000 }, () => {
  test('leads from the start to a tool call for a user, which the audit log shows', async ({ service }) => {
    const { copy, env, terminal, mcp } = await registerAgent('mcp-server', service);
    await installPackages(copy);
    const [, said] = await terminal.start(
      shown('sh', 'set -a; . ./.env; set +a\nnpm start'),
      /server: (\S+)/,
      {},
    );
    expect(said).toBe(mcp);
    const block = shown('sh', 'set -a; . ./.env; set +a\nnpm run');
    const agent = startAgent('sh', ['-c', block], { cwd: copy, env });
    const page = await openPage(await agent.opened());
    await signIn(page, 'Invoice agent');
    await arrives(page, 'Go back to the agent');
    expect(await agent.ended).toBe(0);
    const answer = JSON.parse(await agent.says(/^(\{.*\})$/m)) as unknown;
    expect(answer).toEqual(valuesOf('{"user"'));
    const { user, client } = answer as { user: string; client: string };
    const [row] = JSON.parse(await terminal.run(shown('sh', 'curl -sS "$KEYWARD/api/v1/audit-logs'))).data;
    expect(row).toMatchObject(valuesOf('{"action"'));
    expect(row).toMatchObject({ actor: { id: user }, reason: `Invoice agent (${client})` });
    expect(row.changes[0].to.resources).toEqual([{ resource: mcp, scopes: ['invoices.read'] }]);
  });

  test('says the truth about the responses of the MCP server', async ({ service }) =>
    callMcp(await startMcpServer(onTypeScript, service), true));
});
