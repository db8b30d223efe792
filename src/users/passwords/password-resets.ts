import type { Origin } from '../../audit/audit.ts';
import type { LiveLink } from '../links/sql/use-link.ts';
import type { Endings } from '../endings.ts';
import { findLink, noteVerified, useLink } from '../links/mailed-links.ts';
import { beginOwnPassword, type OwnPasswordChange, setOwnPassword } from './own-passwords.ts';
import type { Tx } from '../../platform/tx.ts';

/** A link to choose another password, read before one is hashed. */
export interface OpenReset {
  change: OwnPasswordChange;
  link: LiveLink;
}

/** @returns undefined when the link does not work (any more) */
export async function findReset(tx: Tx, token: string): Promise<OpenReset | undefined> {
  const link = await findLink(tx, 'RESET_PASSWORD', token);
  const change = link && link.userId !== null ? await beginOwnPassword(tx, link.userId) : undefined;
  return link && change && { change, link };
}

/**
 * Sets the new password of a user who forgot the old one. Every login of the user ends. The change of the password
 * also ends every other link that signs in. The reset does not sign the user in: the next sign-in asks for a second
 * factor as before.
 * @returns false when another request was quicker
 */
export async function resetPassword(
  tx: Tx,
  token: string,
  { change, link }: OpenReset,
  hash: string,
  origin: Origin,
  endings: Endings,
): Promise<boolean> {
  const used = await useLink(tx, 'RESET_PASSWORD', token);
  if (used?.userId !== change.own.id) return false;
  if (!(await setOwnPassword(tx, change, hash, { except: null, origin }, endings))) return false;
  await noteVerified(tx, { userId: change.own.id, email: link.email }, origin);
  return true;
}
