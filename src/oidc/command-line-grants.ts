import { commandLineId, commandLineName } from '../lib/command-line-id.ts';
import type { Locked } from '../platform/locked.ts';
import type { Tx } from '../platform/tx.ts';
import type { User } from '../users/directory/entities/user.ts';
import { type Granted, nothingGranted, widened } from './granted.ts';
import {
  endOwnGrants,
  lastTokenAt,
  type ListedConsent,
  listOwnGrants,
  type OwnGrant,
} from './sql/oidc-consents.ts';

/** Returns the rights that a user gave the command line, on all computers together; undefined for none. Each sign-in has a grant. */
export async function listedCommandLine(
  tx: Tx,
  of: { orgId: string; userId: string },
): Promise<ListedConsent | undefined> {
  const key = { ...of, clientId: commandLineId };
  const grants = await listOwnGrants(tx, key);
  const [oldest] = grants;
  if (!oldest) return undefined;
  return {
    clientId: commandLineId,
    clientName: commandLineName,
    granted: grantedBy(grants),
    grantedAt: oldest.createdAt,
    lastUsedAt: await lastTokenAt(tx, key),
  };
}

/**
 * Signs a user out of the command line on all computers.
 * @returns the rights that it had; undefined for none
 */
export async function endCommandLine(tx: Tx, user: Locked<User>): Promise<Granted | undefined> {
  const { orgId, id: userId } = user;
  const grants = await listOwnGrants(tx, { orgId, userId, clientId: commandLineId });
  await endOwnGrants(tx, user, commandLineId);
  return grants.length === 0 ? undefined : grantedBy(grants);
}

/** Returns what grants give together. */
function grantedBy(grants: readonly OwnGrant[]): Granted {
  let all = nothingGranted;
  for (const { payload } of grants) {
    const { resources = {} } = JSON.parse(payload) as { resources?: Record<string, string> };
    const given = Object.entries(resources).map(([resource, scopes]) => ({
      resource,
      scopes: scopes.split(' '),
    }));
    all = widened(all, { scopes: [], claims: [], resources: given });
  }
  return all;
}
