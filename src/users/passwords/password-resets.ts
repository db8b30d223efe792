import type { EntityManager } from '@mikro-orm/postgresql';
import type { Origin } from '../../audit/audit.ts';
import type { LiveLink } from '../links/sql/use-link.ts';
import type { Endings } from '../endings.ts';
import { findLink, noteVerified, useLink } from '../links/mailed-links.ts';
import { beginOwnPassword, type OwnPasswordChange, setOwnPassword } from './own-passwords.ts';

/** A link to choose another password, read before one is hashed. */
export interface OpenReset {
  change: OwnPasswordChange;
  link: LiveLink;
}

/** @returns undefined when the link does not work (any more) */
export async function findReset(em: EntityManager, token: string): Promise<OpenReset | undefined> {
  const link = await findLink(em, 'RESET_PASSWORD', token);
  const change = link && link.userId !== null ? await beginOwnPassword(em, link.userId) : undefined;
  return link && change && { change, link };
}

/**
 * Sets the new password of a user who forgot the old one. Every login of the user ends. The change of the password
 * also ends every other link that signs in. The reset does not sign the user in: the next sign-in asks for a second
 * factor as before.
 * @returns false when another request was quicker
 */
export async function resetPassword(
  em: EntityManager,
  token: string,
  { change, link }: OpenReset,
  hash: string,
  origin: Origin,
  endings: Endings,
): Promise<boolean> {
  const used = await useLink(em, 'RESET_PASSWORD', token);
  if (used?.userId !== change.own.id) return false;
  if (!(await setOwnPassword(em, change, hash, { except: null, origin }, endings))) return false;
  await noteVerified(em, { userId: change.own.id, email: link.email }, origin);
  return true;
}
