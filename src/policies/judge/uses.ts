import type { Tenant } from '../../platform/tenancy.ts';
import type { PolicyCache } from './cache.ts';
import type { CompiledPolicies, Verdict } from './compile.ts';
import type { ViolationRecorder } from './recorder.ts';
import type { Attempted, JudgedIdentity, PolicyOperation, Violator } from './types.ts';
import { PolicyDenied, violationsOf } from './violations.ts';

/** The parts that judge uses by policies: verifications, and calls with a key. */
export interface PolicyGuard {
  cache: PolicyCache;
  recorder: ViolationRecorder;
}

/** The facts that a verification found about a secret, as policies judge them. */
export interface UseFinding {
  now: Date;
  identityId: string;
  identityName: string;
  identityType: string;
  tags: readonly string[];
  credentialId: string;
  credentialVersion: number;
  scopes: readonly string[];
  ageSeconds: number | null;
  idleSeconds: number | null;
  /** Uses in the running minute before this one. */
  windowUses: number | null;
}

/** Judges what was presented to another service. The finding is of a tenant that has policies. */
export function judgeVerification(
  policies: CompiledPolicies,
  finding: UseFinding,
  address: string | null,
): Verdict[] {
  return policies.judge('verifyCredential', {
    now: finding.now,
    identity: identityOfFinding(finding),
    scopes: finding.scopes,
    ageSeconds: finding.ageSeconds ?? 0,
    idleSeconds: finding.idleSeconds ?? 0,
    windowUses: (finding.windowUses ?? 0) + 1,
    address,
  });
}

export const identityOfFinding = (finding: UseFinding): JudgedIdentity => ({
  id: finding.identityId,
  name: finding.identityName,
  type: finding.identityType,
  tags: finding.tags,
});

export const violatorOfFinding = (finding: UseFinding): Violator => ({
  identityId: finding.identityId,
  identityName: finding.identityName,
  credentialId: finding.credentialId,
  credentialVersion: finding.credentialVersion,
});

/** A call of the API by its key, as the statement that let it in has found it. */
export interface PolicedCall {
  version: number;
  credentialVersion: number;
  riskScore: number;
  attempted: Omit<Attempted, 'now'>;
}

interface Caller extends Tenant {
  credentialId: string;
}

/**
 * Judges a call by the policies on its key. Policies themselves stay within reach of a key with `*`, or one that has become
 * wrong could not be put right (docs/decisions/0021-policies.md).
 * @param told whether a refusal of the operation is recorded with its audit row
 * @param isUse false while the answer to a call is sent. Then only a refusal is recorded
 * @returns false when it goes on only because it is about policies
 * @throws {PolicyDenied}
 */
export async function judgeCall(
  { cache, recorder }: PolicyGuard,
  caller: Caller & { scopes: readonly string[]; requestId?: string },
  { version, credentialVersion, attempted }: PolicedCall,
  {
    now,
    operation,
    exempt,
    told,
    isUse = true,
  }: { now: Date; operation: string; exempt: boolean; told: boolean; isUse?: boolean },
): Promise<boolean> {
  const policies = await cache.at(caller.orgId, version);
  const found = policies.judge('authenticate' satisfies PolicyOperation, { ...attempted, now });
  if (found.length === 0) return true;
  const verdicts = exempt ? found.map((one) => ({ ...one, denies: false })) : found;
  const { identity } = attempted;
  const { credentialId, requestId } = caller;
  const violator = { identityId: identity.id, identityName: identity.name, credentialId, credentialVersion };
  const violations = violationsOf(verdicts, violator, { action: operation, requestId });
  const { orgId, environment } = caller;
  const denied = violations.some(({ outcome }) => outcome === 'DENIED');
  if (!(denied && told) && (denied || isUse)) await recorder.note({ orgId, environment }, violations);
  if (denied) throw new PolicyDenied(violations);
  return !found.some(({ denies }) => denies);
}
