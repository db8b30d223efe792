import { dateOf } from '../../../lib/rows.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import { type ListPage, type Order, pageOfRows, type Window } from '../../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { AccessDevice } from '../entities/access-device.ts';

/** A device in a list. */
export type ListedDevice = Pick<
  AccessDevice,
  | 'id'
  | 'userId'
  | 'platform'
  | 'trust'
  | 'trustExpiresAt'
  | 'certificateThumbprints'
  | 'createdBy'
  | 'createdAt'
  | 'updatedAt'
>;

/** The devices of a tenant by id. */
export async function listDevices(
  tx: Tx,
  orgId: string,
  { userId, trust }: { userId?: string; trust?: AccessDevice['trust'] },
  window: Window,
): Promise<ListPage<ListedDevice>> {
  const conditions = [
    sql`org_id = ${orgId}`,
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(trust === undefined ? [] : [sql`trust = ${trust}`]),
  ];
  const from = sql`from access_devices where ${sql.join(conditions, ' and ')}`;
  return pageOfRows<RawDevice, ListedDevice>(tx, { from, columns, order, toRow }, window);
}

const order: Order = { key: 'id', keyType: 'text', descending: false, tie: 'id', tieDescending: false };

const columns = `id, user_id as "userId", platform, trust, trust_expires_at as "trustExpiresAt",
  to_jsonb(certificate_thumbprints) as "certificateThumbprints", created_by as "createdBy",
  created_at as "createdAt", updated_at as "updatedAt"`;

type RawDevice = Omit<ListedDevice, 'trustExpiresAt' | 'createdAt' | 'updatedAt'> &
  Record<'createdAt' | 'updatedAt', string> & { trustExpiresAt: string | null };

const toRow = (row: RawDevice): ListedDevice => ({
  ...row,
  trustExpiresAt: row.trustExpiresAt === null ? null : dateOf(row.trustExpiresAt),
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
});

/** A device, as far as decisions ask. */
export interface DeviceRow {
  id: string;
  platform: string;
  trust: 'compliant' | 'managed' | 'unmanaged';
  trustExpiresAt: string | null;
}

/** Finds the device of a user that has a certificate. Devices of other users are not found. */
export async function deviceByCertificate(
  tx: Tx,
  orgId: string,
  { userId, thumbprint }: { userId: string; thumbprint: string },
): Promise<DeviceRow | undefined> {
  return tx.row<DeviceRow>(byCertificate(orgId, userId, thumbprint));
}

const byCertificate = (orgId: string, userId: string, thumbprint: string): Sql => sql`
select id, platform, trust, trust_expires_at as "trustExpiresAt" from access_devices
 where org_id = ${orgId} and user_id = ${userId} and certificate_thumbprints @> array[${thumbprint}]::text[]`;

/** Returns the thumbprints of a list that other devices of the tenant have. */
export async function thumbprintsOfOthers(
  tx: Tx,
  orgId: string,
  { id, thumbprints }: { id: string; thumbprints: readonly string[] },
): Promise<string[]> {
  if (thumbprints.length === 0) return [];
  const rows = await tx.rows<{ thumbprint: string }>(ofOthers(orgId, id, JSON.stringify(thumbprints)));
  return rows.map(({ thumbprint }) => thumbprint);
}

const ofOthers = (orgId: string, id: string, thumbprints: string): Sql => sql`
select thumbprint from access_devices d, unnest(d.certificate_thumbprints) as thumbprint
 where d.org_id = ${orgId} and d.id <> ${id}
   and d.certificate_thumbprints && array(select jsonb_array_elements_text(${thumbprints}::jsonb))
   and jsonb_exists(${thumbprints}::jsonb, thumbprint)`;

/** Whether an enabled policy asks for devices. */
export async function judgesDevices(tx: Tx, orgId: string): Promise<boolean> {
  return tx.has(judging(orgId));
}

const judging = (orgId: string): Sql => sql`
select from access_policies
 where org_id = ${orgId} and status = 'ENABLED'
   and (conditions -> 'deviceTrust' <> '[]' or 'COMPLIANT_DEVICE' = any (requirements)) limit 1`;
