import { compileAccess } from '../judge/compile.ts';
import { apiApplication, machineSignals } from '../judge/machines.ts';
import type { GeoIp } from '../judge/geoip.ts';
import { loadAccessIn } from '../judge/sql/access-policies.ts';
import { fromAddress, ownersLockedOut } from './owners-lockout.ts';
import { Failure } from '../../failure.ts';
import { fullKeys } from '../../policies/resources/sql/policies.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { changePolicies } from './sql/guard-locks.ts';

export interface LockoutWays {
  /** Where the caller calls from. */
  address: string;
  geoIp: GeoIp | undefined;
  acknowledgeLockout: boolean;
}

/**
 * Requires that after a change some working key with `*` can still call the API, and some owner can still sign in, now and from
 * where the caller calls. The change must be flushed.
 * @throws {Failure} LOCKOUT_RISK
 */
export async function requireNoAccessLockout(
  tx: Tx,
  { address, geoIp, acknowledgeLockout }: LockoutWays,
): Promise<void> {
  const { orgId, now } = tenancyOf(tx);
  // Also before a change that is acknowledged. A change of a group must see the policy, or be seen here.
  await changePolicies(tx, orgId);
  if (acknowledgeLockout) return;
  const { version, policies, locations } = await loadAccessIn(tx, orgId);
  const access = compileAccess(version, policies, locations);
  const locked = await fromAddress({ address, geoIp })(tx, access);
  if (locked) throw ownersLockedOut(locked);
  if (!access.judges('machine')) return;
  const keys = await fullKeys(tx, orgId);
  const blocking = keys.map(({ identityId, identityType, riskScore }) => {
    const use = {
      now,
      identityId,
      identityType,
      riskScore,
      credentialId: null,
      application: apiApplication,
      address,
      requestId: null,
    };
    const { decisive } = access.judge('machine', machineSignals(use, geoIp));
    return decisive?.decision === 'BLOCK' ? decisive.name : undefined;
  });
  const [first] = blocking;
  if (first === undefined || blocking.includes(undefined)) return;
  const reason = `the policy "${first}" would block every key with scope * from this address at this time; to do this anyway, send acknowledgeLockout: true`;
  throw new Failure('LOCKOUT_RISK', { reason });
}
