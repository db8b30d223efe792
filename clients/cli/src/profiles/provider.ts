// The provider of a tenant: the device flow (RFC 8628), refreshes and the end of a sign-in, bound to a key (RFC 9449).
import {
  allowInsecureRequests,
  ClientError,
  Configuration,
  customFetch,
  discovery,
  type DeviceAuthorizationResponse,
  getDPoPHandle,
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
  refreshTokenGrant,
  ResponseBodyError,
  type TokenEndpointResponse,
  tokenRevocation,
} from 'openid-client';
import { commandLineId } from '../../../../src/lib/command-line-id.ts';
import { KeywardConnectionError } from '../../../typescript/src/errors.ts';
import { UsageError } from '../failures.ts';
import { ProfileFailure, signInEnded } from './failure.ts';
import type { PrivateKey, Profile, Provider } from './store.ts';

const timeoutSeconds = 15;
/** The service answers a repeated refresh for 30 seconds, so attempts are over before. */
const renewal = { attempts: 3, timeoutSeconds: 8 };
const curve = { name: 'ECDSA', namedCurve: 'P-256' };

/** The tokens of a sign-in. */
export type Tokens = Pick<Profile, 'accessToken' | 'refreshToken' | 'expiresAt' | 'scope'>;

interface Around {
  fetch: typeof fetch;
}

const settled = (config: Configuration, { fetch: send }: Around): Configuration => {
  // The address was checked: it is https://, or of this machine.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that its callers think first
  if (new URL(config.serverMetadata().issuer).protocol === 'http:') allowInsecureRequests(config);
  config.timeout = timeoutSeconds;
  config[customFetch] = send as never;
  return config;
};

const configured = ({ provider }: Pick<Profile, 'provider'>, around: Around): Configuration =>
  settled(new Configuration({ ...provider }, commandLineId, undefined, None()), around);

/** Makes a key to which the tokens are bound. */
export async function newKey(): Promise<PrivateKey> {
  const { privateKey } = await crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const { kty = '', crv = '', x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  return { kty, crv, x, y, d };
}

async function pairOf(key: PrivateKey): Promise<Parameters<typeof getDPoPHandle>[1]> {
  const { d: _, ...open } = key;
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...key }, curve, false, ['sign']),
    crypto.subtle.importKey('jwk', open, curve, true, ['verify']),
  ]);
  return { privateKey, publicKey };
}

/** A sign-in that waits for its user. */
export interface Begun {
  provider: Provider;
  /** Where the user enters the code. */
  address: string;
  /** The same with the code in it. */
  whole: string;
  code: string;
  /** Waits until the user has answered. @throws {ProfileFailure} if the user refuses, or the code ends */
  tokens: (key: PrivateKey) => Promise<Tokens>;
}

/** Asks the provider of a tenant for a code. */
export async function begin(
  { url, tenant, scope }: { url: string; tenant: string; scope: string },
  around: Around,
): Promise<Begun> {
  const config = await found(url, tenant, around);
  const { issuer, token_endpoint = '', revocation_endpoint = '' } = config.serverMetadata();
  const codes = await asked(config, { scope });
  const { verification_uri: address, verification_uri_complete: whole = address, user_code: code } = codes;
  return {
    provider: { issuer, token_endpoint, revocation_endpoint },
    address,
    whole,
    code,
    tokens: async (key) => {
      const DPoP = getDPoPHandle(config, await pairOf(key));
      try {
        return tokensOf(await pollDeviceAuthorizationGrant(config, codes, undefined, { DPoP }));
      } catch (error) {
        throw told(error);
      }
    },
  };
}

/** Reads the metadata of the provider. @throws {UsageError} where the address is another one than the service's own */
async function found(url: string, tenant: string, around: Around): Promise<Configuration> {
  const issuer = new URL(`${url}/api/oidc/${tenant}`);
  try {
    return settled(
      await discovery(issuer, commandLineId, undefined, None(), {
        [customFetch]: around.fetch as never,
        timeout: timeoutSeconds,
        // oxlint-disable-next-line typescript/no-deprecated -- as above
        ...(issuer.protocol === 'http:' && { execute: [allowInsecureRequests] }),
      }),
      around,
    );
  } catch (error) {
    const own = ownIssuerIn(error);
    if (own !== undefined)
      throw new UsageError(`The service calls itself ${own}. Use this address: keyward login --url ${own}`);
    const status = ((error as Error).cause as { status?: unknown } | undefined)?.status;
    if (status === 404)
      throw new UsageError(
        'There is no such tenant at this address. The page Settings of the dashboard shows its ID: org_….',
      );
    throw told(error);
  }
}

