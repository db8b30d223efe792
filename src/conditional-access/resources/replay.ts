import { type CompiledAccess, compileAccess, type Explanation, type Subject } from '../judge/compile.ts';
import type { LoadedAccess } from '../judge/sql/access-policies.ts';
import { effectOf, type Proved } from '../judge/requirements.ts';
import type { AccessDecision, AccessPolicySource, Conditions, Signals } from '../judge/types.ts';

/** A recorded attempt, as it is replayed. */
export interface ReplayedAttempt {
  subject: Subject;
  signals: Signals;
  /** The decision at that time. */
  decision: AccessDecision;
  /** Uses that differ in nothing that policies see. */
  attempts: number;
  /** The policy that decided then. */
  policyId?: string | null;
  /** The proofs that the user had given; absent if they are not known. */
  proved?: Proved;
}

/** Attempts; all but `judged` are what the draft would have decided. */
export interface ReplayCounts {
  judged: number;
  allowed: number;
  blocked: number;
  asked: number;
  /** Where the decision would have been another one than it was. */
  changed: number;
}

export interface ReplayDay {
  /** In UTC. */
  day: string;
  users: ReplayCounts;
  machines: ReplayCounts;
}

/** Who would have been blocked or asked on a day. */
export interface ReplayExample {
  day: string;
  userId: string | null;
  identityId: string | null;
  decision: AccessDecision;
  application: string | null;
  attempts: number;
}

export interface ReplayResult {
  days: ReplayDay[];
  users: number;
  identities: number;
  /** By condition of the draft: how many attempts it might have applied to, had the input been known. */
  missing: { condition: keyof Conditions; users: number; machines: number }[];
  /** Whether there was more than one back-test replays. The rest is not counted. */
  isPartial?: boolean;
}

/** A draft among the present policies, and what it has decided so far. */
export interface Replay {
  note(attempt: ReplayedAttempt): void;
  result(): Omit<ReplayResult, 'isPartial'>;
  examples(): ReplayExample[];
}

/** Bound what one back-test keeps. */
const mostExamples = 10;
const mostNamed = 100_000;
const dayMs = 86_400_000;

/** A day, with the first who would have been blocked or asked. */
interface Noted extends ReplayDay {
  shown: Record<Subject, number>;
  examples: Map<string, ReplayExample>;
}

const nothingProved: Proved = { amr: [], authTime: new Date(0) };
const none = (): ReplayCounts => ({ judged: 0, allowed: 0, blocked: 0, asked: 0, changed: 0 });
const keyOf = { user: 'users', machine: 'machines' } as const;

/**
 * @param present the policies of the tenant, without the one that the draft is to replace
 * @param inPlaceOf the id of the replaced policy
 */
export function replayOf(
  draft: AccessPolicySource,
  { version, policies, locations }: LoadedAccess,
  inPlaceOf: string | null = null,
): Replay {
  const alone = compileAccess(version, [draft], locations);
  const all = compileAccess(version, [...policies, draft], locations);
  const days = new Map<number, Noted>();
  const named = { user: new Set<string>(), machine: new Set<string>() };
  const missing = new Map<keyof Conditions, Record<Subject, number>>();

  const dayOf = (now: Date): Noted => {
    const number = Math.floor(now.getTime() / dayMs);
    let found = days.get(number);
    if (!found) {
      const day = new Date(number * dayMs).toISOString().slice(0, 10);
      found = { day, users: none(), machines: none(), shown: { user: 0, machine: 0 }, examples: new Map() };
      days.set(number, found);
    }
    return found;
  };

  /** Whether the draft decides. A policy before it may decide first. */
  const decides = ({ subject, signals, attempts }: ReplayedAttempt): boolean => {
    const [said] = alone.explain(subject, signals);
    if (!said?.isAsked) return false;
    for (const field of unknownOf(said.outcomes)) {
      if (subject === 'user' && ofMachines.has(field)) continue;
      const counts = missing.get(field) ?? { user: 0, machine: 0 };
      missing.set(field, counts);
      counts[subject] += attempts;
    }
    return said.applies && isDecisive(all, subject, signals, draft);
  };

  const noteExample = ({ subject, signals, attempts }: ReplayedAttempt, day: Noted) => {
    const { userId = null, identityId = null, application = null } = signals;
    const id = subject === 'user' ? userId : identityId;
    if (id === null) return;
    if (named[subject].size < mostNamed) named[subject].add(id);
    const known = day.examples.get(`${subject} ${id}`);
    if (known) {
      known.attempts += attempts;
      return;
    }
    if (day.shown[subject]++ >= mostExamples) return;
    const { decision } = draft;
    day.examples.set(`${subject} ${id}`, {
      day: day.day,
      userId,
      identityId,
      decision,
      application,
      attempts,
    });
  };

  return {
    note(attempt) {
      const { subject, signals, decision, attempts } = attempt;
      const day = dayOf(signals.now);
      const counts = day[keyOf[subject]];
      counts.judged += attempts;
      if (!decides(attempt)) {
        // The replaced policy decided, and the draft would have left the attempt to others.
        const isReleased = inPlaceOf !== null && attempt.policyId === inPlaceOf;
        const now = isReleased ? (all.judge(subject, signals).decisive?.decision ?? 'ALLOW') : decision;
        if (now !== decision) counts.changed += attempts;
        return;
      }
      const { kind: effect } = effectOf(draft, signals, attempt.proved ?? nothingProved);
      counts[effect] += attempts;
      if (decision !== draft.decision) counts.changed += attempts;
      if (effect !== 'allowed') noteExample(attempt, day);
    },
    result: () => ({
      days: inOrder(days).map(({ day, users, machines }) => ({ day, users, machines })),
      users: named.user.size,
      identities: named.machine.size,
      missing: [...missing].map(([condition, { user, machine }]) => ({
        condition,
        users: user,
        machines: machine,
      })),
    }),
    examples: () => inOrder(days).flatMap((day) => [...day.examples.values()]),
  };
}

/** A user is never an identity: that is known. */
const ofMachines: ReadonlySet<keyof Conditions> = new Set(['identities', 'identityTypes']);

/** The conditions that lack their input, unless another condition keeps the draft from applying anyway. */
function unknownOf(outcomes: Explanation['outcomes']): (keyof Conditions)[] {
  if (outcomes.some(({ outcome }) => outcome === 'not included' || outcome === 'excluded')) return [];
  return outcomes.flatMap(({ field, outcome }) => (outcome === 'holds' ? [] : field));
}

const isDecisive = (
  all: CompiledAccess,
  subject: Subject,
  signals: Signals,
  draft: AccessPolicySource,
): boolean => all.judge(subject, signals).decisive === draft;

const inOrder = <Day>(days: ReadonlyMap<number, Day>): Day[] =>
  [...days].toSorted(([one], [other]) => one - other).map(([, day]) => day);
