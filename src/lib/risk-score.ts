/** The facts about an identity that its risk depends on. Its credentials are those that have not ended. */
export interface RiskFacts {
  /** Whether it is revoked or deleted: nothing can be done with it any more. */
  ended: boolean;
  owned: boolean;
  neverExpiring: number;
  old: number;
  unused: number;
  wildcard: number;
  leaked: number;
  /** Anomalies that are not closed, but for leaked secrets. */
  lowAnomalies: number;
  mediumAnomalies: number;
  highAnomalies: number;
  violated: boolean;
}

export interface RiskFactor {
  factor: string;
  weight: number;
  description: string;
}

export interface Risk {
  score: number;
  factors: RiskFactor[];
}

export type RiskBand = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

/** After how many days a secret counts as old, a credential as unused, and a violation as forgotten. */
export const riskDays = { old: 180, unused: 90, violated: 7 } as const;

const count = (many: number, one: string, more: string): string =>
  many === 1 ? `1 ${one}` : `${many} ${more}`;
const credentials = (many: number, does: string, do_: string): string =>
  count(many, `credential ${does}`, `credentials ${do_}`);
const anomalies = (many: number, severity: string): string =>
  count(
    many,
    `anomaly of severity ${severity} is not closed`,
    `anomalies of severity ${severity} are not closed`,
  );

/** Each counts once, however many things it is true of, so that ten of one kind do not outweigh everything else. */
const weights: readonly {
  factor: string;
  weight: number;
  applies: (facts: RiskFacts) => number | boolean;
  /** Says nothing that time alone changes, or the factors of everything would be written every hour. */
  describe: (many: number) => string;
}[] = [
  {
    factor: 'NO_OWNER',
    weight: 10,
    applies: ({ owned }) => !owned,
    describe: () => 'This identity has no owner',
  },
  {
    factor: 'NEVER_EXPIRES',
    weight: 10,
    applies: ({ neverExpiring }) => neverExpiring,
    describe: (many) => credentials(many, 'never expires', 'never expire'),
  },
  {
    factor: 'OLD_CREDENTIAL',
    weight: 10,
    applies: ({ old }) => old,
    describe: (many) =>
      credentials(many, 'has', 'have') + ` a secret that is older than ${riskDays.old} days`,
  },
  {
    factor: 'UNUSED_CREDENTIAL',
    weight: 15,
    applies: ({ unused }) => unused,
    describe: (many) => credentials(many, 'was', 'were') + ` not used for more than ${riskDays.unused} days`,
  },
  {
    factor: 'WILDCARD_SCOPE',
    weight: 20,
    applies: ({ wildcard }) => wildcard,
    describe: (many) => credentials(many, 'carries', 'carry') + ' the scope *, which may do everything',
  },
  {
    factor: 'ANOMALY_LOW',
    weight: 5,
    applies: ({ lowAnomalies }) => lowAnomalies,
    describe: (many) => anomalies(many, 'LOW'),
  },
  {
    factor: 'ANOMALY_MEDIUM',
    weight: 15,
    applies: ({ mediumAnomalies }) => mediumAnomalies,
    describe: (many) => anomalies(many, 'MEDIUM'),
  },
  {
    factor: 'ANOMALY_HIGH',
    weight: 30,
    applies: ({ highAnomalies }) => highAnomalies,
    describe: (many) => anomalies(many, 'HIGH or CRITICAL'),
  },
  {
    factor: 'POLICY_VIOLATED',
    weight: 10,
    applies: ({ violated }) => violated,
    describe: () => `A policy was violated in the last ${riskDays.violated} days`,
  },
  {
    factor: 'LEAKED_SECRET',
    weight: 60,
    applies: ({ leaked }) => leaked,
    describe: (many) => credentials(many, 'has', 'have') + ' a leaked secret that is still accepted',
  },
];

/** The factors that apply and their sum, at most 100 (decisions 6.4). */
export function riskOf(facts: RiskFacts): Risk {
  if (facts.ended) return { score: 0, factors: [] };
  const factors = weights.flatMap(({ factor, weight, applies, describe }) => {
    const many = Number(applies(facts));
    return many > 0 ? [{ factor, weight, description: describe(many) }] : [];
  });
  const sum = factors.reduce((total, { weight }) => total + weight, 0);
  return { score: Math.min(100, sum), factors };
}

/** The lowest score of each band (decisions 6.4). */
export const lowestRisk: Readonly<Record<RiskBand, number>> = { LOW: 0, MEDIUM: 25, HIGH: 50, CRITICAL: 75 };

/** One more than the highest score. */
export const aboveAnyRisk = 101;

export const riskLevel = (score: number): RiskBand =>
  score < lowestRisk.MEDIUM
    ? 'LOW'
    : score < lowestRisk.HIGH
      ? 'MEDIUM'
      : score < lowestRisk.CRITICAL
        ? 'HIGH'
        : 'CRITICAL';
