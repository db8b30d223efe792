import type { Identity as IdentityBody, IdentityRisk } from '../../../generated/types/types.gen.ts';
import type { Identity, IdentityStatus } from '../entities/identity.ts';
import type { IdentityActivity, IdentityRow } from '../sql/identities.ts';
import { type Risk, riskLevel } from '../../lib/risk-score.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

type Fields = Omit<IdentityRow, 'status' | 'credentialCount' | 'lastActivityAt'>;
type Activity = Pick<IdentityActivity, 'credentialCount' | 'lastActivityAt'>;

const view = (identity: Fields, status: IdentityStatus, activity: Activity): IdentityBody => ({
  id: identity.id,
  name: identity.name,
  type: identity.type,
  status,
  description: identity.description,
  ownerUserId: identity.ownerUserId,
  tags: identity.tags,
  allowedScopes: identity.allowedScopes,
  allowedIps: identity.allowedIps,
  federatedSubjects: identity.federatedSubjects,
  metadata: identity.metadata,
  expiresAt: iso(identity.expiresAt),
  riskScore: identity.riskScore,
  riskLevel: riskLevel(identity.riskScore),
  riskFactors: identity.riskFactors,
  lastActivityAt: iso(activity.lastActivityAt),
  credentialCount: activity.credentialCount,
  createdAt: identity.createdAt.toISOString(),
  updatedAt: identity.updatedAt.toISOString(),
  createdBy: identity.createdBy,
});

export const viewIdentityRow = (row: IdentityRow): IdentityBody => view(row, row.status, row);

/** With the status the identity has at `now`. */
export const viewIdentity = (identity: Identity, activity: Activity, now: Date): IdentityBody =>
  view(identity, identity.statusAt(now), activity);

export const viewRisk = (identityId: string, { score, factors }: Risk, now: Date): IdentityRisk => ({
  identityId,
  riskScore: score,
  riskLevel: riskLevel(score),
  riskFactors: factors,
  computedAt: now.toISOString(),
});
