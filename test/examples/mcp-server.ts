import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { blocksOf } from '../support/blocks.ts';
import { freePort } from '../support/free-port.ts';
import { pathWithNpm } from '../support/npm-path.ts';
import { serve } from '../support/served.ts';
import type { TestService } from '../support/service.ts';
import { openShell } from '../support/shell.ts';
import { onNode } from './javascript.ts';
import { needingPython, withPython } from './languages.ts';
import { copyOf, type Quickstart, type Running, setValues } from './quickstart.ts';

/** An MCP server of `examples/`. */
export type McpExample = Pick<Quickstart, 'name' | 'needs' | 'install'>;

/** The MCP server in TypeScript, whose folder has the agent of docs/agents.md as well. */
export const onTypeScript: McpExample = { name: 'mcp-server', install: onNode(['server.js']) };

/** The MCP server in Python. */
export const onPython: McpExample = {
  name: 'mcp-server-python',
  needs: needingPython('the MCP server in Python'),
  install: (copy) => withPython(copy, 'server.py'),
};

/** A registered agent and the folder of an MCP server that it may call. */
export interface Registered extends Omit<Running, 'home'> {
  /** The address of the MCP server, which is its identifier. */
  mcp: string;
}

/** Finds a block of docs/agents.md. */
export const shown = blocksOf('docs/agents.md');

/** Follows docs/agents.md in a copy of a folder until the agent is registered. */
export async function registerAgent(name: string, service: TestService): Promise<Registered> {
  const { ours: api } = await service.addPair();
  const copy = copyOf(name);
  const terminal = openShell(copy, { PATH: pathWithNpm(), HOME: process.env['HOME'] });
  const [port, agentPort] = [String(await freePort()), String(await freePort())];
  await setValues(terminal, shown, api, { PORT: port, AGENT_PORT: agentPort });
  await terminal.run(shown('sh', 'MCP='));
  const own = parseEnv(readFileSync(join(copy, '.env'), 'utf8')) as Record<string, string>;
  const env = { PATH: pathWithNpm(), HOME: process.env['HOME'] ?? '', ...own };
  return { copy, api, env, terminal, mcp: own['AUDIENCE'] ?? '' };
}

/** Starts an MCP server, and registers an agent that may call it. */
export async function startMcpServer(
  { name, install }: McpExample,
  service: TestService,
): Promise<Registered> {
  const registered = await registerAgent(name, service);
  const { command, words, env } = await install(registered.copy);
  const { copy: cwd, mcp } = registered;
  await serve(command, words, { cwd, env: { ...registered.env, ...env } }, Number(new URL(mcp).port), 60_000);
  return registered;
}
