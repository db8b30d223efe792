import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { aCredential } from '../support/builders.ts';
import { issuerOf } from '../support/relying-party.ts';
import { tokenFor } from './call-api.ts';
import { textOf } from './mcp-agents.ts';
import type { Registered } from './mcp-server.ts';

/** Calls the tool with a token or a key that the caller has already. @returns the text of its answer */
async function callTool(mcp: string, token: string): Promise<unknown> {
  const agent = new Client({ name: 'machine', version: '1.0.0' });
  const authProvider = { token: () => Promise.resolve(token) };
  await agent.connect(new StreamableHTTPClientTransport(new URL(mcp), { authProvider }));
  const answer = await agent.callTool({ name: 'list_invoices', arguments: {} });
  await agent.close();
  return textOf(answer);
}

/**
 * Calls an MCP server with good and bad keys and tokens, and reads where it says that tokens come from.
 * @param challengeScope whether the challenge of the server names the scope
 */
export async function callMcp(registered: Registered, challengeScope: boolean): Promise<void> {
  const { api, mcp } = registered;
  const metadata = mcp.replace(/\/mcp$/, '/.well-known/oauth-protected-resource/mcp');
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: mcp,
    authorization_servers: [issuerOf(api)],
    scopes_supported: ['invoices.read'],
    bearer_methods_supported: ['header'],
  });
  const refused = async (token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { status, headers: answered } = await fetch(mcp, { method: 'POST', headers });
    const challenge = answered.get('www-authenticate') ?? '';
    expect(challenge).toContain(`resource_metadata="${metadata}"`);
    if (challengeScope) expect(challenge).toContain('scope="invoices.read"');
    return [status, /error="(\w+)"/.exec(challenge)?.[1]];
  };
  const { id, identityId, secret } = await aCredential(api, { scopes: ['invoices.read'] });
  const { secret: other } = await aCredential(api, { scopes: ['invoices.pay'] });
  expect(await refused()).toEqual([401, 'invalid_token']);
  expect(await refused('x')).toEqual([401, 'invalid_token']);
  expect(await refused(await tokenFor(registered, 'https://other.example.com/'))).toEqual([
    401,
    'invalid_token',
  ]);
  expect(await refused(other)).toEqual([403, 'insufficient_scope']);
  const invoices = ['INV-1', 'INV-2'];
  expect(await callTool(mcp, secret)).toEqual({ user: null, client: identityId, invoices });
  const client = expect.stringMatching(/^cli_/);
  expect(await callTool(mcp, await tokenFor(registered, mcp))).toEqual({ user: null, client, invoices });
  await api.call('revokeCredential', { path: { id } });
  expect(await refused(secret)).toEqual([401, 'invalid_token']);
}
