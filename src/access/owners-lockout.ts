import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompiledAccess } from '../conditions/compile.ts';
import type { GeoIp } from '../conditions/geoip.ts';
import type { AccessPolicySource, Requirement } from '../conditions/types.ts';
import { Failure } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type JudgedOwner, signingOwners } from './sql/owners.ts';
import { accountApplication, userSignals } from './user-attempts.ts';

/** Whether an owner can meet a requirement. The device of an owner is not known here. */
const canMeet: Record<Requirement, (owner: JudgedOwner) => boolean> = {
  MFA: ({ hasApp, hasPasskey }) => hasApp || hasPasskey,
  PASSKEY: ({ hasPasskey }) => hasPasskey,
  COMPLIANT_DEVICE: () => false,
  REAUTHENTICATION: () => true,
};

/** A policy that keeps every owner from signing in, and the owners. */
export interface LockedOwners {
  policy: AccessPolicySource;
  owners: JudgedOwner[];
}

/** The refusal of a change after which every owner is kept out. */
export function ownersLockedOut({ policy, owners }: LockedOwners): Failure {
  const reason = `the policy "${policy.name}" would keep every owner from signing in from this address at this time; to do this anyway, send acknowledgeLockout: true`;
  return new Failure('LOCKOUT_RISK', { reason, owners: owners.slice(0, 10).map(({ name }) => name) });
}

/**
 * Returns the policy that would keep every owner from signing in now, from this address and with a browser; undefined if one owner
 * can, or if there are no owners.
 */
export async function lockingOwnersOut(
  em: EntityManager,
  access: CompiledAccess,
  { address, geoIp }: { address: string; geoIp: GeoIp | undefined },
): Promise<LockedOwners | undefined> {
  if (!access.judges('user')) return undefined;
  const { orgId, now } = tenancyOf(em);
  const owners = await signingOwners(em, orgId);
  let first: AccessPolicySource | undefined;
  for (const owner of owners) {
    const { id: userId, groups } = owner;
    const about = { userId, groups, application: accountApplication, clientType: 'browser' as const };
    const { decisive } = access.judge('user', userSignals({ ...about, front: { address } }, now, geoIp));
    const passes =
      !decisive ||
      (decisive.decision !== 'BLOCK' && decisive.requirements.every((one) => canMeet[one](owner)));
    if (passes) return undefined;
    first ??= decisive;
  }
  return first && { policy: first, owners };
}
