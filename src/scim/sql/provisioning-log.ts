import { cut } from '../../lib/cut.ts';
import { boundedChanges } from '../../lib/field-change.ts';
import { newId } from '../../lib/id.ts';
import { withoutSecrets } from '../../lib/secret-text.ts';
import { dateOf } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { LastWrite } from '../../platform/last-writes.ts';
import {
  type ListPage,
  type Order,
  type TimeSort,
  type Window,
  pageOfRows,
} from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';

/** One request over SCIM and what came of it. Nothing in it is ever the value of a password. */
export interface ProvisioningEntry {
  tokenId: string;
  /** The operationId of the contract. */
  operation: string;
  method: string;
  targetType: 'User' | 'Group' | null;
  targetId: string | null;
  externalId: string | null;
  /** The status of the response. */
  status: number;
  /** The code of the refusal. */
  code: string | null;
  /** Why it was refused, or what was done otherwise than asked. */
  detail: string | null;
  /** The request in short: the paths of a resource that was sent, or the operations of a patch. */
  asked: readonly { op: string; path: string | null }[];
  /** The changes that were made, or would have been made; by canonical paths. */
  changes: readonly { field: string; from: unknown; to: unknown }[];
  /** The paths of sent attributes that no schema knows. */
  ignored: readonly string[];
  dryRun: boolean;
  requestId: string | null;
}

/** The limits of an entry (components/schemas/scim-tokens.yaml). */
const mostListed = 100;
const mostOfAPath = 256;
const mostOfADetail = 1000;
const mostOfAValue = 2_000;

/**
 * Notes one request in the log of its token, with the last statement of the caller's transaction: of what was refused, in one
 * of its own.
 * Long lists and values are cut.
 */
export function provisioningRow(orgId: string, entry: ProvisioningEntry, now: Date): LastWrite {
  const asked = entry.asked
    .slice(0, mostListed)
    .map(({ op, path }) => ({ op: clean(op, 16), path: path && masked(path, mostOfAPath) }));
  const changes = boundedChanges(
    entry.changes
      .slice(0, mostListed)
      .map((change) => ({ ...change, field: clean(change.field, mostOfAPath) })),
    mostOfAValue,
  );
  const row = {
    org_id: orgId,
    id: newId('prv'),
    at: now.toISOString(),
    token_id: entry.tokenId,
    operation: entry.operation,
    method: entry.method,
    target_type: entry.targetType,
    target_id: entry.targetId,
    external_id: short(entry.externalId, mostOfAPath),
    status: entry.status,
    code: entry.code,
    detail: entry.detail && masked(entry.detail, mostOfADetail),
    asked,
    changes,
    ignored: entry.ignored.slice(0, mostListed).map((path) => masked(path, mostOfAPath)),
    dry_run: entry.dryRun,
    request_id: entry.requestId,
  };
  const text = JSON.stringify(row).replaceAll('\\u0000', '\\ufffd');
  return { parts: [['provisioning_row', insert(text)]] };
}

/** Erases what the log says of a user besides the id, and what refused requests said of the user's externalId. */
export async function eraseProvisioning(
  tx: Tx,
  orgId: string,
  user: { id: string; externalId: string | null },
): Promise<void> {
  await tx.run(sql`${erase(orgId)} and target_id = ${user.id}`);
  if (user.externalId === null) return;
  await tx.run(sql`${erase(orgId)} and target_id is null and external_id = ${user.externalId}`);
}

/** Postgres takes no U+0000, and what was refused for one is noted too. */
const clean = (text: string, most: number): string => cut(text.replaceAll('\0', '\uFFFD'), most);

const short = (text: string | null, most: number): string | null => text && clean(text, most);

/** A client that sends a secret in the place of a path must not find it in the log. */
const masked = (text: string, most: number): string => withoutSecrets(clean(text, most));

const logged = sql`org_id, id, at, token_id, operation, method, target_type, target_id, external_id, status, code, detail,
                      asked, changes, ignored, dry_run, request_id`;

const insert = (row: string): Sql => sql`
insert into provisioning_log (${logged})
select ${logged} from jsonb_populate_record(null::provisioning_log, ${row}::jsonb)`;

const erase = (orgId: string): Sql => sql`
update provisioning_log
   set external_id = null, detail = null, asked = '[]', changes = '[]', ignored = '{}'
 where org_id = ${orgId} and target_type = 'User'`;

export interface ProvisioningFilter {
  status?: 'SUCCESS' | 'FAILURE';
  dryRun?: boolean;
}

export type ProvisioningRow = Omit<ProvisioningEntry, 'tokenId'> & { id: string; at: Date };

/** Lists what was done with a SCIM token. */
export async function listProvisioningLog(
  tx: Tx,
  orgId: string,
  tokenId: string,
  { status, dryRun }: ProvisioningFilter,
  sort: TimeSort<'at'>,
  window: Window,
): Promise<ListPage<ProvisioningRow>> {
  const conditions = [sql`org_id = ${orgId}`, sql`token_id = ${tokenId}`];
  if (status !== undefined) conditions.push(status === 'SUCCESS' ? sql`status < 400` : sql`status >= 400`);
  if (dryRun !== undefined) conditions.push(sql`dry_run = ${dryRun}`);
  const from = sql`from provisioning_log where ${sql.join(conditions, ' and ')}`;
  const descending = sort === '-at';
  const order: Order = {
    key: 'at',
    keyType: 'timestamptz',
    descending,
    tie: 'id',
    tieDescending: descending,
  };
  return pageOfRows<RawRow, ProvisioningRow>(tx, { from, columns, order, toRow }, window);
}

type RawRow = Omit<ProvisioningRow, 'at'> & { at: string };

const toRow = (row: RawRow): ProvisioningRow => ({ ...row, at: dateOf(row.at) });

const columns = `id, at, operation, method, target_type as "targetType", target_id as "targetId",
  external_id as "externalId", status, code, detail, asked, changes, ignored, dry_run as "dryRun",
  request_id as "requestId"`;
