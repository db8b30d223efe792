// Links that lead an owner to the dashboard (docs/dashboard.md).
import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../audit/audit.ts';
import { Failure } from '../../failure.ts';
import { hashSecret } from '../../lib/secret.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { systemActor } from '../../platform/grants.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { makeOwner } from '../directory/first-owner.ts';
import { isLinkToken, newLinkToken } from '../links/mailed-links.ts';
import {
  canOwnerSignIn,
  isDashboardLink,
  noteUserOfLink,
  type OwnerNamed,
  saveDashboardLink,
  takeDashboardLink,
  usersNamed,
} from './sql/dashboard-links.ts';

/** The address of the first owner, or of the first of these that is free. It belongs to this machine. */
const firstOwners = [
  'owner@localhost',
  ...Array.from({ length: 20 }, (_, at) => `owner-${at + 2}@localhost`),
];
const [firstOwner = ''] = firstOwners;

const minutesOfLink = 15;

/** Returns the address of a link. A fragment reaches no server and no log. */
export const linkTo = (baseUrl: string, token: string): string => `${baseUrl}/admin#${token}`;

/**
 * Makes a link for the first owner while no owner can sign in. The link before ends.
 * @returns its token, which is stored as a hash only; undefined if an owner can sign in
 */
export async function makeFirstRunLink(tx: Tx): Promise<string | undefined> {
  if (await canOwnerSignIn(tx, tenancyOf(tx).orgId)) return undefined;
  return makeLink(tx, null);
}

/** Makes a link for an owner, as the operator of the service may. The link before ends. @returns its token */
export const makeOwnerLink = (tx: Tx, owner: OwnerNamed): Promise<string> => makeLink(tx, owner);

async function makeLink(tx: Tx, owner: OwnerNamed | null): Promise<string> {
  const { orgId, now } = tenancyOf(tx);
  const token = newLinkToken();
  const expiresAt = new Date(now.getTime() + minutesOfLink * 60_000);
  const userId = owner?.id ?? null;
  await saveDashboardLink(tx, orgId, { id: randomUUID(), tokenHash: hashSecret(token), userId, expiresAt });
  const target = { targetType: 'user', targetId: userId, targetName: owner?.username ?? firstOwner };
  const reason = owner ? 'make dashboard' : 'no owner can sign in';
  await recordAudit(tx, [
    { action: 'user.create_dashboard_link', actor: systemActor, ...target, result: 'SUCCESS', reason },
  ]);
  return token;
}

/** Where a link leads: it is used now. */
export interface UsedLink {
  id: string;
  userId: string;
  /** Whether the link has made the user the first owner. */
  isFirstOwner: boolean;
}

/**
 * Uses a link. If it is for the first owner, makes that owner, unless an owner can sign in by now.
 * @param isAtThisMachine whether the call comes from the machine of the service: the first owner is made nowhere else
 * @throws {Failure} DASHBOARD_LINK_NOT_FOUND
 */
export async function useDashboardLink(tx: Tx, token: string, isAtThisMachine: boolean): Promise<UsedLink> {
  const { orgId } = tenancyOf(tx);
  const tokenHash = isLinkToken(token) ? hashSecret(token) : undefined;
  if (!tokenHash || !(await isDashboardLink(tx, orgId, tokenHash)))
    throw new Failure('DASHBOARD_LINK_NOT_FOUND');
  // Before any other row, as every change that counts users does.
  await lockTenant(tx, orgId);
  const link = await takeDashboardLink(tx, orgId, tokenHash);
  if (!link) throw new Failure('DASHBOARD_LINK_NOT_FOUND');
  if (link.userId !== null) return { id: link.id, userId: link.userId, isFirstOwner: false };
  if (!isAtThisMachine)
    throw new Failure('DASHBOARD_LINK_NOT_FOUND', { reason: 'it works on the machine of the service only' });
  if (await canOwnerSignIn(tx, orgId))
    throw new Failure('DASHBOARD_LINK_NOT_FOUND', { reason: 'an owner can sign in by now' });
  const userId = await firstOwnerId(tx);
  await noteUserOfLink(tx, orgId, userId);
  return { id: link.id, userId, isFirstOwner: true };
}

/**
 * Finds the owner that an earlier link has made, or makes one. It never makes an owner of a user who is there: who may create users
 * could have created that user with a password, and would become an owner by it.
 */
async function firstOwnerId(tx: Tx): Promise<string> {
  const { orgId } = tenancyOf(tx);
  for (const email of firstOwners) {
    const named = await usersNamed(tx, orgId, email);
    const [user] = named;
    if (named.length === 1 && user?.isOwner) return user.id;
    if (named.length > 0) continue;
    const { user: made } = await makeOwner(tx, email, { enabled: false });
    await tx.flush();
    return made.id;
  }
  throw new Failure('DASHBOARD_LINK_NOT_FOUND', {
    reason: 'every name of a first owner is taken: run make owner',
  });
}
