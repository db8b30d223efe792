import * as client from 'openid-client';
import type { Outgoing } from '../platform/outgoing.ts';
import { accountOf, type SocialAccount } from './accounts.ts';
import { configurationOf, type SocialClient } from './configurations.ts';
import { troubleOf } from './trouble.ts';

type Way = Pick<Outgoing, 'send'>;

/** What must come back, and what proves that it was us who asked; it never leaves the service. */
export interface Asked {
  state: string;
  nonce: string;
  verifier: string;
}

/** What a provider sent back. */
export interface Brought {
  state?: string;
  code?: string;
  iss?: string;
}

/**
 * Begins to ask a provider who a user is.
 * @param prefix how the state begins, so that it can be found again
 * @returns where the browser must go. The address holds nothing of what was typed here (no `login_hint`)
 * @throws {SocialTrouble}
 */
export async function askProvider(
  provider: SocialClient,
  prefix: string,
  outgoing: Way,
): Promise<{ url: string; asked: Asked }> {
  const { preset, scopes, callbackUrl } = provider;
  const asked = {
    state: `${prefix}.${client.randomState()}`,
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  try {
    const configuration = await configurationOf(provider, outgoing);
    const challenge = await client.calculatePKCECodeChallenge(asked.verifier);
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl,
      scope: scopes.join(' '),
      state: asked.state,
      ...(knows(provider, 'nonce') ? { nonce: asked.nonce } : {}),
      ...(knows(provider, 'pkce') ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
      ...(preset.flow === 'oidc' && preset.formPost ? { response_mode: 'form_post' } : {}),
    });
    if (url.protocol !== 'https:') throw new TypeError('the authorization endpoint is not https');
    return { url: url.href, asked };
  } catch (error) {
    throw troubleOf(error);
  }
}

/**
 * Asks a provider whose the answer is that it sent back: state and `iss` (RFC 9207), signature, issuer, audience, times and
 * nonce of the ID token, and the subject of userinfo are held against what was asked.
 * @throws {SocialTrouble}
 */
export async function hearProvider(
  provider: SocialClient,
  brought: Brought,
  { state, nonce, verifier }: Asked,
  outgoing: Way,
): Promise<SocialAccount> {
  try {
    const configuration = await configurationOf(provider, outgoing);
    const url = new URL(provider.callbackUrl);
    for (const [name, value] of Object.entries(brought))
      if (typeof value === 'string') url.searchParams.set(name, value);
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      ...(knows(provider, 'nonce') ? { expectedNonce: nonce } : {}),
      ...(knows(provider, 'pkce') ? { pkceCodeVerifier: verifier } : {}),
      idTokenExpected: provider.preset.flow === 'oidc',
    });
    return await accountOf(provider, configuration, tokens);
  } catch (error) {
    throw troubleOf(error);
  }
}

/** A nonce is of OpenID Connect. */
const knows = ({ preset }: SocialClient, what: 'nonce' | 'pkce'): boolean =>
  !preset.without?.includes(what) && (what === 'pkce' || preset.flow === 'oidc');
