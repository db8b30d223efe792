import type { Credential } from '../../credentials/entities/credential.ts';
import type { Identity } from '../../credentials/entities/identity.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { invalid } from '../../failure.ts';
import { windowUsesOf } from '../../usage/sql/usage.ts';
import { findCredential, identityOf } from '../../credentials/credentials.ts';
import { timeOf } from '../../platform/fields.ts';
import type { Tx } from '../../platform/tx.ts';
import { findIdentity } from '../../credentials/identities.ts';
import { type CompiledPolicies, compilePolicies, selectorOf, type Verdict } from '../judge/compile.ts';
import { judgedIdentity, policiesIn, secondsBetween, secretSince } from '../judge/enforcing.ts';
import { policyKinds } from '../judge/table.ts';
import type { Attempted, PolicyOperation, PolicySource } from '../judge/types.ts';

/** An attempt that is judged and not made. */
export interface Evaluation {
  operation: PolicyOperation;
  identityId?: string;
  credentialId?: string;
  ipAddress?: string;
  at?: string;
  scopes?: string[];
  ttl?: number;
}

export interface Judgement {
  policy: PolicySource;
  outcome: 'PASSED' | 'DENIED' | 'REPORTED' | 'NOT_APPLICABLE';
  reason: string;
  details: Record<string, unknown>;
}

export interface Evaluated {
  decision: 'ALLOW' | 'DENY';
  identityId: string;
  credentialId: string | null;
  at: Date;
  ttlSeconds: number | null;
  judgements: Judgement[];
}

/** Operations that are judged for an identity: those that make a credential, and a change of the identity. */
const ofIdentities: readonly PolicyOperation[] = [
  'createCredential',
  'createJitCredential',
  'exchangeToken',
  'updateIdentity',
];
const makes = (operation: PolicyOperation): boolean =>
  ofIdentities.includes(operation) && operation !== 'updateIdentity';

/** @throws {Failure} IDENTITY_NOT_FOUND, CREDENTIAL_NOT_FOUND, VALIDATION_ERROR */
export async function evaluatePolicies(
  tx: Tx,
  input: Evaluation,
  draft: PolicySource | undefined,
): Promise<Evaluated> {
  const { operation } = input;
  const { now } = tenancyOf(tx);
  const at = input.at === undefined ? now : timeOf('at', input.at);
  const { identity, credential } = await subjectOf(tx, input);
  const { version, sources } = await policiesIn(tx);
  const policies = compilePolicies(version, [...sources, ...(draft ? [draft] : [])]);
  const attempted = await attemptOf(tx, { input, identity, credential, at, policies });
  const found = new Map(policies.judge(operation, attempted).map((one) => [one.policy, one]));
  const all = draft && draft.mode === 'DISABLED' ? [...policies.sources, draft] : policies.sources;
  const judgements = all.map((policy) => judgementOf(policy, operation, attempted, found.get(policy)));
  return {
    decision: judgements.some(({ outcome }) => outcome === 'DENIED') ? 'DENY' : 'ALLOW',
    identityId: identity.id,
    credentialId: credential?.id ?? null,
    at,
    ttlSeconds: attempted.ttlSeconds ?? null,
    judgements,
  };
}

async function subjectOf(
  tx: Tx,
  { operation, identityId, credentialId }: Evaluation,
): Promise<{ identity: Identity; credential: Credential | undefined }> {
  if (identityId !== undefined && credentialId !== undefined)
    throw invalid('credentialId', 'may not be sent with identityId');
  if (credentialId !== undefined) {
    const credential = await findCredential(tx, credentialId);
    return { identity: await identityOf(tx, credential), credential };
  }
  if (identityId === undefined || !ofIdentities.includes(operation))
    throw invalid(
      ofIdentities.includes(operation) ? 'identityId' : 'credentialId',
      'is required for this operation',
    );
  return { identity: await findIdentity(tx, identityId), credential: undefined };
}

interface Circumstances {
  input: Evaluation;
  identity: Identity;
  credential: Credential | undefined;
  at: Date;
  policies: CompiledPolicies;
}

/** The same facts that the operation itself would be judged by. */
async function attemptOf(
  tx: Tx,
  { input, identity, credential, at, policies }: Circumstances,
): Promise<Attempted> {
  const { operation, scopes, ttl, ipAddress } = input;
  const common = { now: at, identity: judgedIdentity(identity) };
  const hasOwner = identity.ownerUserId !== null;
  if (operation === 'updateIdentity') return { ...common, hasOwner: false };
  if (makes(operation) || !credential) {
    const ttlSeconds = ttl ?? policies.defaultTtlSeconds(common.identity);
    return { ...common, hasOwner, scopes: scopes ?? [], ttlSeconds };
  }
  if (operation === 'updateCredential')
    return {
      ...common,
      ...(scopes ? { scopes } : {}),
      ...(ttl === undefined ? {} : { ttlSeconds: ttl }),
    };
  const since = secretSince(credential);
  const last = Math.max(since.getTime(), credential.lastUsedAt?.getTime() ?? 0);
  return {
    ...common,
    hasOwner,
    scopes: scopes ?? credential.scopes,
    ttlSeconds: ttl ?? (credential.expiresAt && secondsBetween(since, credential.expiresAt)),
    ageSeconds: (at.getTime() - since.getTime()) / 1000,
    idleSeconds: (at.getTime() - last) / 1000,
    address: ipAddress ?? null,
    windowUses: (await windowUsesOf(tx, credential.orgId, credential.id)) + 1,
  };
}

function judgementOf(
  policy: PolicySource,
  operation: PolicyOperation,
  { identity }: Attempted,
  verdict: Verdict | undefined,
): Judgement {
  const says = (outcome: Judgement['outcome'], reason: string): Judgement => ({
    policy,
    outcome,
    reason,
    details: verdict?.finding.details ?? {},
  });
  if (verdict) return says(verdict.denies ? 'DENIED' : 'REPORTED', verdict.finding.reason);
  if (policy.mode === 'DISABLED') return says('NOT_APPLICABLE', 'it is disabled');
  if (!selectorOf(policy)(identity))
    return says('NOT_APPLICABLE', 'its selector does not match the identity');
  if (!policyKinds[policy.type].operations.includes(operation))
    return says('NOT_APPLICABLE', 'it does not apply to this operation');
  return says('PASSED', 'its condition allows this');
}
