import { mailDomainOf } from '../../lib/email.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { EnforcedConnection, Enforcement } from '../../users/enforcement.ts';
import {
  enforcesIn,
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
const ofUser: Enforcement['ofUser'] = async (tx, userId) => {
  const found = await readSignInNames(tx, tenancyOf(tx).orgId, userId);
  if (!found) return undefined;
  const { email, username, isOwner } = found;
  const [first, ...others] = await enforcedFor(tx, email === null ? [username] : [email, username]);
  return first && { connections: [first, ...others], isOwner };
};

const named: Enforcement['named'] = async (tx, connectionId) =>
  readActive(tx, tenancyOf(tx).orgId, connectionId);

const ofAddress: Enforcement['ofAddress'] = async (tx, address) => (await enforcedFor(tx, [address]))[0];

const holdOpen: Enforcement['holdOpen'] = async (tx, connectionId) => {
  await shareConnection(tx, connectionId);
  return isActive(tx, tenancyOf(tx).orgId, connectionId);
};

/** Enforcement is judged on the account, under the lock of the user (docs/decisions/0067-control-of-connections.md). */
export const enforcement: Enforcement = { column: enforcesIn, ofUser, named, ofAddress, holdOpen };

/** In the order of the addresses. */
async function enforcedFor(tx: Tx, addresses: readonly string[]): Promise<EnforcedConnection[]> {
  const domains = new Set(addresses.map(mailDomainOf).filter((domain) => domain !== undefined));
  if (domains.size === 0) return [];
  const rows = await readEnforced(tx, tenancyOf(tx).orgId, [...domains]);
  const byDomain = new Map(rows.map(({ id, name, domain }) => [domain, { id, name }]));
  return [...domains].map((domain) => byDomain.get(domain)).filter((found) => found !== undefined);
}
