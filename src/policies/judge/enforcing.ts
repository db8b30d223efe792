import { tenancyOf } from '../../platform/entities/owned.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import { loadPoliciesIn } from './sql/policies.ts';
import { type Grantor, requireAlso } from '../../platform/grants.ts';
import type { Tx } from '../../platform/tx.ts';
import { type CompiledPolicies, compilePolicies, noPolicies, selectorOf } from './compile.ts';
import type { Attempted, JudgedCredential, JudgedIdentity, PolicyOperation } from './types.ts';
import { PolicyDenied, recordViolations, violationsOf } from './violations.ts';

/**
 * The policies that hold in the caller's transaction.
 * @param lock of the tenant; without policies it spares a statement
 */
export async function policiesIn(tx: Tx, lock?: TenantLock): Promise<CompiledPolicies> {
  if (lock?.policiesVersion === 0) return noPolicies;
  const { version: loaded, policies } = await loadPoliciesIn(tx, tenancyOf(tx).orgId);
  return loaded === 0 ? noPolicies : compilePolicies(loaded, policies);
}

/** Returns only what policies see of an identity. */
export const judgedIdentity = ({ id, name, type, tags }: JudgedIdentity): JudgedIdentity => ({
  id,
  name,
  type,
  tags,
});

/**
 * Tells whether an enforced policy no longer selects the identity after a change, and requires `policies.write` for it. The fields
 * that a policy selects by are bounds: without this rule, `identities.write` alone would end every denial.
 * @throws {Failure} INSUFFICIENT_SCOPE
 */
export function leavesPolicies(
  { sources }: CompiledPolicies,
  before: JudgedIdentity,
  after: JudgedIdentity,
  grantor: Grantor,
): boolean {
  const escapes = sources.some((policy) => {
    const selects = selectorOf(policy);
    return policy.mode === 'ENFORCE' && selects(before) && !selects(after);
  });
  if (escapes) requireAlso(grantor, 'policies.write');
  return escapes;
}

/** Returns when the current secret began. Its age and its life count from there. */
export const secretSince = ({
  createdAt,
  lastRotatedAt,
}: Pick<JudgedCredential, 'createdAt' | 'lastRotatedAt'>): Date => lastRotatedAt ?? createdAt;

/** Whole seconds, so that an end that was asked for by a `ttl` is as long as it. */
export const secondsBetween = (from: Date, to: Date): number =>
  Math.round((to.getTime() - from.getTime()) / 1000);

/** Judges a change; what policies only watch is told with it. @throws {PolicyDenied} */
export async function requirePolicies(
  tx: Tx,
  policies: CompiledPolicies,
  operation: PolicyOperation,
  attempted: Omit<Attempted, 'now'> & { credential?: Pick<JudgedCredential, 'id' | 'version'> },
  grantor: Grantor,
): Promise<void> {
  if (policies.sources.length === 0) return;
  const { identity, credential, ...facts } = attempted;
  const { now } = tenancyOf(tx);
  const verdicts = policies.judge(operation, { ...facts, now, identity: judgedIdentity(identity) });
  if (verdicts.length === 0) return;
  const violator = {
    identityId: identity.id,
    identityName: identity.name,
    credentialId: credential?.id ?? null,
    credentialVersion: credential?.version ?? null,
  };
  const violations = violationsOf(verdicts, violator, { action: operation, requestId: grantor.requestId });
  if (violations.some(({ outcome }) => outcome === 'DENIED')) throw new PolicyDenied(violations);
  await recordViolations(tx, violations);
}
