// An MCP server. Agents call its tool for a user with a token, or for themselves with an API key.
import { Keyward } from '@keyward/client';
import { createGuard } from '@keyward/middleware';
import { createMcpExpressApp, getOAuthProtectedResourceMetadataUrl, requireBearerAuth } from '@modelcontextprotocol/express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';

const { ISSUER, AUDIENCE, KEYWARD_URL, KEYWARD_API_KEY, PORT = '4000' } = process.env;
const scopes = ['invoices.read'];

const guard = createGuard({
  client: new Keyward({ baseUrl: KEYWARD_URL, apiKey: KEYWARD_API_KEY }),
  accessTokens: { issuer: ISSUER, audience: AUDIENCE },
});

/** Verifies a token for the SDK. The guard checks its signature, issuer, audience and time. */
async function verifyAccessToken(token) {
  const judged = await guard({ header: () => [`Bearer ${token}`] });
  const { ServerError, InvalidToken } = OAuthErrorCode;
  if (!judged.allowed) throw new OAuthError(judged.status === 503 ? ServerError : InvalidToken, judged.body.error);
  const { identity, credential } = judged.caller;
  const user = identity.type === 'USER' ? identity.id : null;
  const client = credential.clientId ?? identity.id;
  const expiresAt = credential.expiresAt ? Date.parse(credential.expiresAt) / 1000 : Infinity;
  return { token, clientId: client, scopes: credential.scopes, expiresAt, extra: { user, client } };
}

/** Makes the server of one request. */
function serverFor({ authInfo }) {
  const server = new McpServer({ name: 'invoices', version: '1.0.0' });
  server.registerTool('list_invoices', { description: 'Lists the invoices of the user' }, () => ({
    content: [{ type: 'text', text: JSON.stringify({ ...authInfo.extra, invoices: ['INV-1', 'INV-2'] }) }],
  }));
  return server;
}

// A client that gets 401 reads this document, and finds Keyward in it (RFC 9728).
const metadata = { resource: AUDIENCE, authorization_servers: [ISSUER], scopes_supported: scopes, bearer_methods_supported: ['header'] };
const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(new URL(AUDIENCE));
const required = requireBearerAuth({ verifier: { verifyAccessToken }, requiredScopes: scopes, resourceMetadataUrl });
const serve = toNodeHandler(createMcpHandler(serverFor));

createMcpExpressApp()
  .get(new URL(resourceMetadataUrl).pathname, (_req, res) => void res.json(metadata))
  .all(new URL(AUDIENCE).pathname, required, (req, res) => serve(req, res, req.body))
  .listen(Number(PORT), 'localhost', () => console.log(`MCP server: ${AUDIENCE}`));
