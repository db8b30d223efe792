import type { ProvisioningEntry } from '../../../generated/types/types.gen.ts';
import type { ProvisioningRow } from '../sql/provisioning-log.ts';

export const viewProvisioningRow = (row: ProvisioningRow): ProvisioningEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  operation: row.operation,
  method: row.method,
  targetType: row.targetType,
  targetId: row.targetId,
  externalId: row.externalId,
  status: row.status < 400 ? 'SUCCESS' : 'FAILURE',
  httpStatus: row.status,
  code: row.code,
  detail: row.detail,
  asked: [...row.asked],
  changes: [...row.changes],
  ignored: [...row.ignored],
  dryRun: row.dryRun,
  requestId: row.requestId,
});
