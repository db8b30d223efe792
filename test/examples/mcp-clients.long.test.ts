import { describe, expect } from 'vitest';
import { aBrowser } from '../support/devtools.ts';
import { test } from '../support/service.ts';
import { arrives } from '../support/visits.ts';
import { callMcp } from './call-mcp.ts';
import { agents, answerTo, startEditor } from './mcp-agents.ts';
import { onPython, onTypeScript, startMcpServer } from './mcp-server.ts';
import { chromium, lacksProgramOf, lacksPrograms } from './quickstarts.ts';
import { signIn } from './walk.ts';

const openPage = aBrowser(chromium);

const lacksAny = lacksPrograms() || lacksProgramOf(onPython);

/** The answer of the tool to a client that acts for a user. */
const answerFor = (client: string | undefined) => ({
  user: expect.stringMatching(/^usr_/),
  client,
  invoices: ['INV-1', 'INV-2'],
});

describe.skipIf(lacksAny)('an MCP server of examples/', { timeout: 600_000 }, () => {
  // The SDK of Python names no scope in its challenge, so agents take the scopes of the document.
  test('refuses other tokens, and says where tokens come from: mcp-server-python', async ({ service }) =>
    callMcp(await startMcpServer(onPython, service), false));

  for (const server of [onTypeScript, onPython])
    for (const { name, start } of agents)
      test(`answers ${name} for a user: ${server.name}`, async ({ service }) => {
        const registered = await startMcpServer(server, service);
        const agent = await start(registered);
        const page = await openPage(await agent.opened());
        await signIn(page, 'Invoice agent');
        await arrives(page, 'Go back to the agent');
        expect(await answerTo(agent)).toEqual(answerFor(registered.env['CLIENT_ID']));
      });

  for (const server of [onTypeScript, onPython])
    test(`answers mcp-remote, which editors start, for a user: ${server.name}`, async ({ service }) => {
      const registered = await startMcpServer(server, service);
      const { CLIENT_ID: clientId, AGENT_PORT: port = '' } = registered.env;
      const known = ['--static-oauth-client-info', JSON.stringify({ client_id: clientId })];
      const words = [port, '--host', '127.0.0.1', '--callback-path', '/callback', ...known];
      const editor = await startEditor(registered, words);
      await signIn(await openPage(await editor.opened()), 'Invoice agent');
      expect(await editor.listInvoices()).toEqual(answerFor(clientId));
    });

  for (const { name, start } of agents.filter(({ name: one }) => one.startsWith('the agent')))
    test(`is not called for a user who denies it: ${name}`, async ({ service }) => {
      const agent = await start(await startMcpServer(onTypeScript, service));
      const page = await openPage(await agent.opened());
      await signIn(page, 'Invoice agent', 'Deny');
      await arrives(page, 'Go back to the agent');
      expect(await agent.ended).not.toBe(0);
      expect(agent.said()).toContain('access_denied');
      expect(agent.said()).not.toContain('INV-1');
    });
});
