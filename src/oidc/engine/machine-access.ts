import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { EngineParts } from './parts.ts';
import type { IssuedToken } from './patches.ts';
import { visitOf } from './visits.ts';

/**
 * The error for a client that a policy of conditional access blocks. RFC 6749 section 5.2 has no `access_denied`, and
 * `invalid_grant` is about a grant that the client presents; this client presents none. The client is authenticated and may
 * not use the grant now, which section 5.2 calls `unauthorized_client`.
 */
export class AccessBlocked extends errors.OIDCProviderError {
  constructor() {
    super(400, 'unauthorized_client');
    this.error_description =
      'a policy does not allow this client now; ask an administrator of the organization';
  }
}

/** Requires that no policy blocks a client that asks for a token without a user. Other tokens are those of users. */
export async function requireClientAccess(
  ctx: KoaContextWithOIDC | undefined,
  { kind, clientId }: IssuedToken,
  orgId: string,
  { isBlocked }: Pick<EngineParts, 'isBlocked'>,
): Promise<void> {
  if (kind !== 'ClientCredentials' || !ctx || clientId === undefined) return;
  const { ahead, address, requestId } = visitOf(ctx.req);
  if (!ahead || ahead.policiesVersion === 0) return;
  const { policiesVersion: version, environment, now } = ahead;
  const use = { application: clientId, address, requestId, now };
  if (await isBlocked({ orgId, environment }, use, version)) throw new AccessBlocked();
}
