import type { Failure } from '../failure.ts';
import { prefersJson } from '../lib/accept.ts';
import type { Branding } from '../lib/auth-config.ts';
import type { Refusal } from './failures.ts';
import { oauthRefusalOf, statusForPrograms } from './oauth-failures.ts';
import { pageRefusalOf } from './page-failures.ts';
import type { RequestContext } from './request-context.ts';
import { scimRefusalOf } from './scim-failures.ts';

/** Whether a browser asks for an address that leads nowhere, for example one that a person has mistyped. */
const isUnknownAddress = (
  { code }: Failure,
  { id, errors, method, incoming: { accept = '' } }: RequestContext,
): boolean =>
  code === 'NOT_FOUND' &&
  id === undefined &&
  errors === 'api' &&
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/i.test(accept) &&
  !prefersJson(accept);

/** The scheme with which the caller tried to authenticate (RFC 6749 section 5.2), which is Basic for many clients. Basic needs a realm (RFC 7617 section 2). */
const schemeOf = ({ incoming: { authorization = '' } }: RequestContext): string =>
  /^basic /i.test(authorization) ? 'Basic realm="Keyward"' : 'Bearer';

/**
 * Writes a refusal of the API in the shape that its operation has.
 * @param branding of a page
 */
export function writtenRefusal(
  failure: Failure,
  context: RequestContext,
  refusal: Refusal<unknown>,
  branding?: Branding,
): Refusal<unknown> {
  const { errors, requestId } = context;
  if (errors === 'scim') return scimRefusalOf(failure, refusal.headers);
  if (errors === 'page' || errors === 'oauth-page' || isUnknownAddress(failure, context))
    return pageRefusalOf(failure, context, refusal.headers, branding);
  if (errors !== 'oauth') return refusal;
  const status = statusForPrograms(failure);
  const challenge = { 'WWW-Authenticate': schemeOf(context) };
  const headers = status === 401 ? { ...challenge, ...refusal.headers } : refusal.headers;
  return { ...oauthRefusalOf(failure, requestId, headers), status };
}
