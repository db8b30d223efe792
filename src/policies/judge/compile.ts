import type { CredentialLifetimeParameters } from './checks/credential-lifetime.ts';
import type { UsageRateParameters } from './checks/usage-rate.ts';
import { policyKinds } from './table.ts';
import {
  type Attempted,
  type Check,
  type Finding,
  type JudgedIdentity,
  type PolicyOperation,
  policyOperations,
  type PolicySource,
} from './types.ts';

/** The verdict of one policy on an attempt that violates it. */
export interface Verdict {
  policy: PolicySource;
  finding: Finding;
  /** Whether the attempt is refused. */
  denies: boolean;
}

/** The policies of a tenant that are not disabled, ready to judge. */
export interface CompiledPolicies {
  /** The policies_version of the tenant that they are; 0 when there are none. */
  readonly version: number;
  readonly sources: readonly PolicySource[];
  /** Returns the verdicts of the policies that the attempt violates, in the order of the policies. */
  judge(operation: PolicyOperation, attempted: Attempted): Verdict[];
  /**
   * The uses of a minute that may be counted for the identity. Null when no policy asks, Infinity when they are only
   * watched.
   */
  mostInWindow(identity: JudgedIdentity): number | null;
  /** How long a credential lives if the caller gives no lifetime; null when no policy says so. */
  defaultTtlSeconds(identity: JudgedIdentity): number | null;
}

interface Compiled {
  policy: PolicySource;
  selects: (identity: JudgedIdentity) => boolean;
  check: Check;
  denies: boolean;
}

/** SUSPEND and REVOKE refuse as well: what ends a credential does not let its last attempt through. */
export const isDenying = ({ mode, actions }: Pick<PolicySource, 'mode' | 'actions'>): boolean =>
  mode === 'ENFORCE' && actions.some((action) => action !== 'ALERT');

/** Lists that are empty say nothing (PolicySelector). */
export function selectorOf({
  identityTypes,
  tags,
  identityIds,
}: Pick<PolicySource, 'identityTypes' | 'tags' | 'identityIds'>): (identity: JudgedIdentity) => boolean {
  if (identityTypes.length + tags.length + identityIds.length === 0) return () => true;
  const ids = new Set(identityIds);
  return (identity) =>
    (identityTypes.length === 0 || identityTypes.includes(identity.type)) &&
    (tags.length === 0 || identity.tags.some((tag) => tags.includes(tag))) &&
    (ids.size === 0 || ids.has(identity.id));
}

export function compilePolicies(version: number, sources: readonly PolicySource[]): CompiledPolicies {
  const byOperation = new Map<PolicyOperation, Compiled[]>(policyOperations.map((one) => [one, []]));
  const asked = sources.filter(({ mode }) => mode !== 'DISABLED');
  for (const policy of asked) {
    const { operations, compile } = policyKinds[policy.type];
    const one = { policy, selects: selectorOf(policy), check: compile(policy.parameters) };
    for (const operation of operations) {
      // The daily pass runs without an attempt, so there is nothing to refuse.
      const denies = operation !== 'dailyPass' && isDenying(policy);
      byOperation.get(operation)?.push({ ...one, denies });
    }
  }
  const of = (type: PolicySource['type']) =>
    asked.filter((policy) => policy.type === type).map((policy) => ({ policy, selects: selectorOf(policy) }));
  const rates = of('USAGE_RATE').map(({ policy, selects }) => ({
    selects,
    most: isDenying(policy) ? (policy.parameters as UsageRateParameters).maxUses : Infinity,
  }));
  const lifetimes = of('CREDENTIAL_LIFETIME').filter(({ policy }) => policy.mode === 'ENFORCE');

  return {
    version,
    sources: asked,
    judge(operation, attempted) {
      const verdicts: Verdict[] = [];
      for (const { policy, selects, check, denies } of byOperation.get(operation) ?? []) {
        if (!selects(attempted.identity)) continue;
        const finding = check(attempted);
        if (finding) verdicts.push({ policy, finding, denies });
      }
      return verdicts;
    },
    mostInWindow(identity) {
      let least: number | null = null;
      for (const { selects, most } of rates) if (selects(identity)) least = Math.min(least ?? Infinity, most);
      return least;
    },
    defaultTtlSeconds(identity) {
      const selected = lifetimes
        .filter(({ selects }) => selects(identity))
        .map(({ policy }) => policy.parameters as CredentialLifetimeParameters);
      const defaults = selected.flatMap(({ defaultTtlSeconds }) => defaultTtlSeconds ?? []);
      if (defaults.length === 0) return null;
      // If policies contradict each other, the strictest holds: no default is above another's maximum.
      return Math.min(...defaults, ...selected.map(({ maxTtlSeconds }) => maxTtlSeconds));
    },
  };
}

export const noPolicies: CompiledPolicies = compilePolicies(0, []);
