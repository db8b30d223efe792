// Signs users in with OpenID Connect, and protects an API that takes their access tokens and API keys of Keyward.
import { Keyward } from '@keyward/client';
import { requireKey } from '@keyward/middleware/express';
import express from 'express';
import { auth } from 'express-openid-connect';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, AUDIENCE, KEYWARD_URL, KEYWARD_API_KEY, SESSION_SECRET, PORT = '4000' } = process.env;
const origin = `http://localhost:${PORT}`;

const signIn = auth({
  issuerBaseURL: ISSUER,
  clientID: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  secret: SESSION_SECRET, // encrypts the cookie that holds the tokens
  baseURL: origin,
  authRequired: false,
  idpLogout: true, // "Sign out" also ends the session at Keyward
  routes: { login: '/sign-in', logout: '/sign-out', postLogoutRedirect: `${origin}/` },
  // `resource` names the API that the access token is for (RFC 8707).
  authorizationParams: { response_type: 'code', scope: 'openid profile email invoices.read', resource: AUDIENCE },
  enableTelemetry: false,
});

const api = requireKey({
  client: new Keyward({ baseUrl: KEYWARD_URL, apiKey: KEYWARD_API_KEY }),
  scopes: ['invoices.read'],
  accessTokens: { issuer: ISSUER, audience: AUDIENCE },
});

const text = (value) => String(value).replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
const page = (content) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Quickstart</title><h1>Quickstart</h1>${content}</html>`;

/** Returns an access token that has not expired, or nothing: the refresh token ends with the session at Keyward. */
async function tokenOf(accessToken) {
  if (!accessToken.isExpired()) return accessToken.access_token;
  try {
    return (await accessToken.refresh()).access_token;
  } catch (error) {
    if (error.error !== 'invalid_grant') throw error;
    return undefined;
  }
}

/** Calls the API as the user, as a browser or another service would. */
async function invoicesOf(token) {
  const response = await fetch(`${origin}/api/invoices`, { headers: { authorization: `Bearer ${token}` } });
  return response.text();
}

const signedOut = '<p>You are not signed in.</p><p><a href="/sign-in">Sign in</a></p>';

const ended = '<p>Your session has ended.</p><p><a href="/sign-in">Sign in</a></p>';

async function greeting({ user, accessToken }) {
  const token = await tokenOf(accessToken);
  if (!token) return ended;
  const invoices = await invoicesOf(token);
  return `<p>Hello, ${text(user.name ?? user.sub)}.</p><pre>${text(invoices)}</pre><p><a href="/sign-out">Sign out</a></p>`;
}

express()
  .get('/api/invoices', api, (req, res) => {
    res.json({ caller: req.keyward.identity.name ?? req.keyward.identity.id, invoices: ['INV-1', 'INV-2'] });
  })
  .use(signIn)
  .get('/', async (req, res) => {
    res.send(page(req.oidc.isAuthenticated() ? await greeting(req.oidc) : signedOut));
  })
  .listen(Number(PORT), 'localhost', () => console.log(`open ${origin}/`));
