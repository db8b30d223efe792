import type { Pool } from 'pg';
import { batched, batchedByKey } from '../platform/batch.ts';
import { Failure } from '../failure.ts';
import { addressMatcher } from '../lib/address.ts';
import { newId } from '../lib/id.ts';
import { holds } from '../lib/scope.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import {
  type RetiredDemand,
  type RuledOut,
  retiredSecrets,
  type SecretDemand,
  type SecretFinding,
  type SecretState,
  unbounded,
  verifySecrets,
} from './sql/presented-secrets.ts';
import type { FailedUses } from './failed-uses.ts';
import type { Answer, LetIn } from './key-calls.ts';
import type { PresentedSecret } from './presented-secret.ts';
import type { Verdict as PolicyVerdict } from '../policies/judge/compile.ts';
import {
  identityOfFinding,
  judgeVerification,
  type PolicyGuard,
  violatorOfFinding,
} from '../policies/judge/uses.ts';
import {
  type AccessGuard,
  contextApplication,
  type JudgedUse,
  judgedUse,
  noteRuledOut,
  ruledOutBelow,
} from '../conditional-access/judge/machines.ts';
import type { MachineUse } from '../conditional-access/judge/types.ts';
import { violationsOf } from '../policies/judge/violations.ts';
import type { ScopeUses } from './scope-uses.ts';

/** The tenant that verifies a secret, and its request. */
export interface Verifier {
  orgId: string;
  environment: 'live' | 'test';
  /** The request, for what is told of violations. */
  requestId?: string;
}

type Presented = PresentedSecret & Verifier;

export type VerdictCode =
  | SecretState
  | 'NOT_FOUND'
  | 'INSUFFICIENT_SCOPE'
  | 'IP_NOT_ALLOWED'
  | 'POLICY_DENIED';

export type Verdict =
  | {
      code: Exclude<VerdictCode, 'VALID'>;
      now: Date | undefined;
      /** Set where the code does not say it: a rotation has replaced this secret, or its prefix is of the other environment. */
      reason?: 'ROTATED' | 'OTHER_ENVIRONMENT' | 'MALFORMED';
      /** The policy that denies it, with POLICY_DENIED. */
      policyId?: string | null;
    }
  | {
      code: 'VALID';
      finding: SecretFinding;
      /** Uses, this one included if it was counted. */
      usageCount: number;
    };

/** The verification of secrets, shared by all requests of the process. */
export interface SecretUses {
  /**
   * @param answer what the statement that let the caller in said of the secret
   * @throws {Failure} SERVICE_UNAVAILABLE if the credential keeps changing while it is judged
   */
  verify(presented: PresentedSecret, verifier: Verifier, answer?: LetIn['answer']): Promise<Verdict>;
}

/** Enough for any change of hands. More tries mean that a caller changes the credential in a loop. */
const mostTries = 20;

/**
 * @param hot where the statements run that are shared by the requests that wait at the same time
 * @param patient where those run that must wait for a credential which a change holds
 * @param guards the policies of tenants and of conditional access, and where violations and matches are noted
 * @param rights told which scopes a valid secret was used for
 * @param failed is told of refused secrets
 */
