import type { CallOptions, Keyward } from '@keyward/client';

/** The part of the client that verifies. A `Keyward` has it. */
export interface Verifier {
  credentials: Pick<Keyward['credentials'], 'verify'>;
}

/** Access tokens that an endpoint accepts beside API keys. */
export interface AccessTokenOptions {
  /** The issuer of the tokens, as its discovery document names it. */
  issuer: string;
  /** This API: the `resource` that clients name when they get a token. */
  audience: string;
  /** The client that introspects opaque tokens. Without it, only signed tokens are accepted. */
  introspection?: { clientId: string; clientSecret: string } | undefined;
}

export interface RequireKeyOptions<Request = unknown> {
  /** A client whose key has the scope `credentials.verify`. */
  client: Verifier;
  /** Scopes that the caller must have, all of them. */
  scopes?: readonly string[] | undefined;
  /** Whether this counts as a use of the key; default true. */
  consume?: boolean | undefined;
  /** The header that holds the bare key, such as `X-API-Key`, instead of `Authorization: Bearer`. */
  header?: string | undefined;
  /** Facts about the use, for policies of conditional access. */
  context?: Record<string, unknown> | undefined;
  /** Returns the address of the caller. Keys with `allowedIps` need it. Default is the address that the framework knows. */
  ipAddress?: ((request: Request) => string | undefined) | undefined;
  /** Accepts access tokens of OpenID Connect as well. */
  accessTokens?: AccessTokenOptions | undefined;
  /** For the verification of one request, in milliseconds; default 5,000. */
  timeoutMs?: number | undefined;
  /** Hears why a request got 503, for your log. It does not change the response. */
  onUnavailable?: ((error: unknown) => unknown) | undefined;
}

/** Returns the options of one verification. Repeats would let callers wait, and a 429 may ask for a minute. */
export const callOptionsOf = ({ timeoutMs = 5_000 }: RequireKeyOptions<never>): CallOptions => ({
  timeoutMs,
  maxRetries: 0,
});

const names: Record<keyof RequireKeyOptions, true> = {
  client: true,
  scopes: true,
  consume: true,
  header: true,
  context: true,
  ipAddress: true,
  accessTokens: true,
  timeoutMs: true,
  onUnavailable: true,
};
const namesOfTokens: Record<keyof AccessTokenOptions, true> = {
  issuer: true,
  audience: true,
  introspection: true,
};
const namesOfIntrospection = { clientId: true, clientSecret: true };

const isScope = (scope: unknown): boolean =>
  typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Refuses a name that no option has. `scope` instead of `scopes` would let every key pass. */
function checkNames(of: string, options: object, known: object): void {
  const wrong = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (wrong !== undefined) throw new TypeError(`requireKey: there is no option ${of}${wrong}`);
}

/** A variable that is not set would turn the check of the audience off. */
function checkAccessTokens(options: AccessTokenOptions): void {
  const { issuer, audience, introspection } = options;
  checkNames('accessTokens.', options, namesOfTokens);
  if (!isText(issuer) || !isText(audience))
    throw new TypeError('requireKey: accessTokens must have an issuer and an audience');
  if (introspection === undefined) return;
  checkNames('accessTokens.introspection.', introspection, namesOfIntrospection);
  if (!isText(introspection.clientId) || !isText(introspection.clientSecret))
    throw new TypeError('requireKey: introspection must have a clientId and a clientSecret');
}

/**
 * Checks what would otherwise refuse or allow each request by mistake.
 * @throws {TypeError}
 */
export function checkOptions(options: RequireKeyOptions<never>): void {
  const { client, scopes = [], header, timeoutMs, accessTokens } = options;
  checkNames('', options, names);
  if (typeof (client as Verifier | undefined)?.credentials?.verify !== 'function')
    throw new TypeError('requireKey: client must be a Keyward client');
  // A text would be taken for a list of letters.
  if (!Array.isArray(scopes) || !scopes.every(isScope))
    throw new TypeError('requireKey: scopes must be a list of scopes');
  if (header !== undefined && (!/^[\w!#$%&'*+.^`|~-]+$/.test(header) || /^authorization$/i.test(header)))
    throw new TypeError('requireKey: header must be the name of a header other than Authorization');
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw new TypeError('requireKey: timeoutMs must be more than 0 and less than 2,147,483,648');
  if (accessTokens !== undefined) checkAccessTokens(accessTokens);
}
