import { aboveAnyRisk, lowestRisk } from '../../lib/risk-score.ts';
import { type Asked, compileConditions, type Condition, isOfRequest, type Outcome } from './condition.ts';
import { type CompiledLocations, compileLocations, locationsOf } from './locations.ts';
import type { AccessPolicySource, Conditions, NamedLocationSource, Signals } from './types.ts';

/** Who is judged: a user in a sign-in, or a client or identity without one. */
export type Subject = 'user' | 'machine';

/** The policy that decides an attempt, and what the watched policies would have done. */
export interface Judgement {
  /** The first enabled policy that applies; undefined if none does, which allows. */
  decisive: AccessPolicySource | undefined;
  /** The policies with status REPORT_ONLY that would have decided, had they been enabled. */
  reported: AccessPolicySource[];
  /** The enabled policy that would have decided, had it not excluded the user or the identity by its id. Never one that allows. */
  excluding?: AccessPolicySource;
}

/** The outcome of each condition of one policy for an attempt. */
export interface Explanation {
  policy: AccessPolicySource;
  applies: boolean;
  /** False for a policy that does not judge such a subject. */
  isAsked: boolean;
  outcomes: { field: keyof Conditions; outcome: Outcome }[];
}

/** The policies and locations of a tenant, ready to judge. */
export interface CompiledAccess {
  /** The policies_version of the tenant that they are; 0 when there are none. */
  readonly version: number;
  readonly policies: readonly AccessPolicySource[];
  readonly locations: CompiledLocations;
  /** Whether any policy judges the subject. If none does, no signal needs to be found. */
  judges(subject: Subject): boolean;
  judge(subject: Subject, signals: Signals): Judgement;
  /**
   * Returns the enabled policies that can apply to a user, in their order, if only some signals are known. `isSure` if a policy
   * applies for each value of the others.
   * @param open the conditions on signals that are not known
   */
  mayApply(signals: Signals, open: ReadonlySet<keyof Conditions>): MayApply[];
  /** Whether an enabled policy demands a second factor or a passkey of the user somewhere: in any application, from any place. */
  demandsFactor(signals: Pick<Signals, 'now' | 'userId' | 'groups'>): boolean;
  /** Returns the risk score below which no policy applies to a use of a key, for any identity and at any time. */
  ruledOutBelow(signals: Signals): number;
  /** Whether the decision on a user can depend on the trust of the device, or a report can. */
  asksForDevice(signals: Signals, how?: { isQuiet?: boolean }): boolean;
  /** Every policy, in the order of priority. It says the same as {@link judge}. */
  explain(subject: Subject, signals: Signals): Explanation[];
}

interface MayApply {
  policy: AccessPolicySource;
  isSure: boolean;
}

interface Compiled {
  policy: AccessPolicySource;
  conditions: Condition[];
}

/**
 * A policy judges machines only if it names them. "Block outside the office" is meant for users, and would deny every
 * verification without an address.
 */
export function judgesMachines({ clientTypes, identities, identityTypes }: Conditions): boolean {
  const named = [identities.include, identities.exclude, identityTypes.include, identityTypes.exclude];
  return clientTypes.includes('machine') || named.some((list) => list.length > 0);
}

/**
 * A policy for identities judges no users, unless it names users as well: "block all identities but this one" is meant for
 * machines, and would lock every user out.
 */
function judgesUsers(conditions: Conditions): boolean {
  const { clientTypes, users, groups, identities, identityTypes } = conditions;
  const isSaid = ({ include, exclude }: Conditions['users']): boolean => include.length + exclude.length > 0;
  if (clientTypes.length > 0) return clientTypes.some((type) => type !== 'machine');
  return isSaid(users) || isSaid(groups) || !(isSaid(identities) || isSaid(identityTypes));
}

/** The conditions on what is known of a device. The platform of a known device counts more than that of the user agent. */
const ofDevice: ReadonlySet<keyof Conditions> = new Set(['deviceTrust', 'devicePlatforms']);

/** Tells which policies judge a subject. */
const judges: Record<Subject, (conditions: Conditions) => boolean> = {
  user: judgesUsers,
  machine: judgesMachines,
};

/**
 * A missing signal never includes, so a policy with a condition on it does not apply. For BLOCK and REQUIRE, this is the looser side:
 * matching would deny every verification without an address. An exclusion fails to the stricter side (decisions 6.12): a missing signal does
 * not exempt from BLOCK and REQUIRE, but what may be excluded from ALLOW is not allowed by it.
 */
const lets = (outcome: Outcome, { decision }: AccessPolicySource): boolean =>
  outcome === 'holds' || (outcome === 'not exempt' && decision !== 'ALLOW');

/** Returns the lowest risk score at which a policy can apply. */
const fromRisk = ({ riskLevels }: Conditions): number =>
  riskLevels.length === 0 ? 0 : Math.min(...riskLevels.map((level) => lowestRisk[level]));

const isAboutUser = ({ field }: Condition): boolean => field === 'users' || field === 'groups';

