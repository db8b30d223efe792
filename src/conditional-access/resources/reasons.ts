import type { CompiledAccess, Explanation, Subject } from '../judge/compile.ts';
import type { Outcome } from '../judge/condition.ts';
import type { AccessDecision, AccessStatus, Conditions, Signals } from '../judge/types.ts';
import { holds } from '../../lib/scope.ts';

/** The outcome of one policy for an attempt. */
export interface PolicyOutcome {
  /** Null for a draft. */
  policyId: string | null;
  policyName: string;
  status: AccessStatus;
  applies: boolean;
  /** Sentences, condition by condition. */
  reasons: readonly string[];
}

/** The noun for each condition in the reasons, and its verb. */
const subjects: Record<keyof Conditions, readonly [noun: string, is: 'is' | 'are']> = {
  users: ['the user', 'is'],
  groups: ['the groups of the user', 'are'],
  identities: ['the identity', 'is'],
  identityTypes: ['the type of the identity', 'is'],
  applications: ['the application', 'is'],
  locations: ['the location', 'is'],
  ipRanges: ['the address', 'is'],
  countries: ['the country', 'is'],
  devicePlatforms: ['the platform of the device', 'is'],
  deviceTrust: ['the trust in the device', 'is'],
  riskLevels: ['the risk', 'is'],
  clientTypes: ['the type of the client', 'is'],
  schedule: ['the time', 'is'],
};

/** The effect of a missing signal on policies that deny. If they matched, they would deny every verification without an address. */
const looser: Record<Exclude<AccessDecision, 'ALLOW'>, string> = {
  BLOCK:
    ' and does not block. To block it too, allow what is known in one policy, and block the rest in the next',
  REQUIRE:
    ' and requires nothing. To require it too, allow what is known in one policy, and require it of the rest in the next',
};

const sentences: Record<Outcome, (noun: string, is: string, decision: AccessDecision) => string> = {
  holds: () => 'the condition holds',
  'not included': (noun, is) => `${noun} ${is} not included`,
  excluded: (noun, is) => `${noun} ${is} excluded`,
  missing: (noun, is, decision) =>
    `${noun} ${is} not known, so the policy does not apply${decision === 'ALLOW' ? '' : looser[decision]}`,
  'not exempt': (noun, is, decision) =>
    decision === 'ALLOW'
      ? `${noun} ${is} not known and may be excluded, so the policy does not apply`
      : `${noun} ${is} not known, so there is no exemption`,
};

const unasked: Readonly<Record<Subject, string>> = {
  user: 'the policy does not judge users: add browser, native or agent to clientTypes, or name users or groups',
  machine: 'the policy does not judge machines: add machine to clientTypes, or name identities',
};

/** The conditions whose reasons tell of groups, devices and risk, and the scope that reads about them. */
const guarded: Readonly<Record<Subject, ReadonlySet<keyof Conditions>>> = {
  user: new Set(['groups', 'devicePlatforms', 'deviceTrust', 'riskLevels']),
  machine: new Set(['identityTypes', 'riskLevels']),
};
const readers = { user: 'directory.read', machine: 'identities.read' } as const;

/**
 * Returns why a policy applies or not, condition by condition.
 * @param scopes of the caller. Reasons that the caller may not read about are left out
 */
export function reasonsOf(
  { policy, isAsked, outcomes }: Explanation,
  subject: Subject,
  scopes: readonly string[],
): string[] {
  if (!isAsked) return [unasked[subject]];
  if (outcomes.length === 0) return ['the policy has no conditions, so it applies to every user'];
  const reader = readers[subject];
  const told = holds(scopes, reader)
    ? outcomes
    : outcomes.filter(({ field }) => !guarded[subject].has(field));
  const reasons = told.map(
    ({ field, outcome }) => `${field}: ${sentences[outcome](...subjects[field], policy.decision)}`,
  );
  return told.length === outcomes.length
    ? reasons
    : [...reasons, `other reasons require the scope ${reader}`];
}

/** A page of a list has 100 decisions. With more outcomes of each, the page would hold the event loop for long. */
const mostOutcomes = 64;

/** The outcomes of the policies for an attempt, in the order of priority, with all reasons. */
export interface Outcomes {
  outcomes: PolicyOutcome[];
  /** Policies without an outcome: there are too many of them. */
  leftOut: number;
}

/** Returns what the policies say. Those that apply are the last to be left out, and then those that are asked first. */
export function outcomesOf(access: CompiledAccess, subject: Subject, signals: Signals): Outcomes {
  const explained = access.explain(subject, signals);
  const kept = heaviest(explained, mostOutcomes);
  const outcomes = kept.map((one) => ({
    policyId: one.policy.id,
    policyName: one.policy.name,
    status: one.policy.status,
    applies: one.applies,
    reasons: reasonsOf(one, subject, ['*']),
  }));
  return { outcomes, leftOut: explained.length - outcomes.length };
}

/** Returns at most so many of a list, in its order: what applies, and then the first of the rest. */
export function heaviest<One extends { applies: boolean }>(all: readonly One[], most: number): One[] {
  if (all.length <= most) return [...all];
  const kept = new Set(
    all.toSorted((one, other) => Number(other.applies) - Number(one.applies)).slice(0, most),
  );
  return all.filter((one) => kept.has(one));
}
