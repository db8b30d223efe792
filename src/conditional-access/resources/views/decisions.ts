import type { AccessInputs, RecordedAccessDecision } from '../../../../generated/types/types.gen.ts';
import { unpacked } from '../decisions.ts';
import type { DecisionRow, StoredSignals } from '../sql/access-decisions.ts';

/** The kinds of subjects whose inputs the caller may see. */
export interface Sight {
  users: boolean;
  identities: boolean;
}

export function viewDecision(row: DecisionRow, sight: Sight): RecordedAccessDecision {
  const seen = row.subject === 'user' ? sight.users : sight.identities;
  const { policyName, requirements, outcomes, leftOut, risk } = unpacked(row.outcomes);
  return {
    id: row.id,
    timestamp: row.at.toISOString(),
    subject: row.subject,
    userId: seen ? row.userId : null,
    identityId: seen ? row.identityId : null,
    credentialId: seen ? row.credentialId : null,
    application: row.application,
    decision: row.decision,
    outcome: row.outcome,
    requirements: [...requirements],
    policyId: row.policyId,
    policyName,
    attempts: row.attempts,
    inputs: seen ? viewInputs(row.signals) : null,
    risk: seen && risk ? { score: risk.score, level: risk.level, reasons: [...risk.reasons] } : null,
    outcomes: outcomes.map(({ policyId, policyName: name, status, applies, reasons }) => ({
      policyId,
      policyName: name,
      status,
      applies,
      reasons: seen ? [...reasons] : null,
    })),
    outcomesLeftOut: leftOut,
    requestId: row.requestId,
  };
}

const viewInputs = (signals: StoredSignals): AccessInputs => ({
  groups: signals.groups ? [...signals.groups] : null,
  identityType: signals.identityType ?? null,
  ipAddress: signals.address ?? null,
  country: signals.country ?? null,
  devicePlatform: signals.devicePlatform ?? null,
  deviceTrust: signals.deviceTrust ?? null,
  riskLevel: signals.riskLevel ?? null,
  clientType: signals.clientType ?? null,
  isAgent: signals.isAgent === true,
});
