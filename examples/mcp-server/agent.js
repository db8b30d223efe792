// An agent that calls the tool of an MCP server for a user: node agent.js <address of the MCP server>
import { createServer } from 'node:http';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';

const { CLIENT_ID, ISSUER, CLIENT_METADATA_URL, AGENT_PORT = '4001' } = process.env;
const server = new URL(process.argv[2]);
const redirectUrl = `http://127.0.0.1:${AGENT_PORT}/callback`;
// Your agent keeps these values where only its user can read them. The issuer tells the SDK where a client ID is from.
const kept = { client: CLIENT_ID ? { client_id: CLIENT_ID, issuer: ISSUER } : undefined };

/** Has the values with which the SDK gets tokens. The SDK finds Keyward, and uses PKCE and `resource`. */
const authProvider = {
  redirectUrl,
  clientMetadataUrl: CLIENT_METADATA_URL,
  clientMetadata: {
    client_name: 'Invoice agent',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  },
  state: () => (kept.state = crypto.randomUUID()),
  clientInformation: () => kept.client,
  saveClientInformation: (client) => void (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  discoveryState: () => kept.discovery,
  saveDiscoveryState: (discovery) => void (kept.discovery = discovery),
  redirectToAuthorization: (address) => console.log(`Open ${address}`),
};

/** Waits for the browser of the user. Only programs on this machine reach the port (RFC 8252, section 8.3). */
function redirected() {
  const { promise, resolve } = Promise.withResolvers();
  const loopback = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, redirectUrl);
    const isOurs = pathname === '/callback' && searchParams.get('state') === kept.state;
    response.writeHead(isOurs ? 200 : 404, { 'Content-Type': 'text/html', Connection: 'close' });
    response.end(isOurs ? '<!doctype html><title>Agent</title><h1>Go back to the agent</h1>' : '');
    if (isOurs) loopback.close(() => resolve(searchParams));
  }).listen(Number(AGENT_PORT), '127.0.0.1');
  return promise;
}

/** Calls the tool. If the server wants a token, or one with more scopes, the user signs in and the agent calls again. */
async function listInvoices(attempts = 3) {
  const agent = new Client({ name: 'invoice-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(server, { authProvider });
  try {
    await agent.connect(transport);
    return await agent.callTool({ name: 'list_invoices', arguments: {} });
  } catch (error) {
    if (!(error instanceof UnauthorizedError) || attempts === 1) throw error;
    await transport.finishAuth(await redirected());
    return await listInvoices(attempts - 1);
  } finally {
    await agent.close();
  }
}

const { content } = await listInvoices();
console.log(content[0].text);
