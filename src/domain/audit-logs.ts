import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../entities/owned.ts';
import { Failure, invalid } from '../failure.ts';
import { isAddress, normalizeAddress } from '../lib/address.ts';
import { isId } from '../lib/id.ts';
import {
  type AuditFilter,
  type AuditLogRow,
  findAuditLog as auditLogBy,
} from '../queries/list-audit-logs.ts';
import { timeOf } from './fields.ts';

/** The filters of a list as they came. */
export type GivenAuditFilter = Omit<AuditFilter, 'from' | 'to'> & { from?: string; to?: string };

/** @throws {Failure} VALIDATION_ERROR for what is no time or no address */
export function auditFilterOf({ from, to, ip, ...others }: GivenAuditFilter): AuditFilter {
  if (ip !== undefined && !isAddress(ip)) throw invalid('ip', 'must be an IPv4 or IPv6 address');
  return { ...others, ...timesOf({ from, to }), ...(ip === undefined ? {} : { ip: normalizeAddress(ip) }) };
}

/** @throws {Failure} VALIDATION_ERROR */
export const timesOf = ({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): { from?: Date; to?: Date } => ({
  ...(from === undefined ? {} : { from: timeOf('from', from) }),
  ...(to === undefined ? {} : { to: timeOf('to', to) }),
});

/** @throws {Failure} AUDIT_LOG_NOT_FOUND */
export async function findAuditLog(em: EntityManager, id: string): Promise<AuditLogRow> {
  // What has another form may hold what Postgres takes for no text.
  const row = isId('aud', id) ? await auditLogBy(em, tenancyOf(em).orgId, id) : undefined;
  if (!row) throw new Failure('AUDIT_LOG_NOT_FOUND');
  return row;
}