export function secretUses(
  hot: Pool,
  patient: Pool,
  { policies: guard, access }: { policies: PolicyGuard; access: AccessGuard },
  rights: Pick<ScopeUses, 'note'>,
  failed: Pick<FailedUses, 'note'>,
): SecretUses {
  const askShared = batched((questions: Question[]) => askAll(hot, questions, false));
  const askPatiently = batchedByKey(
    ({ hash, presented: { orgId } }: Question) => `${orgId}${hash.toString('latin1')}`,
    (questions) =>
      onBehalfOf({ orgId: questions[0]?.presented.orgId ?? '', operation: 'verifyCredential' }, () =>
        askAll(patient, questions, true),
      ),
    { inFlight: 1 },
  );
  const ask = async (question: Question): Promise<Answer | undefined> => {
    const answer = await askShared(question);
    return answer?.finding.contended ? askPatiently(question) : answer;
  };

  const noteRefusal = (
    { orgId, ipAddress }: Presented,
    credentialId: string | null,
    code: Exclude<VerdictCode, 'VALID'>,
  ): void => {
    // No detector looks at unknown secrets, so their addresses, which strangers choose, are not kept.
    const address = credentialId === null ? null : ipAddress;
    failed.note({ orgId, credentialId, source: 'VERIFY', code, address });
  };
  const unfound = (presented: Presented): Verdict => {
    noteRefusal(presented, null, 'NOT_FOUND');
    return notFound(presented);
  };

  const retired = batched((asked: RetiredDemand[]) => retiredSecrets(hot, asked));
  /** Returns the verdict on a secret that no credential has. */
  const unknown = async (presented: Presented, hash: Buffer): Promise<Verdict> => {
    const found = await retired({ orgId: presented.orgId, hash });
    if (!found) return unfound(presented);
    noteRefusal(presented, found.credentialId, 'REVOKED');
    return { code: 'REVOKED', reason: 'ROTATED', now: found.now };
  };

  /** Returns which policies cannot apply, so that one statement finds the credential and counts the use. */
  const ruledOut = (presented: Presented): RuledOut | null => {
    const { orgId, consume, scopes, ipAddress: address } = presented;
    const policies = consume && scopes.length === 0 ? guard.cache.held(orgId) : undefined;
    if (!policies || policies.sources.length > 0) return null;
    const request = { application: applicationOf(presented), address };
    const { version } = policies;
    const belowRisk = ruledOutBelow(access, orgId, request, version);
    return belowRisk > 0 ? { version, belowRisk } : null;
  };

  const note = async (
    finding: SecretFinding,
    { orgId, environment, consume, requestId }: Presented,
    verdicts: PolicyVerdict[],
  ): Promise<void> => {
    // Who only looks has attempted nothing.
    if (verdicts.length === 0 || !consume) return;
    const attempt = { action: 'verifyCredential', requestId };
    await guard.recorder.note(
      { orgId, environment },
      violationsOf(verdicts, violatorOfFinding(finding), attempt),
    );
  };

  return {
    async verify(secret, verifier, early) {
      const presented: Presented = { ...secret, ...verifier };
      const { hash } = presented;
      if (!hash) return unfound(presented);
      if (early === 'unknown') return unknown(presented, hash);
      let known: Answer | undefined = early?.finding.contended ? undefined : early;
      let judged: string | null = null;
      let mostInWindow: number | null = null;
      let found: PolicyVerdict[] = [];
      let byAccess: JudgedUse | undefined;
      for (let tries = 0; tries < mostTries; tries++) {
        const answer: Answer | undefined =
          known ??
          (await ask({
            presented,
            hash,
            judged,
            mostInWindow,
            ruledOut: judged === null ? ruledOut(presented) : null,
          }));
        known = undefined;
        if (!answer) return unknown(presented, hash);
        const { finding, use }: Answer = answer;
        const refused = (code: Exclude<VerdictCode, 'VALID'>): Verdict => {
          noteRefusal(presented, finding.credentialId, code);
          return { code, now: finding.now };
        };
        // No fault of the credential: noted, the calls of a busy service would be anomalies when the organization is resumed.
        if (finding.state === 'ORGANIZATION_SUSPENDED')
          return { code: 'IDENTITY_INACTIVE', now: finding.now };
        if (finding.state !== 'VALID') return refused(finding.state);
        if (use === 'spent') return refused('USAGE_EXCEEDED');
        if (use !== undefined && use !== 'over') {
          const { scopes, orgId } = presented;
          if (scopes.length > 0)
            rights.note({ orgId, credentialId: finding.credentialId }, scopes, finding.now);
          await note(finding, presented, found);
          if (byAccess) byAccess.note();
          else if (judged === null && finding.policiesVersion > 0) noteRuledOut(access, presented);
          return { code: 'VALID', finding, usageCount: use };
        }
        const code = judge(finding, presented);
        if (code !== 'VALID') return refused(code);
        [mostInWindow, found, byAccess] = [null, [], undefined];
        if (finding.policiesVersion > 0) {
          const policies = await guard.cache.at(presented.orgId, finding.policiesVersion);
          const most = policies.mostInWindow(identityOfFinding(finding));
          // Other demands of the same statement have used the minute up. Judged by the present count, this demand is
          // over the limit. If the policies changed after the count, the result under the new policies is not known
          // yet.
          const isOver = use === 'over' && policies.version === finding.policiesVersion;
          const seen = isOver ? { ...finding, windowUses: most } : finding;
          found = judgeVerification(policies, seen, presented.ipAddress);
          const denying = found.find(({ denies }) => denies);
          if (denying) {
            await note(finding, presented, found);
            return { ...refused('POLICY_DENIED'), policyId: denying.policy.id };
          }
          // A change may have the use judged again, so it is noted at the end.
          byAccess = await judgedUse(access, presented, useOf(finding, presented), {
            version: finding.policiesVersion,
          });
          if (byAccess.blocking) {
            if (presented.consume) byAccess.note();
            return { ...refused('POLICY_DENIED'), policyId: byAccess.blocking.id };
          }
          mostInWindow = most === null ? null : Math.min(most, unbounded);
        }
        if (!presented.consume) return { code, finding, usageCount: finding.usageCount };
        judged = finding.judgedVersion;
      }
      throw new Failure('SERVICE_UNAVAILABLE', {
        reason: 'another request is changing the credential; try again',
      });
    },
  };
}

