import type { Failure } from '../failure.ts';
import { isId } from '../lib/id.ts';
import { multiFactor } from '../lib/acr.ts';
import { metadataOfOwnApi } from '../oidc/own-api.ts';
import type { RequestContext } from './request-context.ts';
import { tenantIn } from './user-admission.ts';

/**
 * Completes the challenge of a refusal of our API for a caller that sent a key or a token. A browser with the cookie of a session gets none.
 *
 * - A missing permission: `error="insufficient_scope"` and the scopes that are needed (RFC 6750 section 3.1).
 * - A user must prove more: `error="insufficient_user_authentication"`, with the level or the age of the proof (RFC 9470 section 3). The status
 *   stays 403, as the API has answered from its first release on.
 * - No valid caller: the address of the metadata of the API, if the request names its tenant (RFC 9728 section 5.1). The tenant is not looked up.
 * @param given the challenge so far; undefined if there is none
 */
export function challengeOf(
  { code, status, details }: Failure,
  context: RequestContext,
  { given, baseUrl }: { given: string | undefined; baseUrl: string },
): string | undefined {
  const { incoming, errors, facts } = context;
  // Operators are of no tenant, and their keys have no scopes.
  if (errors !== 'api' || facts?.scheme === 'operatorKey') return given;
  if (status === 401) return given && withMetadata(given, context, baseUrl);
  const scheme = schemeOf(incoming.authorization);
  if (scheme === undefined) return given;
  if (code === 'INSUFFICIENT_SCOPE' && Array.isArray(details['required']))
    return `${scheme} error="insufficient_scope", scope="${details['required'].join(' ')}"`;
  if (code === 'REAUTHENTICATION_REQUIRED') return `${scheme} ${demandIn(details)}`;
  return given;
}

function withMetadata(given: string, context: RequestContext, baseUrl: string): string {
  const orgId = tenantIn(context);
  if (orgId === undefined || !isId('org', orgId)) return given;
  const separator = given.includes('=') ? ',' : '';
  return `${given}${separator} resource_metadata="${metadataOfOwnApi(baseUrl, orgId)}"`;
}

function schemeOf(authorization: string | undefined): 'DPoP' | 'Bearer' | undefined {
  if (/^dpop /i.test(authorization ?? '')) return 'DPoP';
  return /^bearer /i.test(authorization ?? '') ? 'Bearer' : undefined;
}

/** A second factor of any kind is what a sign-in can be asked for by its level. */
function demandIn({ required, maxAgeSeconds }: Readonly<Record<string, unknown>>): string {
  const factors = Array.isArray(required) && required.some((one) => one === 'MFA' || one === 'PASSKEY');
  return [
    'error="insufficient_user_authentication"',
    ...(factors ? [`acr_values="${multiFactor}"`] : []),
    ...(typeof maxAgeSeconds === 'number' ? [`max_age="${maxAgeSeconds}"`] : []),
  ].join(', ');
}
