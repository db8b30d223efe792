import type { Anomaly as AnomalyBody } from '../../../generated/types/types.gen.ts';
import type { Anomaly } from '../entities/anomaly.ts';

export const viewAnomaly = (anomaly: Anomaly): AnomalyBody => ({
  id: anomaly.id,
  type: anomaly.type,
  severity: anomaly.severity,
  score: anomaly.score,
  identityId: anomaly.identityId,
  credentialId: anomaly.credentialId,
  userId: anomaly.userId,
  description: anomaly.description,
  evidence: anomaly.evidence,
  status: anomaly.status,
  note: anomaly.note,
  occurrences: anomaly.occurrences,
  detectedAt: anomaly.createdAt.toISOString(),
  lastSeenAt: anomaly.lastSeenAt.toISOString(),
  closedAt: anomaly.closedAt?.toISOString() ?? null,
  updatedAt: anomaly.updatedAt.toISOString(),
});
