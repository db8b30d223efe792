import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit, type NewEvent } from '../../platform/events.ts';
import { Failure } from '../../failure.ts';
import { countViolations } from './sql/policies.ts';
import { enqueue } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Verdict } from './compile.ts';
import type { PolicySource, Violator } from './types.ts';

/** A violation of a policy, to be counted and reported. */
export interface Violation extends Violator {
  policy: PolicySource & { id: string };
  outcome: 'DENIED' | 'REPORTED';
  /** The operation that was attempted. */
  action: string;
  reason: string;
  details: Record<string, unknown>;
  requestId: string | null;
  /** How often, when many are told as one. */
  count: number;
}

interface Attempt {
  action: string;
  requestId: string | undefined;
}

/** Returns the violations in verdicts, for the record; drafts leave none. */
export const violationsOf = (
  verdicts: readonly Verdict[],
  violator: Violator,
  { action, requestId }: Attempt,
): Violation[] =>
  verdicts.flatMap(({ policy, finding, denies }) =>
    policy.id === null
      ? []
      : [
          {
            ...violator,
            policy: { ...policy, id: policy.id },
            outcome: denies ? ('DENIED' as const) : ('REPORTED' as const),
            action,
            ...finding,
            requestId: requestId ?? null,
            count: 1,
          },
        ],
  );

/** An attempt that a policy refuses. Its violations are on record, with the refusal, before it is answered. */
export class PolicyDenied extends Failure {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    const denied = violations.find(({ outcome }) => outcome === 'DENIED');
    if (!denied) throw new Error('nothing was denied');
    const { policy, reason, details } = denied;
    const { id: policyId, name: policyName, type: policyType } = policy;
    super('POLICY_DENIED', { policyId, policyName, policyType, reason, ...details });
    this.violations = violations;
  }
}

/** Returns the action of an enforced policy on the credential. */
export const actOf = ({
  mode,
  actions,
}: Pick<PolicySource, 'mode' | 'actions'>): 'SUSPEND' | 'REVOKE' | undefined => {
  if (mode !== 'ENFORCE') return undefined;
  return actions.includes('REVOKE') ? 'REVOKE' : actions.includes('SUSPEND') ? 'SUSPEND' : undefined;
};

const eventOf = ({ policy, ...one }: Violation): NewEvent => ({
  type: 'policy.violated',
  data: {
    policyId: policy.id,
    policyName: policy.name,
    policyType: policy.type,
    mode: policy.mode,
    severity: policy.severity,
    identityId: one.identityId,
    identityName: one.identityName,
    credentialId: one.credentialId,
    action: one.action,
    outcome: one.outcome,
    details: {
      reason: one.reason,
      actions: policy.actions,
      ...one.details,
      ...(one.count > 1 ? { count: one.count } : {}),
    },
    requestId: one.requestId,
  },
});

/** Tells violations, asks for what enforced policies do about them, and counts them, in the caller's transaction. */
export async function recordViolations(tx: Tx, violations: readonly Violation[]): Promise<void> {
  await tellViolations(tx, violations);
  await askToAct(tx, violations);
  await countOf(tx, violations);
}

export const tellViolations = (tx: Tx, violations: readonly Violation[]): Promise<void> =>
  emit(tx, violations.map(eventOf));

/** The rows of policies are locked last of all, and in the order of their ids. */
export async function countOf(
  tx: Tx,
  violations: readonly { policy: { id: string }; count: number }[],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { policy, count } of violations) counts.set(policy.id, (counts.get(policy.id) ?? 0) + count);
  if (counts.size > 0) await countViolations(tx, tenancyOf(tx).orgId, counts);
}

export async function askToAct(tx: Tx, violations: readonly Violation[]): Promise<void> {
  const { orgId } = tenancyOf(tx);
  for (const { policy, credentialId, credentialVersion } of violations) {
    if (credentialId === null || credentialVersion === null || !actOf(policy)) continue;
    const { id: policyId, version: policyVersion } = policy;
    if (policyVersion === undefined) continue;
    const payload = { orgId, policyId, policyVersion, credentialId, version: credentialVersion };
    await enqueue(tx, 'enforce-policy', payload, { key: `policy:${policy.id}:${credentialId}` });
  }
}
