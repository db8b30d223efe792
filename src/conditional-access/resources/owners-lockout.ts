import type { CompiledAccess } from '../judge/compile.ts';
import type { GeoIp } from '../judge/geoip.ts';
import type { AccessPolicySource, Conditions, Requirement, Signals } from '../judge/types.ts';
import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { type LastRequest, lastRequests } from './sql/last-requests.ts';
import { type JudgedOwner, signingOwners } from './sql/owners.ts';
import { accountApplication, adminApplication, userSignals } from './user-attempts.ts';

/** Whether an owner can meet a requirement. A device that is not known may be compliant where no address is assumed. */
const canMeet: Record<Requirement, (owner: JudgedOwner, device: Signals['deviceTrust']) => boolean> = {
  MFA: ({ hasApp, hasPasskey }) => hasApp || hasPasskey,
  PASSKEY: ({ hasPasskey }) => hasPasskey,
  COMPLIANT_DEVICE: (_owner, device) => device === undefined || device === 'compliant',
  REAUTHENTICATION: () => true,
};

const passes = (
  { decision, requirements }: AccessPolicySource,
  owner: JudgedOwner,
  { deviceTrust }: Signals,
): boolean => decision !== 'BLOCK' && requirements.every((one) => canMeet[one](owner, deviceTrust));

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

/** Finds what keeps the owners out. It returns undefined if one owner can sign in, or if there are no owners. */
export type OwnersJudge = (tx: Tx, access: CompiledAccess) => Promise<LockedOwners | undefined>;

/** Judges owners as if they signed in now, from the address of a caller and with a browser. */
export const fromAddress =
  ({ address, geoIp }: { address: string; geoIp: GeoIp | undefined }): OwnersJudge =>
  async (tx, access) => {
    if (!access.judges('user')) return undefined;
    const { orgId, now } = tenancyOf(tx);
    return lockedOf(await signingOwners(tx, orgId), (owner) =>
      firstOf((application) => {
        const signals = signalsOf(owner, { application, address, now, geoIp });
        const { decisive } = access.judge('user', signals);
        return decisive && passes(decisive, owner, signals) ? undefined : decisive;
      }),
    );
  };

/**
 * Judges each owner as if the owner signed in now from where the owner was last. An unknown signal can have
 * any value: such an owner is kept out only by policies that do it for each value. The risk of the next sign-in is never known.
 */
export const fromOwnPlaces =
  ({ geoIp }: { geoIp: GeoIp | undefined }): OwnersJudge =>
  async (tx, access) => {
    if (!access.judges('user')) return undefined;
    const { orgId, now } = tenancyOf(tx);
    const owners = await signingOwners(tx, orgId);
    const ids = owners.map(({ id }) => id);
    const last = new Map((await lastRequests(tx, orgId, ids)).map((one) => [one.userId, one]));
    return lockedOf(owners, (owner) => {
      const request = last.get(owner.id);
      return firstOf((application) => {
        const about = signalsOf(owner, { application, address: request?.address, now, geoIp });
        return surelyBlocking(access, owner, { ...about, ...deviceOf(request) });
      });
    });
  };

/** An owner who opens only one of them cannot undo what keeps the owner out. */
const needed = [accountApplication, adminApplication];

function firstOf(
  keepsOut: (application: string) => AccessPolicySource | undefined,
): AccessPolicySource | undefined {
  for (const application of needed) {
    const policy = keepsOut(application);
    if (policy) return policy;
  }
  return undefined;
}

function lockedOf(
  owners: JudgedOwner[],
  keepsOut: (owner: JudgedOwner) => AccessPolicySource | undefined,
): LockedOwners | undefined {
  let first: AccessPolicySource | undefined;
  for (const owner of owners) {
    const policy = keepsOut(owner);
    if (!policy) return undefined;
    first ??= policy;
  }
  return first && { policy: first, owners };
}

function signalsOf(
  { id: userId, groups }: JudgedOwner,
  {
    application,
    address,
    now,
    geoIp,
  }: { application: string; address: string | undefined; now: Date; geoIp: GeoIp | undefined },
): Signals {
  const about = { userId, groups, application, clientType: 'browser' as const };
  return userSignals({ ...about, front: { address } }, now, geoIp);
}

/** A device that was not asked for is not known. The next sign-in may show it. */
function deviceOf(request: LastRequest | undefined): Pick<Signals, 'devicePlatform' | 'deviceTrust'> {
  const { devicePlatform, deviceTrust, isDeviceAsked } = request ?? {};
  const isSeen = deviceTrust !== 'unknown' || isDeviceAsked === true;
  return {
    devicePlatform: devicePlatform ?? undefined,
    deviceTrust: isSeen ? (deviceTrust ?? undefined) : undefined,
  };
}

/** Returns the policy that keeps an owner out for each value of the unknown signals. */
function surelyBlocking(
  access: CompiledAccess,
  owner: JudgedOwner,
  signals: Signals,
): AccessPolicySource | undefined {
  for (const { policy, isSure } of access.mayApply(signals, openConditions(signals))) {
    if (passes(policy, owner, signals)) return undefined;
    if (isSure) return policy;
  }
  return undefined;
}

/** The conditions on what is not known of an owner. A known address without a country is judged as a sign-in from it. */
const openConditions = ({ address, devicePlatform, deviceTrust }: Signals): ReadonlySet<keyof Conditions> =>
  new Set<keyof Conditions>([
    'riskLevels',
    ...(address === undefined ? (['locations', 'ipRanges', 'countries'] as const) : []),
    ...(devicePlatform === undefined ? (['devicePlatforms'] as const) : []),
    ...(deviceTrust === undefined ? (['deviceTrust'] as const) : []),
  ]);
