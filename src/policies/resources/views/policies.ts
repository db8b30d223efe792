import type {
  IdentityType,
  PolicyEvaluation,
  PolicyItem,
  PolicyJudgement,
  PolicyOperation,
  Policy as PolicyBody,
} from '../../../../generated/types/types.gen.ts';
import type { Policy } from '../../judge/entities/policy.ts';

export const viewPolicyItem = (policy: Policy): PolicyItem => ({
  id: policy.id,
  name: policy.name,
  description: policy.description,
  type: policy.type,
  mode: policy.mode,
  severity: policy.severity,
  selector: {
    // The column holds only values that requests may contain.
    identityTypes: policy.identityTypes as IdentityType[],
    tags: policy.tags,
    identityIds: policy.identityIds,
  },
  parameters: policy.parameters,
  actions: policy.actions,
  violationCount: policy.violationCount,
  lastViolatedAt: policy.lastViolatedAt?.toISOString() ?? null,
  createdBy: policy.createdBy,
  createdAt: policy.createdAt.toISOString(),
  updatedAt: policy.updatedAt.toISOString(),
});

export const viewPolicy = (policy: Policy, matchedIdentities: number): PolicyBody => ({
  ...viewPolicyItem(policy),
  matchedIdentities,
});

interface Judgement extends Pick<PolicyJudgement, 'outcome' | 'reason' | 'details'> {
  policy: {
    id: string | null;
    name: string;
    type: PolicyJudgement['policyType'];
    mode: PolicyJudgement['mode'];
    actions: readonly PolicyJudgement['actions'][number][];
  };
}

interface Evaluated
  extends Pick<PolicyEvaluation, 'decision' | 'identityId' | 'credentialId' | 'ttlSeconds'> {
  at: Date;
  judgements: readonly Judgement[];
}

export const viewEvaluation = (
  operation: PolicyOperation,
  { at, judgements, decision, identityId, credentialId, ttlSeconds }: Evaluated,
): PolicyEvaluation => ({
  decision,
  operation,
  identityId,
  credentialId,
  at: at.toISOString(),
  ttlSeconds,
  evaluated: judgements.map(({ policy, outcome, reason, details }) => ({
    policyId: policy.id,
    policyName: policy.name,
    policyType: policy.type,
    mode: policy.mode,
    outcome,
    reason,
    details,
    actions: [...policy.actions],
  })),
});