/** Whether a policy applies, or would apply if it did not exclude the subject by its id. */
function application({ policy, conditions }: Compiled, asked: Asked): 'applies' | 'excludes' | 'not' {
  let result: 'applies' | 'excludes' = 'applies';
  for (const condition of conditions) {
    const outcome = condition.judge(asked);
    if (lets(outcome, policy)) continue;
    const isById = condition.field === 'users' || condition.field === 'identities';
    if (outcome !== 'excluded' || !isById) return 'not';
    result = 'excludes';
  }
  return result;
}

/** @param sources policies of one tenant; those with status DISABLED are explained, and judge nothing */
export function compileAccess(
  version: number,
  sources: readonly AccessPolicySource[],
  places: readonly NamedLocationSource[],
): CompiledAccess {
  const locations = compileLocations(places);
  const all = sources
    .toSorted((one, other) => one.priority - other.priority)
    .map((policy): Compiled => ({ policy, conditions: compileConditions(policy.conditions) }));
  const live = all.filter(({ policy }) => policy.status !== 'DISABLED');
  const bySubject: Record<Subject, Compiled[]> = {
    user: live.filter(({ policy }) => judgesUsers(policy.conditions)),
    machine: live.filter(({ policy }) => judgesMachines(policy.conditions)),
  };
  const ofRequests = bySubject.machine.map(({ policy, conditions }) => ({
    policy,
    conditions: conditions.filter(isOfRequest),
    fromRisk: fromRisk(policy.conditions),
  }));
  const demanding = bySubject.user
    .filter(({ policy: { status, decision } }) => status === 'ENABLED' && decision === 'REQUIRE')
    .filter(({ policy: { requirements: all } }) => all.includes('MFA') || all.includes('PASSKEY'))
    .map(({ policy, conditions }) => ({ policy, conditions: conditions.filter(isAboutUser) }));
  const asked = (signals: Signals): Asked => ({ signals, location: locationsOf(locations, signals) });

  const byDevice = bySubject.user.some(
    ({ policy }) =>
      policy.conditions.deviceTrust.length > 0 || policy.requirements.includes('COMPLIANT_DEVICE'),
  );

  return {
    version,
    policies: all.map(({ policy }) => policy),
    locations,
    judges: (subject) => bySubject[subject].length > 0,
    judge(subject, signals) {
      const about = asked(signals);
      const reported: AccessPolicySource[] = [];
      let excluding: AccessPolicySource | undefined;
      const judgement = (decisive: AccessPolicySource | undefined): Judgement =>
        excluding ? { decisive, reported, excluding } : { decisive, reported };
      for (const one of bySubject[subject]) {
        const { policy } = one;
        const is = application(one, about);
        if (is === 'applies' && policy.status === 'ENABLED') return judgement(policy);
        if (is === 'applies') reported.push(policy);
        if (is === 'excludes' && policy.status === 'ENABLED' && policy.decision !== 'ALLOW')
          excluding ??= policy;
      }
      return judgement(undefined);
    },
    ruledOutBelow(signals) {
      const about = asked(signals);
      let below = aboveAnyRisk;
      for (const { policy, conditions, fromRisk } of ofRequests)
        if (fromRisk < below && conditions.every((condition) => lets(condition.judge(about), policy)))
          below = fromRisk;
      return below;
    },
    mayApply(signals, open) {
      const about = asked(signals);
      return bySubject.user.flatMap(({ policy, conditions }) => {
        const known = conditions.filter(({ field }) => !open.has(field));
        const can =
          policy.status === 'ENABLED' && known.every((condition) => lets(condition.judge(about), policy));
        return can ? [{ policy, isSure: known.length === conditions.length }] : [];
      });
    },
    demandsFactor: (signals) => demanding.some((one) => application(one, asked(signals)) === 'applies'),
    asksForDevice(signals, { isQuiet = false } = {}) {
      if (!byDevice) return false;
      const about = asked(signals);
      for (const { policy, conditions } of bySubject.user) {
        // A policy that only reports must not interrupt an application that wants an answer without a page.
        if (isQuiet && policy.status !== 'ENABLED') continue;
        const asksTrust = policy.conditions.deviceTrust.length > 0;
        const others = asksTrust ? conditions.filter(({ field }) => !ofDevice.has(field)) : conditions;
        if (application({ policy, conditions: others }, about) !== 'applies') continue;
        if (asksTrust || policy.requirements.includes('COMPLIANT_DEVICE')) return true;
        if (policy.status === 'ENABLED') return false;
      }
      return false;
    },
    explain(subject, signals) {
      const about = asked(signals);
      return all.map((one) => {
        const { policy, conditions } = one;
        const isAsked = judges[subject](policy.conditions);
        const outcomes = conditions.map((one) => ({ field: one.field, outcome: one.judge(about) }));
        return {
          policy,
          isAsked,
          applies: isAsked && outcomes.every(({ outcome }) => lets(outcome, policy)),
          outcomes,
        };
      });
    },
  };
}

export const noAccessPolicies: CompiledAccess = compileAccess(0, [], []);
