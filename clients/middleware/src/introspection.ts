import type { Claims } from './claims.ts';
import { type Issuer, jsonOf } from './issuer.ts';

/**
 * Returns what the issuer says about an opaque token (RFC 7662), and undefined if the token is not an active access token.
 * @throws if the issuer cannot be asked
 */
export async function introspected(
  token: string,
  { introspection_endpoint: endpoint }: Issuer,
  {
    introspection,
    timeoutMs,
  }: { introspection: { clientId: string; clientSecret: string }; timeoutMs: number },
): Promise<Claims | undefined> {
  if (endpoint === undefined) throw new Error('The issuer has no introspection endpoint');
  // RFC 6749, section 2.3.1: both are encoded as in a form before they are joined.
  const [id, secret] = [introspection.clientId, introspection.clientSecret].map(encodeURIComponent);
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}`, Accept: 'application/json' },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = (await jsonOf(response)) as Claims;
  // Only access tokens have a type. A refresh token is active as well.
  if (answer['active'] !== true || !/^bearer$/i.test(String(answer['token_type']))) return undefined;
  // Without a user, a token has no subject but its client.
  return { sub: answer['client_id'], ...answer };
}
