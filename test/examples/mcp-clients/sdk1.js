// The example's agent, with version 1 of the official SDK, which many agents use: node sdk1.js <address of the MCP server>
import { createServer } from 'node:http';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { CLIENT_ID, CLIENT_METADATA_URL, AGENT_PORT } = process.env;
const server = new URL(process.argv[2]);
const redirectUrl = `http://127.0.0.1:${AGENT_PORT}/callback`;
const kept = { client: CLIENT_ID ? { client_id: CLIENT_ID } : undefined };

const authProvider = {
  redirectUrl,
  clientMetadataUrl: CLIENT_METADATA_URL,
  clientMetadata: {
    client_name: 'Invoice agent',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => void (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  redirectToAuthorization: (address) => console.log(`Open ${address}`),
};

/** Waits for the code that the browser brings. */
function redirected() {
  const { promise, resolve } = Promise.withResolvers();
  const loopback = createServer((request, response) => {
    const code = new URL(request.url, redirectUrl).searchParams.get('code');
    response.writeHead(code ? 200 : 404, { 'Content-Type': 'text/html', Connection: 'close' });
    response.end('<!doctype html><title>Agent</title><h1>Go back to the agent</h1>');
    if (code) loopback.close(() => resolve(code));
  }).listen(Number(AGENT_PORT), '127.0.0.1');
  return promise;
}

const attempt = async () => {
  const agent = new Client({ name: 'invoice-agent', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(server, { authProvider });
  const failed = await agent.connect(transport).catch((error) => error);
  return { agent, transport, failed };
};

const { transport, failed } = await attempt();
if (!(failed instanceof UnauthorizedError)) throw failed ?? new Error('The server wanted no token');
await transport.finishAuth(await redirected());
const { agent, failed: again } = await attempt();
if (again) throw again;
const { content } = await agent.callTool({ name: 'list_invoices', arguments: {} });
console.log(content[0].text);
await agent.close();
