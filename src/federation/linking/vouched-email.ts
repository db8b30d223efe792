import { isRegistrable } from '../../users/registration/rules.ts';
import { domainOf } from '../../lib/email.ts';
import { ownValue } from '../../lib/object.ts';
import type { Claims } from '../connections/claims.ts';
import type { Connection } from '../connections/entities/connection.ts';
import { knownIssuer } from './known-issuers.ts';

/** Why the address of an account counts, or why it does not. */
export type EmailStanding =
  /** The identity provider says that the address is verified. */
  | 'VERIFIED'
  /** The identity provider says nothing, and the connection trusts its addresses. */
  | 'TRUSTED'
  | 'NO_ADDRESS'
  /** Entra ID says that the owner of the domain did not give the address. */
  | 'NOT_OWNED'
  /** Google says that another organization, or none, manages the account. */
  | 'NOT_HOSTED'
  | 'NOT_VERIFIED'
  | 'NOT_VOUCHED';

/** An address, and whether the identity provider vouches for it. */
export interface JudgedEmail {
  /** Null for an address that cannot count. */
  address: string | null;
  standing: EmailStanding;
}

/**
 * Judges the address of an account. `email_verified: false` never counts. An address without it counts with `trustEmail`. It never
 * counts if people of any company have accounts at the issuer (nOAuth). An address that is not ASCII is not vouched for, because
 * it can look like another one.
 * @param issuer the issuer of the connection, or the entity ID
 */
export function judgeEmail(
  issuer: string,
  { trustEmail }: Pick<Connection, 'trustEmail'>,
  claims: Claims,
): JudgedEmail {
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string' || !isRegistrable(email)) return { address: null, standing: 'NO_ADDRESS' };
  const known = knownIssuer(issuer);
  const as = (standing: EmailStanding): JudgedEmail => ({ address: email, standing });
  // Entra ID says by this whether the owner of the domain gave the address.
  const ownerGave = ownValue(claims, 'xms_edov');
  if (ownerGave !== undefined && ![true, 1, '1', 'true'].includes(ownerGave as never)) return as('NOT_OWNED');
  if (known.saysHostedDomain && ownValue(claims, 'hd') !== domainOf(email)) return as('NOT_HOSTED');
  // Some have it as a text.
  if (verified === true || verified === 'true') return as('VERIFIED');
  if (verified !== undefined) return as('NOT_VERIFIED');
  return as(trustEmail && !known.isShared ? 'TRUSTED' : 'NOT_VOUCHED');
}

/** Tells whether an address counts. */
export const isVouchedFor = ({ standing }: JudgedEmail): boolean =>
  standing === 'VERIFIED' || standing === 'TRUSTED';

/** Returns the address that the identity provider vouches for; null if it vouches for none. */
export function vouchedEmail(
  issuer: string,
  connection: Pick<Connection, 'trustEmail'>,
  claims: Claims,
): string | null {
  const judged = judgeEmail(issuer, connection, claims);
  return isVouchedFor(judged) ? judged.address : null;
}
