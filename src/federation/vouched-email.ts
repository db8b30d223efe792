import { isRegistrable } from '../users/registration/rules.ts';
import { domainOf } from '../lib/email.ts';
import { ownValue } from '../lib/object.ts';
import type { Claims } from './claims.ts';
import type { Connection } from './entities/connection.ts';
import { knownIssuer } from './known-issuers.ts';

/**
 * Returns the address that the identity provider vouches for. `email_verified: false` never counts. An address without it counts
 * with `trustEmail`. It never counts if people of any company have accounts at the issuer (nOAuth). An address that is not ASCII
 * is not vouched for, because it can look like another one.
 * @param issuer the issuer of the connection, or the entity ID
 */
export function vouchedEmail(
  issuer: string,
  { trustEmail }: Pick<Connection, 'trustEmail'>,
  claims: Claims,
): string | null {
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string' || !isRegistrable(email)) return null;
  const known = knownIssuer(issuer);
  // Entra ID says by this whether the owner of the domain gave the address.
  const ownerGave = ownValue(claims, 'xms_edov');
  if (ownerGave !== undefined && ![true, 1, '1', 'true'].includes(ownerGave as never)) return null;
  if (known.saysHostedDomain && ownValue(claims, 'hd') !== domainOf(email)) return null;
  // Some have it as a text.
  if (verified === true || verified === 'true') return email;
  return verified === undefined && trustEmail && !known.isShared ? email : null;
}
