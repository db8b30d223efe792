import type { ProvisioningEntry } from '../../../generated/types/types.gen.ts';
import { holds } from '../../lib/scope.ts';
import type { ProvisioningRow } from '../sql/provisioning-log.ts';

/**
 * Shows an entry of the log. A caller who may not read the users or the groups of the tenant sees which attributes changed, and no
 * value: values are the names and addresses of users.
 * @param scopes the scopes of the caller
 */
export function viewProvisioningRow(row: ProvisioningRow, scopes: readonly string[]): ProvisioningEntry {
  const entry = viewWhole(row);
  if (scopesFor(row).every((scope) => holds(scopes, scope))) return entry;
  return {
    ...entry,
    valuesHidden: true,
    externalId: null,
    detail: entry.detail?.replace(/"[^"]*"/g, '"…"') ?? null,
    // The brackets of a path compare values, such as `emails[value eq "ada@example.com"]`.
    asked: entry.asked.map(({ op, path }) => ({ op, path: path?.replace(/\[(?:.*\]|.*$)/s, '[…]') ?? null })),
    changes: entry.changes.map(({ field }) => ({ field, from: null, to: null })),
    ignored: [],
  };
}

const scopesFor = ({ targetType }: ProvisioningRow): string[] => {
  if (targetType === 'User') return ['directory.read'];
  return targetType === 'Group' ? ['groups.read'] : ['directory.read', 'groups.read'];
};

const viewWhole = (row: ProvisioningRow): ProvisioningEntry => ({
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
  valuesHidden: false,
  requestId: row.requestId,
});