const otherPrefix = { live: 'kd_test_', test: 'kd_live_' } as const;

/** Says of an unknown secret what its prefix says, and nothing of whether another tenant has it. */
function reasonOf({ environment, secret, isMistyped }: Presented): {
  reason?: 'OTHER_ENVIRONMENT' | 'MALFORMED';
} {
  // The check digits say nothing about whether a key exists: anybody can compute them.
  if (isMistyped) return { reason: 'MALFORMED' };
  return secret.startsWith(otherPrefix[environment]) ? { reason: 'OTHER_ENVIRONMENT' } : {};
}

const notFound = (presented: Presented): Verdict => ({
  code: 'NOT_FOUND',
  now: undefined,
  ...reasonOf(presented),
});

/** Says why the statement did not count a use: its address, or its scopes. */
function judge(finding: SecretFinding, { scopes, ipAddress }: PresentedSecret): VerdictCode {
  for (const allowed of [finding.allowedIps, finding.identityAllowedIps]) {
    if (allowed !== null && (ipAddress === null || !addressMatcher(allowed)(ipAddress)))
      return 'IP_NOT_ALLOWED';
  }
  return scopes.every((scope) => holds(finding.scopes, scope)) ? 'VALID' : 'INSUFFICIENT_SCOPE';
}

/** The use as conditional access judges it. The verifying service names the application, so the name has a prefix. */
const useOf = (
  { now, identityId, identityType, riskScore, credentialId }: SecretFinding,
  presented: Presented,
): MachineUse => ({
  now,
  identityId,
  identityType,
  riskScore,
  credentialId,
  application: applicationOf(presented),
  address: presented.ipAddress,
  requestId: presented.requestId ?? null,
});

const applicationOf = ({ application }: PresentedSecret): string | undefined =>
  application === undefined ? undefined : contextApplication(application);

interface Question {
  presented: Presented;
  hash: Buffer;
  judged: string | null;
  mostInWindow: number | null;
  ruledOut: RuledOut | null;
}

async function askAll(pool: Pool, questions: Question[], wait: boolean): Promise<(Answer | undefined)[]> {
  const groups = new Map<string, SecretDemand>();
  const places = questions.map(({ presented, hash, judged, mostInWindow, ruledOut }) => {
    const { orgId, consume, scopes, ipAddress, inet, coverings, needsJudgement } = presented;
    const name = [
      hash.toString('latin1'),
      orgId,
      consume,
      scopes.join(' '),
      judged,
      mostInWindow,
      ruledOut?.version,
      ruledOut?.belowRisk,
      ipAddress,
    ].join('\n');
    const known = groups.get(name);
    if (known) return { name, index: known.calls++, mostInWindow };
    groups.set(name, {
      orgId,
      hash,
      address: ipAddress,
      inet,
      consume,
      coverings,
      needsJudgement,
      judged,
      mostInWindow,
      ruledOut,
      calls: 1,
      eventId: newId('evt'),
    });
    return { name, index: 0, mostInWindow };
  });
  const names = [...groups.keys()];
  const findings = await verifySecrets(pool, [...groups.values()], wait);
  const byName = new Map(findings.map((finding) => [names[finding.at], finding]));
  return places.map(({ name, index, mostInWindow }) => {
    const finding = byName.get(name);
    if (!finding) return undefined;
    const { granted, before, usageCount } = finding;
    if (granted === null || before === null) return { finding, use: undefined };
    const place = before + index;
    if (place < granted) return { finding, use: usageCount + place + 1 };
    const over =
      mostInWindow !== null && finding.windowUses !== null && finding.windowUses + place >= mostInWindow;
    return { finding, use: over ? 'over' : 'spent' };
  });
}
