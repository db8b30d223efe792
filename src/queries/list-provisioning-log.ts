import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../lib/rows.ts';
import type { ProvisioningEntry } from './write-provisioning-log.ts';

export interface ProvisioningFilter {
  status?: 'SUCCESS' | 'FAILURE';
  dryRun?: boolean;
}

export type ProvisioningRow = Omit<ProvisioningEntry, 'tokenId'> & { id: string; at: Date };

/** Lists what was done with a SCIM token, the newest first. */
export async function listProvisioningLog(
  em: EntityManager,
  orgId: string,
  tokenId: string,
  { status, dryRun }: ProvisioningFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ProvisioningRow[]; total: number }> {
  const values: unknown[] = [orgId, tokenId];
  let from = 'from provisioning_log where org_id = ? and token_id = ?';
  if (status !== undefined) from += ` and status ${status === 'SUCCESS' ? '<' : '>='} 400`;
  if (dryRun !== undefined) {
    from += ' and dry_run = ?';
    values.push(dryRun);
  }
  const [count] = await em.execute<{ total: number }[]>(`select count(*)::int as total ${from}`, values);
  const rows = await em.execute<(Omit<ProvisioningRow, 'at'> & { at: string })[]>(
    `select ${columns} ${from} order by at desc, id desc limit ? offset ?`,
    [...values, limit, offset],
  );
  return { rows: rows.map((row) => ({ ...row, at: dateOf(row.at) })), total: count?.total ?? 0 };
}

const columns = `id, at, operation, method, target_type as "targetType", target_id as "targetId",
  external_id as "externalId", status, code, detail, asked, changes, ignored, dry_run as "dryRun",
  request_id as "requestId"`;