/** The provider names its issuer, which begins with the public address of the service. */
function ownIssuerIn(error: unknown): string | undefined {
  const { attribute, body } = ((error as Error).cause ?? {}) as {
    attribute?: unknown;
    body?: { issuer?: unknown };
  };
  const own = body?.issuer;
  return attribute === 'issuer' && typeof own === 'string' && URL.canParse(own)
    ? new URL(own).origin
    : undefined;
}

async function asked(
  config: Configuration,
  form: Record<string, string>,
): Promise<DeviceAuthorizationResponse> {
  try {
    return await initiateDeviceAuthorization(config, form);
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_scope')
      throw new UsageError('--scope takes scopes of the API, such as identities.read, credentials.* or *.');
    throw told(error);
  }
}

/**
 * Gets new tokens.
 * @param scope narrows the access token (RFC 6749 section 6); the refresh token keeps the scopes of the sign-in
 * @throws {ProfileFailure} if the sign-in has ended
 */
export async function renewed(
  name: string,
  profile: Profile,
  around: Around,
  scope?: string,
): Promise<Tokens> {
  const config = configured(profile, around);
  config.timeout = renewal.timeoutSeconds;
  const DPoP = getDPoPHandle(config, await pairOf(profile.key));
  const parameters = scope === undefined ? undefined : { scope };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return tokensOf(await refreshTokenGrant(config, profile.refreshToken, parameters, { DPoP }));
    } catch (error) {
      if (error instanceof ResponseBodyError && error.error === 'invalid_grant') throw signInEnded(name);
      // An answer that was lost may have had the only new refresh token.
      if (attempt === renewal.attempts || !mayBeLost(error)) throw told(error);
    }
  }
}

/** Whether the service may have renewed the tokens all the same. */
function mayBeLost(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (!(error instanceof ClientError) || error.code === 'OAUTH_TIMEOUT') return true;
  const { status } = (error.cause ?? {}) as { status?: unknown };
  return typeof status === 'number' && status >= 500;
}

/** Ends a sign-in at the service. */
export async function revoke(profile: Profile, around: Around): Promise<void> {
  try {
    await tokenRevocation(configured(profile, around), profile.refreshToken);
  } catch (error) {
    throw told(error);
  }
}

function tokensOf({
  access_token,
  refresh_token,
  expires_in = 0,
  scope = '',
}: TokenEndpointResponse): Tokens {
  if (refresh_token === undefined)
    throw new ProfileFailure('The service gave no refresh token.', { code: 'UNEXPECTED_ANSWER' });
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Date.now() + expires_in * 1000,
    scope,
  };
}

const sentences: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was refused.',
  expired_token: 'The code has ended before it was entered. Run the command again.',
  invalid_scope: 'The sign-in does not have these scopes. Sign in with more: keyward login --scope SCOPE',
  invalid_dpop_proof:
    'The service refused the proof of the key. Check the clock of this machine: keyward doctor',
};

/** Returns the failure of a step as the command line tells it. Its message has no token and no code. */
function told(error: unknown): Error {
  if (error instanceof ResponseBodyError) {
    const { error: code, status } = error;
    return new ProfileFailure(sentences[code] ?? `The service refused the sign-in (${code}).`, {
      code: code.toUpperCase(),
      // 400 of the token endpoint refuses the user or the code. The command was right.
      status: status === 400 ? 403 : status,
    });
  }
  if (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT')
    return new KeywardConnectionError('The service did not answer in time.', { code: 'TIMEOUT' });
  if (error instanceof ClientError)
    return new ProfileFailure('The answer is not one of a provider of Keyward. Is the address right?', {
      code: 'UNEXPECTED_ANSWER',
    });
  return new KeywardConnectionError('The connection to the service failed.', { code: 'CONNECTION_FAILED' });
}
