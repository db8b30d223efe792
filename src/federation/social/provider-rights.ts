import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import type { Grantor } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import { requireMayEndReach, requireMayReach } from '../connections/connection-rights.ts';
import type { SocialProvider } from './entities/social-provider.ts';

/**
 * Applies the rules of connections to a social provider at a server of the tenant's own (docs/decisions/0094). Its operator can sign in
 * as each user that is linked with it, and names users of `allowedDomains`. Providers at their well-known issuer choose no user.
 * @param domains what `allowedDomains` was, and what it is after the change
 * @throws {Failure} SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, REAUTHENTICATION_REQUIRED
 */
export async function requireMayVouch(
  tx: Tx,
  { id, issuer }: Pick<SocialProvider, 'id' | 'issuer'>,
  domains: readonly string[],
  grantor: Grantor,
): Promise<void> {
  if (issuer === null) return;
  await requireMayReach(tx, { id, mappings: [], addedDomains: domains }, grantor);
  // Users sign in by it after the key has ended.
  await requireWithinOwnBounds(tx, grantor, unbounded);
}

/**
 * The same for a change or an end that gives nothing. A leak must not wait, so that it asks for no recent proof.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export async function requireMayNarrow(
  tx: Tx,
  { id, issuer, allowedDomains }: Pick<SocialProvider, 'id' | 'issuer' | 'allowedDomains'>,
  grantor: Grantor,
): Promise<void> {
  if (issuer === null) return;
  await requireMayEndReach(tx, { id, mappings: [], addedDomains: allowedDomains }, grantor);
}
