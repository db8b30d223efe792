import type {
  Credential as CredentialBody,
  CredentialItem,
  CredentialWithSecret,
  JitCredentialWithSecret,
  RotatedCredential,
  Verification,
} from '../../../generated/types/types.gen.ts';
import { cacheableSeconds } from '../cacheable-seconds.ts';
import type { Credential } from '../entities/credential.ts';
import type { CredentialDetails, CredentialRow } from '../sql/credentials.ts';
import type { SecretFinding } from '../sql/presented-secrets.ts';

type Environment = 'live' | 'test';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/**
 * Returns the fields that every credential shows, with the status of the given row. An entity does not follow
 * the clock, so {@link viewCredential} replaces that status.
 */
function core(credential: Omit<CredentialRow, 'identityName'>, environment: Environment) {
  return {
    id: credential.id,
    name: credential.name,
    identityId: credential.identityId,
    type: credential.type,
    status: credential.status,
    statusReason: credential.statusReason,
    environment,
    scopes: credential.scopes,
    isTemporary: credential.isTemporary,
    prefix: credential.secretPrefix,
    last4: credential.secretLast4,
    allowedIps: credential.allowedIps,
    rateLimitPerMinute: credential.rateLimitPerMinute,
    metadata: credential.metadata,
    usageCount: credential.usageCount,
    lastUsedAt: iso(credential.lastUsedAt),
    expiresAt: iso(credential.expiresAt),
    createdAt: credential.createdAt.toISOString(),
    updatedAt: credential.updatedAt.toISOString(),
    lastRotatedAt: iso(credential.lastRotatedAt),
    createdBy: credential.createdBy,
  };
}

export const viewCredentialItem = (row: CredentialRow, environment: Environment): CredentialItem => ({
  ...core(row, environment),
  identityName: row.identityName,
  maxUsageCount: row.maxUsageCount,
});

/** As {@link viewCredential}, of a row that a statement read. */
export const viewCredentialDetails = (row: CredentialDetails, environment: Environment): CredentialBody => ({
  ...viewCredentialItem(row, environment),
  previousSecret: row.graceUntil && { status: 'GRACE_PERIOD', expiresAt: row.graceUntil.toISOString() },
});

interface Surroundings {
  environment: Environment;
  now: Date;
}

export function viewCredential(
  credential: Credential,
  identityName: string,
  { environment, now }: Surroundings,
): CredentialBody {
  const graceUntil = credential.graceUntil(now);
  return {
    ...core(credential, environment),
    status: credential.statusAt(now),
    identityName,
    maxUsageCount: credential.maxUsageCount,
    previousSecret: graceUntil && { status: 'GRACE_PERIOD', expiresAt: graceUntil.toISOString() },
  };
}

/** With the secret, which no other view has. */
export const viewIssued = (
  credential: Credential,
  secret: string,
  environment: Environment,
): CredentialWithSecret => ({
  ...core(credential, environment),
  credential: secret,
  maxUsageCount: credential.maxUsageCount,
});

/** As {@link viewIssued}, with `maxUsage` for the cap (specification 2.1). */
export const viewIssuedJit = (
  credential: Credential,
  secret: string,
  environment: Environment,
): JitCredentialWithSecret => ({
  ...core(credential, environment),
  credential: secret,
  maxUsage: credential.maxUsageCount,
});

/** @param previousEndsAt when the old secret stops working; `rotatedAt` when it stopped at once */
export function viewRotated(
  credential: Credential,
  secret: string,
  previousEndsAt: Date,
  { environment, now }: Surroundings,
): RotatedCredential {
  const status = previousEndsAt > now ? 'GRACE_PERIOD' : 'REVOKED';
  return {
    ...viewIssued(credential, secret, environment),
    previousCredential: { status, expiresAt: previousEndsAt.toISOString() },
    rotatedAt: now.toISOString(),
  };
}

/** The answer for a valid secret (specification 4.4). */
export const viewValid = (
  finding: SecretFinding,
  usageCount: number,
  environment: Environment,
): Verification => ({
  valid: true,
  code: 'VALID',
  environment,
  checkedAt: finding.now.toISOString(),
  gracePeriod: finding.grace,
  remainingUses: finding.maxUsageCount === null ? null : Math.max(0, finding.maxUsageCount - usageCount),
  cacheableSeconds: cacheableSeconds(finding),
  identity: {
    id: finding.identityId,
    name: finding.identityName,
    type: finding.identityType,
    status: finding.identityStatus,
    riskScore: finding.riskScore,
    tags: finding.tags,
  },
  credential: {
    id: finding.credentialId,
    name: finding.credentialName,
    scopes: finding.scopes,
    isTemporary: finding.isTemporary,
    usageCount,
    expiresAt: iso(finding.expiresAt),
  },
});

/** The answer for any other secret: why, and nothing of whose it is. */
export const viewInvalid = (
  { code, reason, policyId }: Pick<Verification, 'code' | 'reason' | 'policyId'>,
  checkedAt: Date,
  environment: Environment,
): Verification => ({
  valid: false,
  code,
  ...(reason === undefined ? {} : { reason }),
  ...(policyId === undefined ? {} : { policyId }),
  environment,
  checkedAt: checkedAt.toISOString(),
  gracePeriod: false,
  remainingUses: null,
  identity: null,
  credential: null,
});
