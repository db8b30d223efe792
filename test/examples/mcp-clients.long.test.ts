import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished } from 'vitest';
import { aBrowser } from '../support/devtools.ts';
import { test } from '../support/service.ts';
import { arrives } from '../support/visits.ts';
import { type Agent, startAgent } from './agent.ts';
import { callMcp } from './call-mcp.ts';
import { withPython } from './languages.ts';
import { onPython, onTypeScript, type Registered, startMcpServer } from './mcp-server.ts';
import { installPackages } from './npm-packages.ts';
import { copyOf } from './quickstart.ts';
import { chromium, lacksProgramOf, lacksPrograms } from './quickstarts.ts';
import { systemBrowser } from './walk-mobile.ts';
import { signIn } from './walk.ts';

const openPage = aBrowser(chromium);

/** A folder with the clients that others wrote. */
async function otherClients(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-mcp-clients-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('test/examples/mcp-clients', folder, {
    recursive: true,
    filter: (file) => !file.includes('node_modules'),
  });
  await installPackages(folder);
  return folder;
}

/** Agents that print the address for the browser, and then the answer of the tool. */
const agents: readonly {
  name: string;
  start: (registered: Registered) => Promise<Agent>;
}[] = [
  {
    name: 'the agent in TypeScript',
    async start({ mcp, env }) {
      const cwd = copyOf('mcp-server');
      await installPackages(cwd);
      return startAgent(process.execPath, ['agent.js', mcp], { cwd, env });
    },
  },
  {
    name: 'version 1 of the SDK',
    start: async ({ mcp, env }) =>
      startAgent(process.execPath, ['sdk1.js', mcp], { cwd: await otherClients(), env }),
  },
  {
    name: 'the agent in Python',
    async start({ mcp, env }) {
      const cwd = copyOf('mcp-server-python');
      const { command, words, env: more } = await withPython(cwd, 'agent.py');
      return startAgent(command, [...words, mcp], { cwd, env: { ...env, ...more } });
    },
  },
];

const lacksAny = lacksPrograms() || lacksProgramOf(onPython);

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
        expect(await agent.ended).toBe(0);
        expect(JSON.parse(await agent.says(/^(\{[^]*\})$/m))).toEqual({
          user: expect.stringMatching(/^usr_/),
          client: registered.env['CLIENT_ID'],
          invoices: ['INV-1', 'INV-2'],
        });
      });

  for (const server of [onTypeScript, onPython])
    test(`answers mcp-remote, which editors start, for a user: ${server.name}`, async ({ service }) => {
      const { mcp, env } = await startMcpServer(server, service);
      const cwd = await otherClients();
      const clientInfo = JSON.stringify({ client_id: env['CLIENT_ID'] });
      const callback = [env['AGENT_PORT'] ?? '', '--host', '127.0.0.1', '--callback-path', '/callback'];
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [
          'node_modules/mcp-remote/dist/proxy.js',
          mcp,
          ...callback,
          '--static-oauth-client-info',
          clientInfo,
        ],
        cwd,
        env: { ...env, PATH: systemBrowser(cwd).path, MCP_REMOTE_CONFIG_DIR: join(cwd, 'tokens') },
        stderr: 'pipe',
      });
      let said = '';
      transport.stderr?.on('data', (more: Buffer) => (said += more.toString()));
      const editor = new Client({ name: 'editor', version: '1.0.0' });
      onTestFinished(async ({ task }) => {
        await editor.close();
        if (task.result?.state === 'fail') console.error(said);
      });
      const connected = editor.connect(transport);
      const address = /(http\S+\/authorize\?\S+)/;
      await expect.poll(() => address.exec(said)?.[1], { timeout: 60_000 }).toBeDefined();
      const page = await openPage(address.exec(said)?.[1] ?? '');
      await signIn(page, 'Invoice agent');
      await connected;
      const { content } = await editor.callTool({ name: 'list_invoices', arguments: {} });
      const [answer] = content;
      expect(JSON.parse(answer?.type === 'text' ? answer.text : '')).toEqual({
        user: expect.stringMatching(/^usr_/),
        client: env['CLIENT_ID'],
        invoices: ['INV-1', 'INV-2'],
      });
    });
});
