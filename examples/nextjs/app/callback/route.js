import * as oidc from 'openid-client';
import { origin, provider, session } from '../../lib/keyward.js';

export async function GET(request) {
  const signedIn = await session();
  const { verifier, state, nonce } = signedIn;
  const address = new URL(`/callback${request.nextUrl.search}`, origin);
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
  const tokens = await oidc.authorizationCodeGrant(await provider(), address, checks);
  const { name, sub } = tokens.claims();
  signedIn.destroy();
  Object.assign(signedIn, { name: name ?? sub, accessToken: tokens.access_token, idToken: tokens.id_token });
  await signedIn.save();
  return Response.redirect(`${origin}/`, 303);
}
