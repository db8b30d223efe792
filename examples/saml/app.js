// A SAML service provider: signs users in at an identity provider, and shows who they are.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { SAML } from '@node-saml/node-saml';

const { IDP_METADATA = '', PORT = '4001' } = process.env;
const origin = `http://localhost:${PORT}`;
const metadata = await (await fetch(IDP_METADATA)).text();
const inMetadata = (pattern) => [...metadata.matchAll(pattern)].map(([, value]) => value);
const [entryPoint] = inMetadata(/<md:SingleSignOnService Binding="[^"]*:HTTP-Redirect" Location="([^"]+)"/g);
if (!entryPoint) throw new Error(`IDP_METADATA is not the address of metadata: ${IDP_METADATA}`);
const saml = new SAML({
  issuer: `${origin}/metadata`,
  callbackUrl: `${origin}/acs`,
  entryPoint,
  idpIssuer: inMetadata(/ entityID="([^"]+)"/g)[0],
  // While one certificate replaces another, the metadata has both.
  idpCert: inMetadata(/<ds:X509Certificate>([^<]+)</g),
  // The registration at the identity provider chooses the format of the NameID.
  identifierFormat: null,
  validateInResponseTo: 'always',
});

/** Who is signed in in each browser, by its cookie. In your app, use a table whose rows expire. */
const sessions = new Map();

const pages = {
  async 'GET /'({ user }) {
    if (!user) return { html: '<p>You are not signed in.</p><p><a href="/sign-in">Sign in</a></p>' };
    const rows = [['NameID', user.nameID], ...Object.entries(user.attributes ?? {})];
    const list = rows.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`).join('');
    return { html: `<p>Hello, ${text(user.attributes?.displayName ?? user.nameID)}.</p><dl>${list}</dl>` };
  },
  async 'GET /sign-in'() {
    return { location: await saml.getAuthorizeUrlAsync('', undefined, {}) };
  },
  async 'POST /acs'({ request }) {
    const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    const { profile } = await saml.validatePostResponseAsync(form);
    const id = randomUUID();
    sessions.set(id, profile);
    return { location: '/', cookie: `saml-sample=${id}; Path=/; HttpOnly; SameSite=Lax` };
  },
};
const text = (value) => String(value).replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

createServer(async (request, response) => {
  const [, id] = /(?:^|; )saml-sample=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
  const asked = pages[`${request.method} ${request.url}`] ?? (async () => ({ status: 404, html: 'Not found' }));
  const { status, html, location, cookie } = await asked({ request, user: sessions.get(id) }).catch((error) => {
    console.error(error);
    return { status: 400, html: `<p>That did not work: ${text(error.message)}.</p><a href="/">Back</a>` };
  });
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  const sent = { ...headers, ...(cookie && { 'set-cookie': cookie }), ...(location && { location }) };
  response.writeHead(status ?? (location ? 303 : 200), sent);
  response.end(`<!doctype html><html lang="en"><title>Sample</title><h1>Sample service provider</h1>${html ?? ''}</html>`);
}).listen(Number(PORT), '127.0.0.1', () => console.log(`open ${origin}/`));
