import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { UserDecision } from '../judge/decisions.ts';
import type { AccessDecision, AttemptOutcome, Requirement, RiskFinding, Signals } from '../judge/types.ts';
import { newId } from '../../lib/id.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { writeLast } from '../../platform/last-writes.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Proved } from '../judge/requirements.ts';
import { heaviest, outcomesOf, type PolicyOutcome } from './reasons.ts';
import { addDecisions, type DecisionRow, decisionRows, type StoredSignals } from './sql/access-decisions.ts';

/** A decision, and all that it was made of. */
export interface RecordedDecision {
  subject: 'user' | 'machine';
  userId?: string | undefined;
  identityId?: string | undefined;
  credentialId?: string | undefined;
  application: string | null;
  signals: Signals;
  decision: AccessDecision;
  outcome: AttemptOutcome;
  /** The proofs of the user. */
  proved?: Proved;
  /** The policy that decided; null if none applied. */
  policyId: string | null;
  policyName: string | null;
  requirements: readonly Requirement[];
  /** The outcomes of the policies, in the order of priority. */
  outcomes: readonly PolicyOutcome[];
  /** Policies without an outcome. */
  leftOut?: number;
  risk?: RiskFinding | null | undefined;
  requestId: string | null;
}

/** The outcomes of the policies for an attempt, as they are stored. */
export interface StoredOutcomes {
  policyName: string | null;
  requirements: readonly Requirement[];
  outcomes: readonly PolicyOutcome[];
  /** Policies for whose outcomes there was no room. */
  leftOut: number;
  risk: RiskFinding | null;
}

type Deflate = (text: string) => Buffer;

/** A public request stores at most 8 KB; a decision takes half of it. */
const mostOutcomeBytes = 2_048;
/** Users with more groups are replayed as if their groups were not known, for some of them would be misleading. */
const mostGroups = 50;
/** A row names no more policies. */
export const mostPolicies = 50;
const mostOfAnApplication = 300;

/** Records a decision in the caller's transaction, so that it commits with what it allowed. */
export async function recordDecision(tx: Tx, decision: RecordedDecision): Promise<{ id: string }> {
  const row = rowOf(decision);
  await addDecisions(tx, tenancyOf(tx).orgId, [row]);
  return { id: row.id };
}

/** As {@link recordDecision}, with the last statement of the transaction. For one decision of a transaction. */
export function recordDecisionLast(tx: Tx, decision: RecordedDecision): void {
  writeLast(tx, decisionRows(tenancyOf(tx).orgId, [rowOf(decision)]));
}

/** Returns a decision as it is stored, without the parts that are too long. */
export function rowOf(decision: RecordedDecision, deflate: Deflate = deflateRawSync): DecisionRow {
  const { signals, application } = decision;
  return {
    id: newId('cad'),
    at: signals.now,
    subject: decision.subject,
    userId: decision.userId ?? null,
    identityId: decision.identityId ?? null,
    credentialId: decision.credentialId ?? null,
    application: application === null ? null : storable(application, mostOfAnApplication),
    decision: decision.decision,
    outcome: decision.outcome,
    policyId: decision.policyId,
    policies: policiesOf(decision),
    attempts: 1,
    shared: decision.subject === 'machine',
    signals: storedSignals(signals, decision.proved),
    outcomes: packed(decision, deflate),
    requestId: decision.requestId,
  };
}

/** Returns a decision about a user, with what it was made of. */
export function decisionOfUser({
  proved,
  signals,
  judgement,
  access,
  outcome,
  risk,
  requestId,
}: UserDecision): RecordedDecision {
  const { decisive } = judgement;
  return {
    subject: 'user',
    userId: signals.userId,
    application: signals.application ?? null,
    signals,
    decision: decisive?.decision ?? 'ALLOW',
    outcome,
    proved,
    policyId: decisive?.id ?? null,
    policyName: decisive?.name ?? null,
    requirements: decisive?.requirements ?? [],
    ...outcomesOf(access, 'user', signals),
    risk,
    requestId,
  };
}

/** The policy that decided, and before it in the order those that only reported. */
function policiesOf({ policyId, outcomes }: RecordedDecision): string[] {
  const decisive = outcomes.findIndex((one) => one.policyId !== null && one.policyId === policyId);
  const asked = decisive < 0 ? outcomes : outcomes.slice(0, decisive);
  const reported = asked.flatMap((one) =>
    one.applies && one.status === 'REPORT_ONLY' && one.policyId !== null ? one.policyId : [],
  );
  return (policyId === null ? reported : [policyId, ...reported]).slice(0, mostPolicies);
}

/** Postgres takes no U+0000. */
const storable = (text: string, most: number): string => text.replaceAll('\0', '\uFFFD').slice(0, most);

function storedSignals(signals: Signals, proved: Proved | undefined): StoredSignals {
  const { groups, identityType, address, country } = signals;
  const { devicePlatform, deviceTrust, riskLevel, clientType, isAgent } = signals;
  const known = {
    groups,
    identityType,
    address,
    country,
    devicePlatform,
    deviceTrust,
    riskLevel,
    clientType,
    isAgent: isAgent === true ? true : undefined,
    amr: proved?.amr,
    authTime: proved?.authTime.toISOString(),
    deviceAsked: proved?.isDeviceAsked,
  };
  return Object.fromEntries(
    Object.entries({ ...known, groups: groups && groups.length <= mostGroups ? groups : undefined }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/**
 * Deflates what every policy said. Policies that apply come first: where there is no room for all, their outcomes stay, and then
 * those that were asked first.
 */
function packed(
  { policyName, requirements, outcomes, leftOut = 0, risk }: RecordedDecision,
  deflate: Deflate,
): Buffer {
  let most = outcomes.length;
  for (;;) {
    const kept = heaviest(outcomes, most);
    const stored: StoredOutcomes = {
      policyName,
      requirements,
      outcomes: kept,
      leftOut: leftOut + outcomes.length - kept.length,
      risk: risk ?? null,
    };
    const bytes = deflate(JSON.stringify(stored));
    if (bytes.length <= mostOutcomeBytes) return bytes;
    if (most === 0) return deflateRawSync('{}');
    most = Math.min(most - 1, Math.floor((most * mostOutcomeBytes) / bytes.length));
  }
}

/** The inverse of what {@link recordDecision} stores. */
export function unpacked(bytes: Buffer): StoredOutcomes {
  const stored = JSON.parse(inflateRawSync(bytes).toString()) as Partial<StoredOutcomes>;
  return { policyName: null, requirements: [], outcomes: [], leftOut: 0, risk: null, ...stored };
}
