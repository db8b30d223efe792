import * as oidc from 'openid-client';
import { origin, provider, session } from '../../lib/keyward.js';

/** Ends the session here, and then at Keyward (RP-initiated logout). */
export async function POST() {
  const ended = await session();
  const hint = ended.idToken ? { id_token_hint: ended.idToken } : {};
  ended.destroy();
  const address = oidc.buildEndSessionUrl(await provider(), { post_logout_redirect_uri: `${origin}/`, ...hint });
  return Response.redirect(address, 303);
}
