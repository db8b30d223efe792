import { Failure } from '../../failure.ts';
import type { AddressSet } from './address-set.ts';
import { riskLevel } from '../../lib/risk-score.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import { type AccessCache, readAccess } from './cache.ts';
import type { CompiledAccess } from './compile.ts';
import type { DecisionNotes } from './decisions.ts';
import type { Denial } from './denials.ts';
import type { GeoIp } from './geoip.ts';
import { countryOf, knownAddress } from './place.ts';
import type { MatchRecorder } from './matches.ts';
import type { AccessPolicySource, MachineUse, RiskLevel, Signals } from './types.ts';

/** The application of every call of the API with a key. */
export const apiApplication = 'keyward:api';

/** The application of every exchange of a workload's token. */
export const exchangeApplication = 'keyward:exchange';

/** The application that a verifying service names itself has a prefix, so that it cannot pass for another. */
export const contextApplication = (name: string): string => `context:${name}`;

/**
 * The facts about a use. It is a class, because V8 makes a hidden class for each object literal with an accessor, and keeps that
 * and the object until it collects all garbage.
 */
class MachineSignals implements Signals {
  readonly now: Date;
  readonly identityId: string | undefined;
  readonly identityType: string | undefined;
  readonly application: string | undefined;
  readonly address: string | undefined;
  readonly riskLevel: RiskLevel | undefined;
  readonly clientType = 'machine';
  readonly #geoIp: GeoIp | undefined;
  #place: { country: string | undefined } | undefined;

  constructor(use: MachineUse, geoIp: GeoIp | undefined) {
    this.now = use.now;
    this.identityId = use.identityId;
    this.identityType = use.identityType;
    this.application = use.application;
    this.address = use.address === null ? undefined : knownAddress(use.address);
    this.riskLevel = use.riskScore === undefined ? undefined : riskLevel(use.riskScore);
    this.#geoIp = geoIp;
  }

  /** Found when a condition asks, because the look-up costs more than all other signals. */
  get country(): string | undefined {
    this.#place ??= { country: countryOf(this.address, this.#geoIp) };
    return this.#place.country;
  }
}

/** Returns what is known of a use. Without a GeoIP database, the country is a missing signal. */
export const machineSignals = (use: MachineUse, geoIp: GeoIp | undefined): Signals =>
  new MachineSignals(use, geoIp);

/** The parts that judge uses of keys by conditional access. */
export interface AccessGuard {
  cache: AccessCache;
  matches: MatchRecorder;
  decisions: DecisionNotes;
  geoIp: GeoIp | undefined;
  /** Networks that hide where users are; undefined without ANONYMOUS_NETWORKS_FILE. */
  anonymousNetworks?: AddressSet | undefined;
  /** Where browsers show the certificates of devices; undefined without TLS_CLIENT_CA. */
  deviceOrigin?: string | undefined;
}

/** How a use is judged. */
interface Way {
  /** The policies_version of the tenant, which a statement of the request has read. */
  version: number;
  /** Whether the use is allowed even if a policy blocks it. */
  exempt?: boolean;
}

/** The judgement of the policies on a use. */
export interface JudgedUse {
  blocking: AccessPolicySource | undefined;
  /** Counts the matches, and tells of a denial. Call it once for an attempt. A caller who only looks leaves neither. */
  note: () => void;
}

/** Judges a use by the policies of the tenant. */
export async function judgedUse(
  guard: AccessGuard,
  tenant: Tenant,
  use: MachineUse,
  { version, exempt }: Way,
): Promise<JudgedUse> {
  return judgeUse(await guard.cache.at(tenant.orgId, version), guard, { tenant, use, exempt });
}

/**
 * Judges an attempt by the policies of the tenant, and notes it.
 * @returns the policy that blocks the attempt, if one does
 */
export async function blockingPolicy(
  guard: AccessGuard,
  tenant: Tenant,
  use: MachineUse,
  way: Way,
): Promise<AccessPolicySource | undefined> {
  const { blocking, note } = await judgedUse(guard, tenant, use, way);
  note();
  return blocking;
}

/**
 * Returns the risk score of an identity below which no policy of a version can apply to a verification, as far as the process knows
 * before it reads the credential: 0 if one may apply at any. Each change of an access policy takes a new number, so policies that were read since hold the version or a later one.
 * @param version a policies_version, which the statement that counts the use compares with that of the tenant
 */
