import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { Failure, invalid } from '../../failure.ts';
import { mailDomainOf } from '../../lib/email.ts';
import { holds } from '../../lib/scope.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { type Grantor, requireGrantable } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';

/** Tells whether a connection of a tenant has proved a domain. Connections are a higher room, so the handler gives it. */
export type IsProvedDomain = (tx: Tx, orgId: string, domain: string) => Promise<boolean>;

/**
 * Requires that a caller may say that an address is verified (docs/decisions/0094): a domain that the tenant has proved, or an owner
 * who has just signed in. Clients believe the address for longer than a caller lasts that ends.
 * @param email null for a user without one
 * @throws {Failure} VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function requireMayVouchFor(
  tx: Tx,
  email: string | null,
  grantor: Grantor,
  isProvedDomain: IsProvedDomain,
): Promise<void> {
  if (email === null) throw invalid('emailVerified', 'requires email: send the address that is verified');
  const domain = mailDomainOf(email);
  if (domain === undefined || !(await isProvedDomain(tx, tenancyOf(tx).orgId, domain))) requireOwner(grantor);
  await requireWithinOwnBounds(tx, grantor, unbounded);
}

function requireOwner(grantor: Grantor): void {
  if (!holds(grantor.scopes, '*'))
    throw new Failure('SCOPE_NOT_GRANTABLE', {
      scopes: ['*'],
      reason:
        'no connection of this organization has proved the domain of the address; prove the domain, or let an OWNER set emailVerified',
    });
  requireGrantable(grantor, ['*']);
}
