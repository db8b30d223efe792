import * as client from 'openid-client';
import type { Outgoing } from '../../platform/outgoing.ts';
import { configurationOf } from './configurations.ts';
import { postLogoutRedirectUrl } from '../connections/connection-callback.ts';
import type { ProviderClient } from './provider-client.ts';
import { troubleOf } from './trouble.ts';

/**
 * Makes the address at an identity provider that signs a browser out (OpenID Connect RP-Initiated Logout 1.0 section 2). Must not be
 * called in a transaction.
 * @throws {SocialTrouble} also if the identity provider has no endpoint for it, or one that is not https
 */
export async function endSessionUrl(
  provider: ProviderClient,
  { hint, state }: { hint: string | null; state: string },
  { outgoing, baseUrl }: { outgoing: Pick<Outgoing, 'send'>; baseUrl: string },
): Promise<string> {
  try {
    const configuration = await configurationOf(provider, outgoing);
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: postLogoutRedirectUrl(baseUrl, provider.id),
      state,
      ...(hint === null ? {} : { id_token_hint: hint }),
    }).href;
  } catch (error) {
    throw troubleOf(error);
  }
}
