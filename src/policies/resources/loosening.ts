import type { FieldChange } from '../../platform/events.ts';
import {
  ifBelow,
  ifGains,
  ifHigher,
  ifLoses,
  ifOn,
  type Loosens,
  loosensBy,
  never,
} from '../../lib/loosening.ts';
import type { Policy } from '../judge/entities/policy.ts';

/** The parameters of all types of policies. A parameter that is not here loosens with any change. */
const parameters: Readonly<Record<string, Loosens>> = {
  maxTtlSeconds: ifHigher,
  maxAgeDays: ifHigher,
  maxIdleDays: ifHigher,
  maxUses: ifHigher,
  allowNeverExpiring: ifOn,
  allowedScopes: ifGains,
  deniedScopes: ifLoses,
  cidrs: ifGains,
  days: ifGains,
};

const parametersLoosen: Loosens = (from, to) => {
  const [before, after] = [from, to] as Record<string, unknown>[];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...names].map((field) => ({ field, from: before?.[field], to: after?.[field] }));
  return loosensBy(
    parameters,
    changes.filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to)),
  );
};

/** An empty list selects all. */
const selectsFewer: Loosens = (_from, to) => !Array.isArray(to) || to.length > 0;

const fields = {
  name: never,
  description: never,
  mode: ifBelow('DISABLED', 'REPORT_ONLY', 'ENFORCE'),
  severity: ifBelow('LOW', 'MEDIUM', 'HIGH', 'CRITICAL'),
  identityTypes: selectsFewer,
  tags: selectsFewer,
  identityIds: selectsFewer,
  parameters: parametersLoosen,
  actions: ifLoses,
} satisfies Partial<Record<keyof Policy, Loosens>>;

/** Tells whether changes of a policy let more happen, or be unnoticed, than before. A policy that was disabled loosens nothing. */
export const loosensPolicy = (before: Pick<Policy, 'mode'>, changes: readonly FieldChange[]): boolean =>
  before.mode !== 'DISABLED' && loosensBy(fields, changes);
