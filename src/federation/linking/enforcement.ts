import type { EntityManager } from '@mikro-orm/postgresql';
import { mailDomainOf } from '../../lib/email.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { EnforcedConnection, Enforcement } from '../../users/enforcement.ts';
import {
  enforcesColumn,
  isActive,
  readActive,
  readEnforced,
  readSignInNames,
  shareConnection,
} from './sql/enforcement.ts';

/**
 * Finds the connections that a user must sign in by. The e-mail address counts, and so does a username that is an address.
 * Users of a directory often have their address as the username only.
 */
const ofUser: Enforcement['ofUser'] = async (em, userId) => {
  const found = await readSignInNames(em, tenancyOf(em).orgId, userId);
  if (!found) return undefined;
  const { email, username, isOwner } = found;
  const [first, ...others] = await enforcedFor(em, email === null ? [username] : [email, username]);
  return first && { connections: [first, ...others], isOwner };
};

const named: Enforcement['named'] = async (em, connectionId) =>
  readActive(em, tenancyOf(em).orgId, connectionId);

const ofAddress: Enforcement['ofAddress'] = async (em, address) => (await enforcedFor(em, [address]))[0];

const holdOpen: Enforcement['holdOpen'] = async (em, connectionId) => {
  await shareConnection(em, connectionId);
  return isActive(em, tenancyOf(em).orgId, connectionId);
};

/** Enforcement is judged on the account, under the lock of the user (docs/decisions/0067-control-of-connections.md). */
export const enforcement: Enforcement = { column: enforcesColumn, ofUser, named, ofAddress, holdOpen };

/** In the order of the addresses. */
async function enforcedFor(em: EntityManager, addresses: readonly string[]): Promise<EnforcedConnection[]> {
  const domains = new Set(addresses.map(mailDomainOf).filter((domain) => domain !== undefined));
  if (domains.size === 0) return [];
  const rows = await readEnforced(em, tenancyOf(em).orgId, [...domains]);
  const byDomain = new Map(rows.map(({ id, name, domain }) => [domain, { id, name }]));
  return [...domains].map((domain) => byDomain.get(domain)).filter((found) => found !== undefined);
}
