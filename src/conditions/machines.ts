import { Failure } from '../failure.ts';
import { normalizeAddress } from '../lib/address.ts';
import { riskLevel } from '../lib/risk-score.ts';
import type { Tenant } from '../platform/tenancy.ts';
import type { AccessCache } from './cache.ts';
import type { GeoIp } from './geoip.ts';
import type { MatchRecorder } from './matches.ts';
import type { AccessPolicySource, Signals } from './types.ts';

/** The application of every call of the API with a key. */
export const apiApplication = 'keyward:api';

/** The application that a verifying service names itself has a prefix, so that it cannot pass for another. */
export const contextApplication = (name: string): string => `context:${name}`;

/** A use of a key, as the statement that found the key tells it. */
export interface MachineUse {
  now: Date;
  identityId: string;
  identityType: string;
  riskScore: number;
  application: string | undefined;
  /** Null when the caller did not give it. */
  address: string | null;
}

/** Returns what is known of a use. Without a GeoIP database, the country is a missing signal. */
export function machineSignals(use: MachineUse, geoIp: GeoIp | undefined): Signals {
  const address = use.address === null ? undefined : normalizeAddress(use.address);
  return {
    now: use.now,
    identityId: use.identityId,
    identityType: use.identityType,
    application: use.application,
    address,
    country: address === undefined ? undefined : (geoIp?.locate(address)?.country ?? undefined),
    riskLevel: riskLevel(use.riskScore),
    clientType: 'machine',
  };
}

/** What judges uses of keys by conditional access. */
export interface AccessGuard {
  cache: AccessCache;
  matches: MatchRecorder;
  geoIp: GeoIp | undefined;
}

/**
 * Judges the use of a key.
 * @param version the policies_version of the tenant, which the statement that found the key has read
 * @param counted whether the use is an attempt; who only looks leaves no match
 * @returns the policy that blocks it, if one does
 */
export async function blockingPolicy(
  { cache, matches, geoIp }: AccessGuard,
  tenant: Tenant,
  version: number,
  use: MachineUse,
  counted: boolean,
): Promise<AccessPolicySource | undefined> {
  const access = await cache.at(tenant.orgId, version);
  if (!access.judges('machine')) return undefined;
  const judgement = access.judge('machine', machineSignals(use, geoIp));
  if (counted) matches.note(tenant, judgement);
  return judgement.decisive?.decision === 'BLOCK' ? judgement.decisive : undefined;
}

/** A call of the API by its key, as the statement that let it in has found it. */
interface FoundCall {
  version: number;
  riskScore: number;
  attempted: { identity: { id: string; type: string }; address?: string | null };
}

/**
 * Judges a call of the API. Policies themselves stay within reach of a key with `*`, or one that has become wrong could not be
 * put right.
 * @throws {Failure} POLICY_DENIED
 */
export async function requireAccess(
  guard: AccessGuard,
  caller: Tenant,
  { version, riskScore, attempted }: FoundCall,
  { now, exempt }: { now: Date; exempt: boolean },
): Promise<void> {
  const { id: identityId, type: identityType } = attempted.identity;
  const address = attempted.address ?? null;
  const use = { now, identityId, identityType, riskScore, application: apiApplication, address };
  const blocking = await blockingPolicy(guard, caller, version, use, true);
  if (blocking && !exempt) throw accessDenied(blocking);
}

const accessDenied = ({ id: policyId, name: policyName }: AccessPolicySource): Failure =>
  new Failure('POLICY_DENIED', { policyId, policyName, reason: 'a policy of conditional access blocks it' });
