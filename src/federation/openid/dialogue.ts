import * as client from 'openid-client';
import type { Outgoing } from '../../platform/outgoing.ts';
import { configurationOf, metadataOf } from './configurations.ts';
import type { ProviderClient } from './provider-client.ts';
import { isFramed } from '../../lib/jwt.ts';
import { SocialTrouble, troubleOf } from './trouble.ts';

type Way = Pick<Outgoing, 'send'>;

/**
 * The state and the nonce, which must come back, and the PKCE verifier, which proves that Keyward asked. The
 * browser never gets the verifier.
 */
export interface Asked {
  state: string;
  nonce: string;
  verifier: string;
}

/** The parameters that a provider sent back. */
export interface Brought {
  state?: string;
  code?: string;
  iss?: string;
}

/** The wishes of a sign-in, besides who the user is. */
export interface Wishes {
  /** Only text that the user typed. */
  loginHint?: string | undefined;
  /** How old the proof may be, in seconds; 0 for a proof of now. */
  maxAge?: number | undefined;
  /** Whether the provider is told with `prompt`, too. Some social providers refuse it. */
  prompts?: boolean;
}

/** The token response of a provider to a code. */
export type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

/**
 * Begins to ask a provider who a user is.
 * @param prefix how the state begins, so that it can be found again
 * @returns where the browser must go. The address holds nothing of what was typed here, unless `wishes` has it
 * @throws {SocialTrouble}
 */
export async function askProvider(
  provider: ProviderClient,
  prefix: string,
  outgoing: Way,
  { loginHint, maxAge, prompts = true }: Wishes = {},
): Promise<{ url: string; asked: Asked }> {
  const { scopes, callbackUrl } = provider;
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
      ...(provider.nonce ? { nonce: asked.nonce } : {}),
      ...(provider.pkce ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
      ...(provider.formPost ? { response_mode: 'form_post' } : {}),
      ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
      ...(maxAge === 0 && prompts ? { prompt: 'login' } : {}),
    });
    if (url.protocol !== 'https:') throw new TypeError('the authorization endpoint is not https');
    return { url: url.href, asked };
  } catch (error) {
    throw troubleOf(error);
  }
}

/**
 * Asks a provider whose the answer is that it sent back. State and `iss` (RFC 9207) are compared with what was asked. So are
 * signature, issuer, audience, times and nonce of the ID token, and the subject of userinfo.
 * @param read reads the account from the tokens
 * @throws {SocialTrouble}
 */
export async function hearProvider<Account>(
  provider: ProviderClient,
  brought: Brought,
  { state, nonce, verifier }: Asked,
  outgoing: Way,
  read: (configuration: client.Configuration, tokens: Tokens) => Promise<Account>,
): Promise<Account> {
  try {
    const configuration = await configurationOf(provider, outgoing);
    requireIssuer(configuration, brought);
    const url = new URL(provider.callbackUrl);
    for (const [name, value] of Object.entries(brought))
      if (typeof value === 'string') url.searchParams.set(name, value);
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      ...(provider.nonce ? { expectedNonce: nonce } : {}),
      ...(provider.pkce ? { pkceCodeVerifier: verifier } : {}),
      idTokenExpected: provider.server.flow === 'oidc',
    });
    // The library accepts a foreign typ.
    if (tokens.id_token !== undefined && !isFramed(tokens.id_token, 'ID token'))
      throw new SocialTrouble(
        'The ID token has another typ than JWT, the header crit, or another form than base64url without padding',
      );
    return await read(configuration, tokens);
  } catch (error) {
    throw troubleOf(error);
  }
}

/**
 * Compares the `iss` of an answer (RFC 9207), as the library does after this. A browser can bring any `iss`, so that the provider
 * is not at fault here.
 */
function requireIssuer(configuration: client.Configuration, { iss }: Brought): void {
  const { issuer, authorization_response_iss_parameter_supported: isPromised } = metadataOf(configuration);
  if (iss === undefined ? isPromised === true : iss !== issuer)
    throw new SocialTrouble('The response names another issuer, or none', { isOfProvider: false });
}
