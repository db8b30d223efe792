// Signs people in with OpenID Connect (code flow with PKCE), shows their claims, and signs them out.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as oidc from 'openid-client';

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', PORT = '4000' } = process.env;
const origin = `http://localhost:${PORT}`;
const home = `${origin}/`;
// Plain HTTP is for trying it on one machine.
const execute = new URL(ISSUER).hostname === 'localhost' ? [oidc.allowInsecureRequests] : [];
const authentication = oidc.ClientSecretBasic(CLIENT_SECRET);
const provider = await oidc.discovery(new URL(ISSUER), CLIENT_ID, undefined, authentication, { execute });

/** The state of each browser, by its cookie. In your app, use a table whose rows expire. */
const sessions = new Map();

const style = readFileSync(new URL('style.css', import.meta.url));

const pages = {
  async 'GET /style.css'() {
    return { html: style, type: 'text/css' };
  },
  async 'GET /'({ claims }) {
    if (!claims) return page('<p>You are not signed in.</p><p><a class="button" href="/sign-in">Sign in</a></p>');
    const rows = Object.entries(claims).map(([name, value]) => `<dt>${text(name)}<dd>${text(value)}`);
    const signOut = '<form method="post" action="/sign-out"><button>Sign out</button></form>';
    return page(`<p>Hello, ${text(claims.name ?? claims.sub)}.</p><dl>${rows.join('')}</dl>${signOut}`);
  },
  async 'GET /sign-in'() {
    const begun = { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() };
    const parameters = {
      redirect_uri: `${home}callback`,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
      state: begun.state,
      nonce: begun.nonce,
    };
    return { location: oidc.buildAuthorizationUrl(provider, parameters), session: begun };
  },
  async 'GET /callback'({ verifier, state, nonce }, url) {
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await oidc.authorizationCodeGrant(provider, url, checks);
    const idClaims = tokens.claims();
    const userInfo = await oidc.fetchUserInfo(provider, tokens.access_token, idClaims.sub);
    return { location: home, session: { claims: { ...idClaims, ...userInfo }, idToken: tokens.id_token } };
  },
  async 'POST /sign-out'({ idToken }) {
    const parameters = { post_logout_redirect_uri: home, ...(idToken ? { id_token_hint: idToken } : {}) };
    return { location: oidc.buildEndSessionUrl(provider, parameters), session: {} };
  },
};

const text = (value) => String(value).replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
const page = (content) => ({
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><title>Sample</title>
<main><h1>Sample application</h1>${content}</main></html>`,
});

async function answer(request) {
  const url = new URL(`${origin}${request.url}`);
  const [, id = ''] = /(?:^|; )sample=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
  const asked = pages[`${request.method} ${url.pathname}`];
  if (!asked) return { status: 404, html: '' };
  const answered = await asked(sessions.get(id) ?? {}, url);
  if (!answered.session) return answered;
  // Every step has another id, so that an attacker cannot prepare one for a user.
  const next = randomUUID();
  sessions.delete(id);
  sessions.set(next, answered.session);
  return { ...answered, cookie: `sample=${next}; Path=/; HttpOnly; SameSite=Lax` };
}

/** Such as `access_denied`, or a sign-in that another browser began. */
function failed(error) {
  console.error(error);
  const { html } = page(`<p>That did not work: ${text(error.error ?? error.message)}.</p><a href="/">Back</a>`);
  return { status: 400, html };
}

createServer(async (request, response) => {
  const { location, html, type = 'text/html', cookie, status = location ? 303 : 200 } = await answer(request).catch(failed);
  if (location) response.setHeader('location', String(location));
  if (cookie) response.setHeader('set-cookie', cookie);
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(html);
}).listen(Number(PORT), '127.0.0.1', () => console.log(`open ${home}`));
