import { tenancyOf } from '../platform/entities/owned.ts';
import { Failure, invalid } from '../failure.ts';
import { isAddress, normalizeAddress } from '../lib/address.ts';
import { auditActions } from '../platform/audit-actions.ts';
import { auditTargetTypes } from './audit-action.ts';
import { isAnyId, isId } from '../lib/id.ts';
import { type AuditFilter, type AuditLogRow, findAuditLog as auditLogBy } from './sql/audit-logs.ts';
import { notAnId, timesOf } from '../platform/list-filters.ts';
import type { Tx } from '../platform/tx.ts';

/** The filters of a list as they came. */
export type GivenAuditFilter = Omit<AuditFilter, 'from' | 'to'> & { from?: string; to?: string };

/** @throws {Failure} VALIDATION_ERROR for values that no audit row can have */
export function auditFilterOf({ from, to, ip, ...others }: GivenAuditFilter): AuditFilter {
  requireKnown(others);
  for (const field of ['actorId', 'targetId'] as const) {
    const id = others[field];
    if (id !== undefined && !isAnyId(id)) throw invalid(field, notAnId('cred'));
  }
  if (ip !== undefined && !isAddress(ip))
    throw invalid('ip', 'must be an IPv4 or IPv6 address such as 203.0.113.7');
  return { ...others, ...timesOf({ from, to }), ...(ip === undefined ? {} : { ip: normalizeAddress(ip) }) };
}

/** @throws {Failure} VALIDATION_ERROR for a value that no audit row has: an empty list would hide the mistake */
function requireKnown({ action, targetType }: { action?: string; targetType?: string }): void {
  if (targetType !== undefined && !auditTargetTypes.includes(targetType))
    throw invalid('targetType', `must be one of ${auditTargetTypes.join(', ')}`);
  if (action === undefined || auditActions.includes(action)) return;
  const near = auditActions.filter((one) => one.startsWith(`${action.split('.')[0]}.`));
  throw invalid('action', `must be one of ${(near.length > 0 ? near : auditActions).join(', ')}`);
}

/** @throws {Failure} AUDIT_LOG_NOT_FOUND */
export async function findAuditLog(tx: Tx, id: string): Promise<AuditLogRow> {
  // An id of another form may hold characters that Postgres rejects in text.
  const row = isId('aud', id) ? await auditLogBy(tx, tenancyOf(tx).orgId, id) : undefined;
  if (!row) throw new Failure('AUDIT_LOG_NOT_FOUND');
  return row;
}
