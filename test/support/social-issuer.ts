// A provider to sign in with: oidc-provider, in a process of its own.
// `program('test/support/social-issuer.ts', { CERT, KEY })` starts the provider, which asks users nothing. With ASKS=1, it shows a
// page with a button first.
// `/become?sub=…` says which user is at the browser.
// `/register?redirect_uri=…` says where its client `keyward` may be led back to; `post_logout_redirect_uri`
// beside it says where after a logout, and `backchannel_logout_uri` who is told.
// `/rotate` gives the provider another key; with `overlaps`, the key before is still published.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

const { CERT: cert = '', KEY: key = '', ASKS: asks } = process.env;
const server = createServer({ cert, key });
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
let kid = 0;
async function aKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `key-${++kid}`, alg: 'RS256', use: 'sig' };
}
// The first of them signs.
let keys = [await aKey()];
const redirectUris = ['https://nowhere.invalid/'];
const logoutUris: string[] = [];
let backchannelUri: string | undefined;
let claims: Record<string, unknown> = {};

function make(): Provider {
  const made = new Provider(issuer, {
    jwks: { keys },
    clients: [
      {
        client_id: 'keyward',
        client_secret: 'a secret of the test',
        redirect_uris: redirectUris,
        post_logout_redirect_uris: logoutUris,
        ...(backchannelUri === undefined
          ? {}
          : { backchannel_logout_uri: backchannelUri, backchannel_logout_session_required: true }),
      },
    ],
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'department'],
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // Its own way out refuses the loopback interface.
    fetch: (url, options = {}) => fetch(url, { ...options, dispatcher: undefined }),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...claims, sub }) }),
  });
  made.on('backchannel.error', (_ctx: unknown, error: unknown) => console.error(error));
  return made;
}
let provider = make();

const pageFor = (hint: string): string => `<!doctype html><html lang="en"><title>Acme</title>
<h1>Acme sign-in</h1><p>Hello ${hint.replaceAll(/[^\w@.-]/g, '')}</p><form method="post"><button>Continue</button></form>`;

server.on('request', (request, response) => {
  const url = new URL(request.url ?? '', issuer);
  const answer = async (): Promise<void> => {
    if (url.pathname === '/become') {
      claims = Object.fromEntries(url.searchParams);
      claims['email_verified'] = claims['email_verified'] === 'true';
      response.end('done');
    } else if (url.pathname === '/register') {
      redirectUris.push(url.searchParams.get('redirect_uri') ?? '');
      logoutUris.push(...url.searchParams.getAll('post_logout_redirect_uri'));
      backchannelUri = url.searchParams.get('backchannel_logout_uri') ?? backchannelUri;
      provider = make();
      response.end('done');
    } else if (url.pathname === '/rotate') {
      keys = [await aKey(), ...(url.searchParams.has('overlaps') ? keys : [])];
      provider = make();
      response.end('done');
    } else if (url.pathname.startsWith('/interaction/')) {
      if (asks && request.method === 'GET') {
        const { params } = await provider.interactionDetails(request, response);
        response.writeHead(200, { 'content-type': 'text/html' }).end(pageFor(String(params['login_hint'])));
        return;
      }
      const accountId = String(claims['sub']);
      const grant = new provider.Grant({ accountId, clientId: 'keyward' });
      grant.addOIDCScope('openid profile email');
      const grantId = await grant.save();
      await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
    } else await provider.callback()(request, response);
  };
  answer().catch((error: unknown) => {
    console.log(error);
    response.writeHead(500).end();
  });
});
console.log(`issuer ${issuer}`);
