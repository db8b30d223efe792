import type { RiskFinding } from '../judge/types.ts';
import { riskLevel } from '../../lib/risk-score.ts';

/** Facts that speak against a sign-in. */
export interface SignInFacts {
  newCountry: boolean;
  impossibleTravel: boolean;
  newBrowser: boolean;
  failureBurst: boolean;
  breachedPassword: boolean;
  anonymousNetwork: boolean;
}

/** The order of the reasons. */
const weights: readonly { kind: string; fact: keyof SignInFacts; weight: number }[] = [
  { kind: 'NEW_COUNTRY', fact: 'newCountry', weight: 25 },
  { kind: 'IMPOSSIBLE_TRAVEL', fact: 'impossibleTravel', weight: 30 },
  { kind: 'NEW_BROWSER', fact: 'newBrowser', weight: 10 },
  { kind: 'FAILURE_BURST', fact: 'failureBurst', weight: 20 },
  { kind: 'BREACHED_PASSWORD', fact: 'breachedPassword', weight: 40 },
  { kind: 'ANONYMOUS_NETWORK', fact: 'anonymousNetwork', weight: 25 },
];

/** Returns the reasons that apply and their sum. The levels are those of identities. */
export function riskOfSignIn(facts: SignInFacts): RiskFinding {
  const reasons = weights.flatMap(({ kind, fact, weight }) => (facts[fact] ? [{ kind, weight }] : []));
  const score = Math.min(
    100,
    reasons.reduce((sum, { weight }) => sum + weight, 0),
  );
  return { score, level: riskLevel(score), reasons };
}
