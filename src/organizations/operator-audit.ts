import type { AuditEntry } from '../audit/audit.ts';
import { newId } from '../lib/id.ts';
import type { LastWrite } from '../platform/last-writes.ts';
import { operatorAuditRow } from './sql/operator-audit.ts';

/** Makes the write of an act of an operator with a key, or of its refusal. It commits with the change. */
export function operatorAuditRows(
  { operatorKeyId, operatorKeyName }: { operatorKeyId: string; operatorKeyName: string },
  entries: readonly AuditEntry[],
): LastWrite {
  const [entry] = entries;
  if (!entry || entries.length > 1) throw new Error('a request of an operator has one row in the audit');
  return operatorAuditRow({
    id: newId('aud'),
    action: entry.action,
    key: { id: operatorKeyId, name: operatorKeyName },
    targetId: entry.targetId ?? null,
    targetName: entry.targetName ?? null,
    result: entry.result,
    code: entry.code ?? null,
    reason: entry.reason ?? null,
    requestId: entry.requestId ?? null,
    ipAddress: entry.ipAddress ?? null,
    userAgent: entry.userAgent ?? null,
    changes: entry.changes ?? [],
  });
}
