import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { type Agent, startAgent } from './agent.ts';
import { withPython } from './languages.ts';
import type { Registered } from './mcp-server.ts';
import { installPackages } from './npm-packages.ts';
import { copyOf } from './quickstart.ts';
import { systemBrowser } from './walk-mobile.ts';

/** The address of an MCP server, and the environment of an agent that calls it. */
type Target = Pick<Registered, 'mcp' | 'env'>;

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

/** An agent of examples/, or one with a client that others wrote. */
export interface AgentKind {
  name: string;
  start: (target: Target) => Promise<Agent>;
}

/** Agents that print the address for the browser, and then the answer of the tool. */
export const agents: readonly AgentKind[] = [
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

/** Waits until an agent has ended, and returns the answer of the tool that it printed. */
export async function answerTo(agent: Agent): Promise<unknown> {
  expect(await agent.ended).toBe(0);
  return JSON.parse(await agent.says(/^(\{[^]*\})$/m));
}

/** An editor that knows programs only, and starts mcp-remote to reach an MCP server. */
export interface Editor {
  /** Returns the address that mcp-remote wants the user to open. */
  opened: () => Promise<string>;
  /** Calls the tool as soon as the user has answered, and returns its answer. */
  listInvoices: () => Promise<unknown>;
}

/** Starts mcp-remote as an editor does. It ends with the test. @param words its arguments behind the address */
export async function startEditor({ mcp, env }: Target, words: readonly string[]): Promise<Editor> {
  const cwd = await otherClients();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['node_modules/mcp-remote/dist/proxy.js', mcp, ...words],
    cwd,
    env: { ...env, PATH: systemBrowser(cwd).path, MCP_REMOTE_CONFIG_DIR: join(cwd, 'tokens') },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (more: Buffer) => (said += more.toString()));
  const client = new Client({ name: 'editor', version: '1.0.0' });
  onTestFinished(async ({ task }) => {
    await client.close();
    if (task.result?.state === 'fail') console.error(said);
  });
  const connected = client.connect(transport);
  return {
    async opened() {
      const address = (): string | undefined => /(http\S+\/authorize\?\S+)/.exec(said)?.[1];
      await expect.poll(address, { timeout: 60_000, interval: 50 }).toBeDefined();
      return address() ?? '';
    },
    async listInvoices() {
      await connected;
      return textOf(await client.callTool({ name: 'list_invoices', arguments: {} }));
    },
  };
}

/** Reads the JSON that a tool answered as a text. */
export function textOf({ content: [answer] }: Awaited<ReturnType<Client['callTool']>>): unknown {
  return JSON.parse(answer?.type === 'text' ? answer.text : '');
}
