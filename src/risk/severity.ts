/** How much something matters, the least first. */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

export type Severity = (typeof severities)[number];

export const isSeverity = (value: unknown): value is Severity =>
  severities.some((severity) => severity === value);

/** Whether the first matters as much as the second, or more. */
export const atLeast = (one: Severity, other: Severity): boolean => byGravity(one, other) >= 0;

/** Sorts the least first. */
export const byGravity = (one: Severity, other: Severity): number =>
  severities.indexOf(one) - severities.indexOf(other);

export const graver = (one: Severity, other: Severity): Severity => (atLeast(one, other) ? one : other);