export function ruledOutBelow(
  { cache, geoIp }: Pick<AccessGuard, 'cache' | 'geoIp'>,
  orgId: string,
  request: Pick<MachineUse, 'application' | 'address'>,
  version: number,
): number {
  const access = cache.held(orgId);
  if (access === undefined || access.version < version) return 0;
  return access.ruledOutBelow(machineSignals({ ...unread, ...request }, geoIp));
}

/** Signals of the credential and the clock, which no condition on the request reads. */
const unread = {
  now: new Date(0),
  identityId: undefined,
  identityType: undefined,
  riskScore: undefined,
  credentialId: null,
  requestId: null,
};

/** Counts a use that {@link ruledOutBelow} has told. */
export const noteRuledOut = ({ matches }: Pick<AccessGuard, 'matches'>, tenant: Tenant): void =>
  matches.note(tenant, {
    subject: 'machine',
    judgement: { decisive: undefined, reported: [] },
    outcome: 'ALLOWED',
  });

/**
 * Judges a use in a transaction. If the policies must be read, it reads them by the connection of the transaction.
 * @param version policies_version of the tenant, read in the transaction
 * @throws {Failure} POLICY_DENIED
 */
export async function requireAccessIn(
  tx: Tx,
  guard: AccessGuard,
  version: number,
  use: MachineUse,
): Promise<void> {
  const { orgId, environment } = tenancyOf(tx);
  const access = await guard.cache.at(orgId, version, () => readAccess(tx, orgId));
  const { blocking, note } = judgeUse(access, guard, { tenant: { orgId, environment }, use });
  note();
  if (blocking) throw accessDenied(blocking);
}

function judgeUse(
  access: CompiledAccess,
  { matches, decisions, geoIp }: AccessGuard,
  { tenant, use, exempt = false }: { tenant: Tenant; use: MachineUse; exempt?: boolean | undefined },
): JudgedUse {
  if (!access.judges('machine')) return unjudged;
  const signals = machineSignals(use, geoIp);
  const judgement = access.judge('machine', signals);
  const { decisive, excluding } = judgement;
  const blocking = decisive?.decision === 'BLOCK' ? decisive : undefined;
  return {
    blocking: exempt ? undefined : blocking,
    note() {
      const told = blocking ?? excluding;
      const kind = !blocking ? 'EXCLUDED' : exempt ? 'REPORTED' : 'DENIED';
      const denial = told && denialOf(told, use, kind);
      const outcome = kind === 'DENIED' ? 'DENIED' : 'ALLOWED';
      matches.note(tenant, { subject: 'machine', judgement, outcome, denial });
      decisions.noteUse(tenant, { use, signals, judgement, access, exempt });
    },
  };
}

const unjudged: JudgedUse = { blocking: undefined, note: () => undefined };

function denialOf(
  { id, name }: AccessPolicySource,
  use: MachineUse,
  outcome: Denial['outcome'],
): Denial | undefined {
  if (id === null) return undefined;
  const { identityId, credentialId, application = null, requestId } = use;
  return {
    policyId: id,
    policyName: name,
    outcome,
    subject: 'MACHINE',
    identityId,
    credentialId,
    application,
    requestId,
  };
}

/** A call of the API by its key, as the statement that authenticated the key has found it. */
interface FoundCall {
  version: number;
  riskScore: number;
  attempted: { identity: { id: string; type: string }; address?: string | null };
}

/**
 * Judges a call of the API. A key with `*` can always read and change policies. Otherwise no caller could correct a wrong policy.
 * A call is judged again while its answer is sent. This does not count as a use, so only a refusal is noted.
 * @throws {Failure} POLICY_DENIED
 */
export async function requireAccess(
  guard: AccessGuard,
  caller: Tenant & { credentialId: string; requestId?: string },
  { version, riskScore, attempted }: FoundCall,
  { now, exempt, isUse = true }: { now: Date; exempt: boolean; isUse?: boolean },
): Promise<void> {
  const { identity, address = null } = attempted;
  const use = {
    now,
    identityId: identity.id,
    identityType: identity.type,
    riskScore,
    credentialId: caller.credentialId,
    application: apiApplication,
    address,
    requestId: caller.requestId ?? null,
  };
  const { blocking, note } = await judgedUse(guard, caller, use, { version, exempt });
  if (isUse || blocking) note();
  if (blocking) throw accessDenied(blocking);
}

const accessDenied = ({ id: policyId, name: policyName }: AccessPolicySource): Failure =>
  new Failure('POLICY_DENIED', { policyId, policyName, reason: 'a policy of conditional access blocks it' });
