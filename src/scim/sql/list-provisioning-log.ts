import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../../lib/rows.ts';
import {
  type ListPage,
  type Order,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../platform/sql/page-of-rows.ts';
import type { ProvisioningEntry } from './write-provisioning-log.ts';

export interface ProvisioningFilter {
  status?: 'SUCCESS' | 'FAILURE';
  dryRun?: boolean;
}

export type ProvisioningRow = Omit<ProvisioningEntry, 'tokenId'> & { id: string; at: Date };

/** Lists what was done with a SCIM token. */
export async function listProvisioningLog(
  em: EntityManager,
  orgId: string,
  tokenId: string,
  { status, dryRun }: ProvisioningFilter,
  sort: TimeSort<'at'>,
  window: Window,
): Promise<ListPage<ProvisioningRow>> {
  const values: unknown[] = [orgId, tokenId];
  let from = 'from provisioning_log where org_id = ? and token_id = ?';
  if (status !== undefined) from += ` and status ${status === 'SUCCESS' ? '<' : '>='} 400`;
  if (dryRun !== undefined) {
    from += ' and dry_run = ?';
    values.push(dryRun);
  }
  const descending = sort === '-at';
  const order: Order = {
    key: 'at',
    keyType: 'timestamptz',
    descending,
    tie: 'id',
    tieDescending: descending,
  };
  return pageOfRows<RawRow, ProvisioningRow>(em, { from, values, columns, order, toRow }, window);
}

type RawRow = Omit<ProvisioningRow, 'at'> & { at: string };

const toRow = (row: RawRow): ProvisioningRow => ({ ...row, at: dateOf(row.at) });

const columns = `id, at, operation, method, target_type as "targetType", target_id as "targetId",
  external_id as "externalId", status, code, detail, asked, changes, ignored, dry_run as "dryRun",
  request_id as "requestId"`;
