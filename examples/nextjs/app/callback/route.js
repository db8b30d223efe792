import * as oidc from 'openid-client';
import { origin, provider, session } from '../../lib/keyward.js';

export async function GET(request) {
  const { verifier, state, nonce } = await session();
  if (!state) return new Response('This browser did not begin the sign-in.', { status: 400 });
  const address = new URL(`/callback${request.nextUrl.search}`, origin);
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
  try {
    const tokens = await oidc.authorizationCodeGrant(await provider(), address, checks);
    await keep(tokens);
    return Response.redirect(`${origin}/`, 303);
  } catch (error) {
    // Such as `access_denied`.
    return new Response(`That did not work: ${error.error ?? error.message}`, { status: 400 });
  }
}

async function keep(tokens) {
  const { name, sub } = tokens.claims();
  const kept = { name: name ?? sub, accessToken: tokens.access_token, idToken: tokens.id_token };
  const signedIn = await session();
  Object.assign(signedIn, kept, { verifier: undefined, state: undefined, nonce: undefined });
  await signedIn.save();
}
