import { describe, expect, onTestFinished } from 'vitest';
import { aBrowser } from '../support/devtools.ts';
import { aDocumentHost } from '../support/document-hosts.ts';
import { test } from '../support/service.ts';
import { arrives } from '../support/visits.ts';
import { agents, answerTo, startEditor } from './mcp-agents.ts';
import { onPython, onTypeScript, type Registered, shown, startMcpServer } from './mcp-server.ts';
import { chromium, lacksProgramOf, lacksPrograms } from './quickstarts.ts';
import { signIn } from './walk.ts';

const openPage = aBrowser(chromium);

const lacksAny = lacksPrograms() || lacksProgramOf(onPython);

/** Opens the MCP server to agents as docs/agents.md says. @param more another block of the page @returns the environment of an agent that has no client ID */
async function openToAgents({ terminal, env }: Registered, more: string): Promise<Record<string, string>> {
  expect(await terminal.run(shown('sh', 'curl -sS $KEYWARD/api/v1/oidc/resources'))).toContain(
    '"agents":true',
  );
  expect(await terminal.run(more)).toContain('"loopbackRedirects":true');
  const { CLIENT_ID: _, ISSUER: __, ...rest } = env;
  return rest;
}

const registration = shown('sh', 'curl -sS -X PUT $KEYWARD/api/v1/oidc/client-registration');

describe.skipIf(lacksAny)('an agent without a registration by an administrator', { timeout: 600_000 }, () => {
  for (const { name, start } of agents) {
    test(`is found by its metadata document: ${name}`, async ({ service }) => {
      const registered = await startMcpServer(onTypeScript, service);
      const { receiver, host, publish } = await aDocumentHost();
      onTestFinished(() => receiver.close());
      const block = shown('sh', 'HOST=').replace(/^HOST=.*$/m, `HOST=${host}`);
      const env = await openToAgents(registered, block);
      const url = publish({
        client_name: 'Invoice agent',
        redirect_uris: [`http://127.0.0.1:${env['AGENT_PORT']}/callback`],
        application_type: 'native',
      });
      const agent = await start({ mcp: registered.mcp, env: { ...env, CLIENT_METADATA_URL: url } });
      const page = await openPage(await agent.opened());
      await signIn(page, 'Invoice agent');
      await arrives(page, 'Go back to the agent');
      expect(await answerTo(agent)).toMatchObject({ user: expect.stringMatching(/^usr_/), client: url });
    });

    test(`registers itself: ${name}`, async ({ service }) => {
      const registered = await startMcpServer(onTypeScript, service);
      const env = await openToAgents(registered, registration);
      const agent = await start({ mcp: registered.mcp, env });
      const page = await openPage(await agent.opened());
      await signIn(page, 'Invoice agent');
      await arrives(page, 'Go back to the agent');
      expect(await answerTo(agent)).toMatchObject({ client: expect.stringMatching(/^cli_/) });
    });
  }

  test('registers itself: mcp-remote, which editors start', async ({ service }) => {
    const registered = await startMcpServer(onTypeScript, service);
    const env = await openToAgents(registered, registration);
    const editor = await startEditor({ mcp: registered.mcp, env }, []);
    const page = await openPage(await editor.opened());
    await signIn(page, 'MCP CLI Proxy');
    expect(await editor.listInvoices()).toMatchObject({ client: expect.stringMatching(/^cli_/) });
  });
});
