import * as oidc from 'openid-client';
import { origin, provider, session } from '../../lib/keyward.js';

export async function GET() {
  const begun = await session();
  Object.assign(begun, { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() });
  await begun.save();
  const address = oidc.buildAuthorizationUrl(await provider(), {
    redirect_uri: `${origin}/callback`,
    scope: 'openid profile email invoices.read',
    resource: process.env.AUDIENCE, // the API that the access token is for (RFC 8707)
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    state: begun.state,
    nonce: begun.nonce,
  });
  return Response.redirect(address, 303);
}
