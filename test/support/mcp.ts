import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

/** The revisions of the protocol that clients speak: the one of 2026, and the ones before with a handshake. */
export const revisions = [
  { of: '2026-07-28', mode: { pin: '2026-07-28' } },
  { of: '2025-11-25', mode: 'legacy' },
] as const;
export type Revision = (typeof revisions)[number];

/** `keyward mcp` in a process of its own, and the official client that started it. */
export interface Connected {
  client: Client;
  /** Returns the text that the process wrote to standard error so far. */
  said: () => string;
  /** Calls a tool. */
  call: (name: string, given?: Record<string, unknown>) => Promise<Called>;
  close: () => Promise<void>;
  /** Waits until the process has ended. */
  left: () => Promise<void>;
  pid: number;
}

/** The result of a tool. */
export interface Called {
  isError: boolean;
  text: string;
  value: Record<string, unknown>;
}

export interface McpOptions {
  env: Record<string, string>;
  /** The words behind `keyward mcp`. */
  words?: readonly string[];
  /** The program and its first arguments. The sources under this Node, if it is not given. */
  start?: readonly string[];
  revision?: Revision;
}

/** Starts `keyward mcp` as a client of MCP does. It ends with the test. */
export async function startMcp({
  env,
  words = [],
  start,
  revision = revisions[0],
}: McpOptions): Promise<Connected> {
  const [command = '', ...args] = start ?? [process.execPath, 'clients/cli/src/main.ts'];
  const { PATH = '', HOME = '' } = process.env;
  const transport = new StdioClientTransport({
    command,
    args: [...args, 'mcp', ...words],
    env: { PATH, HOME, ...env },
    stderr: 'pipe',
  });
  // Standard error ends with the process.
  const left = new Promise<void>((done) => transport.stderr?.once('end', done));
  let said = '';
  transport.stderr?.on('data', (part: Buffer) => (said += part.toString()));
  const client = new Client(
    { name: 'keyward-tests', version: '1.0.0' },
    { versionNegotiation: { mode: revision.mode } },
  );
  onTestFinished(() => client.close());
  try {
    await client.connect(transport);
  } catch (error) {
    await left;
    throw new Error(`keyward mcp did not start: ${said}`, { cause: error });
  }
  return {
    client,
    said: () => said,
    async call(name, given = {}) {
      const {
        isError = false,
        content,
        structuredContent,
      } = await client.callTool({ name, arguments: given });
      const [first] = content;
      return {
        isError,
        text: first?.type === 'text' ? first.text : '',
        value: structuredContent as Record<string, unknown>,
      };
    },
    close: () => client.close(),
    left: () => left,
    pid: transport.pid ?? 0,
  };
}

/** `keyward mcp --port` behind a proxy that adds its bearer token, for clients that know an address only. */
export interface Proxied {
  url: string;
  /** The address without the proxy, and the token. */
  own: { url: string; token: string };
}

/** Starts `keyward mcp` over HTTP. It ends with the test. */
export async function startMcpHttp({ env, words = [] }: Pick<McpOptions, 'env' | 'words'>): Promise<Proxied> {
  const token = randomUUID();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['clients/cli/src/main.ts', 'mcp', '--port', '0', ...words], {
    env: { PATH, HOME, ...env, KEYWARD_MCP_TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((done) => child.once('close', done));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = await new Promise<string>((found, fail) => {
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString();
      const [address] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(said) ?? [];
      if (address !== undefined) found(address);
    });
    child.once('close', () => fail(new Error(`keyward mcp ended: ${said}`)));
  });
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming;
    const onward = request(
      new URL(path, url),
      { method, headers: { ...headers, authorization: `Bearer ${token}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    proxy.closeAllConnections();
    await new Promise((done) => proxy.close(done));
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`, own: { url, token } };
}
