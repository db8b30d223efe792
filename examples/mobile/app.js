// Signs a user in as an application on a phone does (RFC 8252): system browser, PKCE, no client secret, a refresh token.
import { createInterface } from 'node:readline/promises';
import {
  AuthorizationRequest,
  AuthorizationServiceConfiguration,
  BaseTokenRequestHandler,
  FetchRequestor,
  RevokeTokenRequest,
  TokenRequest,
} from '@openid/appauth';
import { NodeCrypto } from '@openid/appauth/built/src/node_support/index.js';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import opener from 'opener';
import { LoopbackHandler } from './loopback.js';

const { ISSUER, CLIENT_ID, AUDIENCE, PORT = '4000' } = process.env;
const requestor = new FetchRequestor();
const provider = await AuthorizationServiceConfiguration.fetchFromIssuer(ISSUER, requestor);
const tokenHandler = new BaseTokenRequestHandler(requestor);

// 1. The system browser shows the pages of Keyward. The application sees no password.
const handler = new LoopbackHandler();
const redirectUri = await handler.listen();
const nonce = new NodeCrypto().generateRandom(32);
const scope = 'openid profile email invoices.read';
const request = new AuthorizationRequest(
  {
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    scope,
    response_type: AuthorizationRequest.RESPONSE_TYPE_CODE,
    extras: { resource: AUDIENCE, nonce }, // `resource`: the API that the access token is for (RFC 8707)
  },
  new NodeCrypto(),
);
const answered = handler.responseTo(request, ISSUER);
await handler.performAuthorizationRequest(provider, request);
console.log('Sign in in your browser.');
const { code } = await answered;

// 2. The code and the verifier of PKCE get the tokens.
const askFor = (fields) =>
  tokenHandler.performTokenRequest(
    provider,
    new TokenRequest({ client_id: CLIENT_ID, redirect_uri: redirectUri, ...fields }),
  );
const first = await askFor({
  grant_type: 'authorization_code',
  code,
  extras: { code_verifier: request.internal.code_verifier, resource: AUDIENCE },
});
const keys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`));
const { payload: user } = await jwtVerify(first.idToken, keys, { issuer: ISSUER, audience: CLIENT_ID });
if (user.nonce !== nonce) throw new Error('the ID token is of another sign-in');
console.log(`Hello, ${user.name ?? user.sub}.`);

// 3. The access token calls the API. The refresh token gets the next one, without the user.
const invoices = async ({ accessToken }) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`http://localhost:${PORT}/api/invoices`, { headers })).text();
};
console.log(`API: ${await invoices(first)}`);
const second = await askFor({ grant_type: 'refresh_token', refresh_token: first.refreshToken, extras: { resource: AUDIENCE } });
console.log(`API, after a refresh: ${await invoices(second)}`);

// 4. Sign-out ends the tokens, and then the session of the browser.
const terminal = createInterface({ input: process.stdin });
console.log('Press Enter to sign out.');
await terminal[Symbol.asyncIterator]().next();
terminal.close();
const ended = { token: second.refreshToken, client_id: CLIENT_ID };
await tokenHandler.performRevokeTokenRequest(provider, new RevokeTokenRequest(ended));
opener(`${provider.endSessionEndpoint}?${new URLSearchParams({ id_token_hint: second.idToken ?? first.idToken })}`);
console.log('Signed out. Confirm it in your browser.');
