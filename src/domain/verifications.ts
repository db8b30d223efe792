import type { Pool } from 'pg';
import { batched, batchedByKey } from '../batch.ts';
import { Failure } from '../failure.ts';
import { addressMatcher } from '../lib/address.ts';
import { newId } from '../lib/id.ts';
import { holds } from '../lib/scope.ts';
import { hashSecret, isWellFormedSecret } from '../lib/secret.ts';
import {
  type SecretDemand,
  type SecretFinding,
  type SecretState,
  verifySecrets,
} from '../queries/verify-secrets.ts';

/** A secret that somebody presented to another service, and what it must be good for. */
export interface PresentedSecret {
  orgId: string;
  secret: string;
  /** Whether a valid secret is counted as used. */
  consume: boolean;
  /** Scopes it must carry, all of them. */
  scopes: readonly string[];
  ipAddress: string | null;
}

export type VerdictCode = SecretState | 'NOT_FOUND' | 'INSUFFICIENT_SCOPE' | 'IP_NOT_ALLOWED';

export type Verdict =
  | { code: Exclude<VerdictCode, 'VALID'>; now: Date | undefined }
  | {
      code: 'VALID';
      finding: SecretFinding;
      /** Uses, this one included if it was counted. */
      usageCount: number;
    };

/** The verification of secrets, shared by all requests of the process. */
export interface SecretUses {
  /** @throws {Failure} SERVICE_UNAVAILABLE if the credential keeps changing while it is judged */
  verify(presented: PresentedSecret): Promise<Verdict>;
}

/** Enough for any change of hands; more means that somebody changes the credential in a loop. */
const mostTries = 20;

/**
 * @param hot where the statements run that are shared by the requests that wait at the same time
 * @param patient where those run that must wait for a credential which a change holds
 */
export function secretUses(hot: Pool, patient: Pool): SecretUses {
  const askShared = batched((questions: Question[]) => askAll(hot, questions, false));
  const askPatiently = batchedByKey(
    ({ hash }: Question) => hash.toString('latin1'),
    (questions) => askAll(patient, questions, true),
    { inFlight: 1 },
  );
  const ask = async (question: Question): Promise<Answer | undefined> => {
    const answer = await askShared(question);
    return answer?.finding.contended ? askPatiently(question) : answer;
  };

  return {
    async verify(presented) {
      if (!isWellFormedSecret(presented.secret)) return { code: 'NOT_FOUND', now: undefined };
      const hash = hashSecret(presented.secret);
      let judged: string | null = null;
      for (let tries = 0; tries < mostTries; tries++) {
        const answer: Answer | undefined = await ask({ presented, hash, judged });
        if (!answer) return { code: 'NOT_FOUND', now: undefined };
        const { finding, use } = answer;
        if (finding.state !== 'VALID') return { code: finding.state, now: finding.now };
        if (use === 'spent') return { code: 'USAGE_EXCEEDED', now: finding.now };
        if (use !== undefined) return { code: 'VALID', finding, usageCount: use };
        const code = judge(finding, presented);
        if (code !== 'VALID') return { code, now: finding.now };
        if (!presented.consume) return { code, finding, usageCount: finding.usageCount };
        judged = finding.judgedVersion;
      }
      throw new Failure('SERVICE_UNAVAILABLE', { reason: 'the credential is being changed; try again' });
    },
  };
}

/** What the statement cannot see: scopes, and addresses. */
function judge(finding: SecretFinding, { scopes, ipAddress }: PresentedSecret): VerdictCode {
  for (const allowed of [finding.allowedIps, finding.identityAllowedIps]) {
    if (allowed !== null && (ipAddress === null || !addressMatcher(allowed)(ipAddress)))
      return 'IP_NOT_ALLOWED';
  }
  return scopes.every((scope) => holds(finding.scopes, scope)) ? 'VALID' : 'INSUFFICIENT_SCOPE';
}

interface Question {
  presented: PresentedSecret;
  hash: Buffer;
  judged: string | null;
}

interface Answer {
  finding: SecretFinding;
  /** The usage count with this use, `spent` if no use was left, undefined if nothing was to be counted. */
  use: number | 'spent' | undefined;
}

async function askAll(pool: Pool, questions: Question[], wait: boolean): Promise<(Answer | undefined)[]> {
  const groups = new Map<string, SecretDemand>();
  const places = questions.map(({ presented, hash, judged }) => {
    const { orgId, consume, scopes, ipAddress } = presented;
    const needsJudgement = scopes.length > 0;
    const name = [hash.toString('latin1'), orgId, consume, needsJudgement, judged, ipAddress].join('\n');
    const known = groups.get(name);
    if (known) return { name, index: known.calls++ };
    groups.set(name, {
      orgId,
      hash,
      address: ipAddress,
      consume,
      needsJudgement,
      judged,
      calls: 1,
      eventId: newId('evt'),
    });
    return { name, index: 0 };
  });
  const names = [...groups.keys()];
  const findings = await verifySecrets(pool, [...groups.values()], wait);
  const byName = new Map(findings.map((finding) => [names[finding.at], finding]));
  return places.map(({ name, index }) => {
    const finding = byName.get(name);
    if (!finding) return undefined;
    const { granted, before, usageCount } = finding;
    if (granted === null || before === null) return { finding, use: undefined };
    const place = before + index;
    return { finding, use: place < granted ? usageCount + place + 1 : 'spent' };
  });
}
