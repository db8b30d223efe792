// Brings a restored database up to date: replays audit exports and acts of operators, or suspends what could be used (docs/backup.md).
import { createReadStream } from 'node:fs';
import { verifyAuditExport } from '../../clients/typescript/src/audit.ts';
import type { Config } from '../../src/config.ts';
import type { Database } from '../../src/database/open.ts';
import { reasonOf } from '../../src/database/unusable.ts';
import type { OperatorAuditRow } from '../../src/organizations/sql/operator-audit.ts';
import { findTenant } from '../../src/platform/sql/tenants.ts';
import {
  type Reconciliation,
  LostEntries,
  reconcile,
  suspendTenant,
} from '../../src/recovery/reconciling.ts';
import { passExported } from '../../src/recovery/marking.ts';
import {
  operatorActOf,
  reachOf,
  type Reach,
  type ReplayedOrganization,
  replayOperatorActs,
  newestOf,
} from '../../src/recovery/operator-acts.ts';
import type { LostEntry } from '../../src/recovery/replays/replay.ts';
import { lacksActs } from '../../src/recovery/sql/organizations.ts';
import { closedRestore, restoredEnd, restoredTenants } from '../../src/recovery/sql/restores.ts';
import { wiring } from '../../src/wiring.ts';
import { withStartedDatabase } from '../started-database.ts';
import { vaultOf } from './vault-of.ts';

const {
  FILE: file = '',
  SUSPEND: whose = '',
  KEY_ID: given = '',
  UNTIL: confirmed = '',
  ACCEPT: accepted = '',
} = process.env;

async function main(): Promise<void> {
  if ((file === '') === (whose === ''))
    throw new Error(
      'set FILE to an audit export or to the output of make operator-audit, or SUSPEND to all, rest or the id of a tenant',
    );
  await withStartedDatabase(
    async (database, config) => {
      const restore = await closedRestore(database.pool);
      if (!restore)
        throw new Error('no restore is closed. After a restore by other tools, run make restored first');
      if (file === '') await suspend(database, restore.id);
      else await replay(database, config, restore.id);
      await tellRest(database, restore.id);
    },
    { asOwner: true },
  );
}

async function replay(database: Database, config: Config, restoreId: string): Promise<void> {
  const { pool, orm } = database;
  const source = lines();
  const first = await source.next();
  if (!first.value)
    throw new Error(
      `${file} is empty. If operators did nothing after the backup, run make open NO_OPERATOR_AUDIT=1`,
    );
  if (operatorActOf(objectIn(first.value))) {
    await replayActs(database, restoreId, first.value, source);
    return;
  }
  const head = headOf(first.value);
  if (!head)
    throw new Error(`${file} is neither an export of the audit log nor the output of make operator-audit`);
  const { orgId, previousHash, unsealed } = head;
  const tenant = await findTenant(pool, orgId);
  const end = tenant && (await restoredEnd(pool, orgId, restoreId));
  if (!end) throw new Error(`the restored database has no tenant ${orgId}, or make restored did not finish`);
  const keyIds = [...end.keyIds, ...given.split(',')].filter((id) => id !== '');
  const known = { sequence: end.sequence, hash: end.hash };
  // The rows are kept in the pass that verifies them, so that nothing can change the file in between.
  const rows = new Rows(end.sequence);
  const report = await verifyAuditExport(rows.through(first.value, source), { keyIds, known });
  if (rows.until === undefined)
    throw new Error(
      `the export has no sealed row, so it proves nothing about ${orgId}: run make reconcile SUSPEND=${orgId}`,
    );
  if (keyIds.length === 0) throw new Error(`the backup has no signing key of this tenant: ${keyHint}`);
  if (!report.valid) {
    const [fault] = report.faults;
    const hint =
      fault?.kind === 'FORGED'
        ? `. If the backup is from before the first seal, or from before a lost master key, ${keyHint}`
        : '';
    throw new Error(
      `the export is not what was sealed (${fault?.kind} in line ${fault?.line}): make verify-audit lists the faults${hint}`,
    );
  }
  const { firstSequence, lastSequence, exportedAt } = report;
  if (firstSequence === null || lastSequence === null || exportedAt === null)
    throw new Error('the export is empty');
  if (firstSequence > end.sequence + 1)
    throw new Error(
      `the export begins with sequence ${firstSequence}, and the backup ends with ${end.sequence}: use an export from ${end.sequence + 1} or earlier`,
    );
  if (firstSequence === end.sequence + 1 && previousHash !== end.hash)
    throw new Error('the export does not continue the chain of the backup');
  if (lastSequence < end.sequence)
    throw new Error('the export is older than the backup, so nothing can be replayed');
  if (rows.expired !== undefined)
    throw new Error(
      `row ${rows.expired} was written after the backup, and has only its hash left. Its changes are not known: run make reconcile SUSPEND=${orgId}`,
    );
  requireRecent(rows.until, exportedAt);
  const vault = await vaultOf(config, database);
  if (lastSequence >= end.epoch) {
    const first = await passExported({ orm, vault }, tenant, restoreId, lastSequence);
    process.stdout.write(
      `${orgId}: the export has numbers up to ${lastSequence}, so the audit log goes on with ${first}. Check the clock of the database server.\n`,
    );
  }
  const done = await reconcile(
    { orm, endings: wiring.endings, vault },
    { tenant, restoreId, exportedAt: rows.until, accepts },
    rows.lost,
  );
  tell(orgId, { until: rows.until, exportedAt, unsealed }, done);
  if (done.refused > 0)
    throw new Error(
      `${done.refused} replays were refused. Change what the list above names, or run make reconcile SUSPEND=${orgId}`,
    );
  if (done.look.length > 0)
    throw new Error(
      `${orgId} stays closed: no replay can judge ${done.look.length} changes. Compare each, and run the same command again with ACCEPT=all or with the ids that you accept, such as ACCEPT=${done.look[0]?.auditId}. Or run make reconcile SUSPEND=${orgId}`,
    );
}

/** Replays what `make operator-audit` printed before the loss. */
async function replayActs(
  { orm }: Database,
  restoreId: string,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  const acts: OperatorAuditRow[] = [];
  for await (const line of withFirst(first, rest)) {
    const act = operatorActOf(objectIn(line));
    if (!act) throw new Error(`line ${acts.length + 1} of ${file} is not an act of an operator`);
    acts.push(act);
  }
  requireReach(await reachOf(orm, acts));
  const done = await replayOperatorActs(orm, restoreId, acts, accepts);
  process.stdout.write(
    `${acts.length} acts of operators, the last of ${newestOf(acts)}. Organizations that changed after the backup: ${done.length}.\n${done.map(sentenceOf).join('')}`,
  );
  const looks = done.filter(({ outcome }) => outcome === 'LOOK');
  if (looks.length > 0)
    throw new Error(
      `${looks.length} organizations were erased after the backup, and nothing undoes an erasure. Compare each, and run the same command again with ACCEPT=all or with the ids that you accept, such as ACCEPT=${looks[0]?.auditId}`,
    );
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/**
 * An output with the usual limit may begin after the backup, so that older acts are missing. Only the operator knows.
 * @throws unless the backup has one of the acts, or the operator has named the time of the first
 */
function requireReach({ reachesBackup, from, newestOfBackup }: Reach): void {
  if (reachesBackup || confirmed === from) return;
  const hint =
    newestOfBackup === undefined ? '' : ` Use an output of make operator-audit SINCE=${newestOfBackup}.`;
  throw new Error(
    `the first act in ${file} is of ${from}, and the backup has none of these acts, so earlier ones may be missing.${hint} If operators did nothing between the backup and this time, set UNTIL=${from}`,
  );
}

const outcomes = {
  APPLIED: 'was applied',
  KNOWN: 'was known',
  GONE: 'of an organization that the backup does not have',
  LOOK: 'waits until you accept it',
} as const;

const sentenceOf = ({ id, action, auditId, outcome, isErasedAgain }: ReplayedOrganization): string =>
  `  ${id}: ${action} (${auditId}) ${outcomes[outcome]}${isErasedAgain ? '. It is erased once the service is open' : ''}\n`;

const acceptedIds = new Set(accepted.split(',').map((id) => id.trim()));
const accepts = (auditId: string): boolean => acceptedIds.has('all') || acceptedIds.has(auditId);

/** Between its last row and its own time, an export that is whole has little more than the pauses of a quiet tenant. */
const mostBetweenMs = 5 * 60_000;

/**
 * An export that was made with `to` looks like one of a tenant in which nothing happened since. Only the operator knows which it is.
 * @throws unless the operator has named the time of the last row
 */
function requireRecent(until: string, exportedAt: string): void {
  if (Date.parse(exportedAt) - Date.parse(until) <= mostBetweenMs || confirmed === until) return;
  throw new Error(
    `the last row of the export is of ${until}, and the export was made ${exportedAt}. If it was made with to, use one without it. If nothing happened in between, set UNTIL=${until}`,
  );
}

const keyHint = 'set KEY_ID to one of keyIds of getAuditIntegrity, as you read it before the loss';

function headOf(line: Buffer): { orgId: string; previousHash: string; unsealed: unknown } | undefined {
  const { orgId, previousHash, unsealed } = objectIn(line);
  return typeof orgId === 'string' && typeof previousHash === 'string'
    ? { orgId, previousHash, unsealed }
    : undefined;
}

function objectIn(line: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // The verification finds it.
    return {};
  }
}

/** Keeps what the chain had after the backup, while another one reads the export. */
class Rows {
  readonly lost = new LostEntries();
  readonly #after: number;
  /** When the last row was written. */
  until: string | undefined;
  /** A row after the backup that has only its hash left. */
  expired: number | undefined;

  constructor(after: number) {
    this.#after = after;
  }

  async *through(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield first;
    for await (const line of rest) {
      this.#keep(objectIn(line));
      yield line;
    }
  }

  #keep(line: Record<string, unknown>): void {
    const { type, id, sequence, timestamp, action, target, changes, result, expired, personal, reason } =
      line;
    if (type !== 'row' || typeof sequence !== 'number') return;
    if (typeof timestamp === 'string') this.until = timestamp;
    if (sequence <= this.#after) return;
    if (expired === true) this.expired ??= sequence;
    if (result !== 'SUCCESS') return;
    const { type: targetType, id: targetId, name } = Object(target) as Record<string, unknown>;
    this.lost.add({
      id: String(id),
      sequence,
      timestamp: String(timestamp),
      action: String(action),
      targetType: String(targetType),
      targetId: typeof targetId === 'string' ? targetId : '',
      targetName: typeof name === 'string' ? name : null,
      reason: typeof reason === 'string' ? reason : null,
      changes: (Array.isArray(changes) ? changes : []) as LostEntry['changes'],
      erased: personal === null,
    });
  }
}

/** Splits at line feeds alone, as the verification does: a value may hold other separators of lines. */
async function* lines(): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at + 1)]);
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

function tell(
  orgId: string,
  { until, exportedAt, unsealed }: { until: string; exportedAt: string; unsealed: unknown },
  { entries, applied, known, gone, look, accepted: agreed }: Reconciliation,
): void {
  const out = [
    `${orgId}: ${entries} entries after the backup. The last row of the export is of ${until}.`,
    `  Changes after ${until} are not in this export (made ${exportedAt}). If one may matter, suspend the tenant.`,
  ];
  if (typeof unsealed === 'number' && unsealed > 0)
    out.push(`  ${unsealed} rows had no seal when it was made, so they are not in it.`);
  for (const [action, times] of Object.entries(applied)) out.push(`  applied ${action}: ${times}`);
  out.push(`  known already: ${known}`, `  targets that were made after the backup, and are lost: ${gone}`);
  for (const [title, all] of [
    ['No replay can judge these. Compare them yourself:', look],
    ['Accepted, as the backup has it:', agreed],
  ] as const) {
    if (all.length > 0) out.push(`  ${title}`);
    for (const { action, targetId, auditId, note } of all)
      out.push(`    ${action} ${targetId} (${auditId}): ${note}`);
  }
  process.stdout.write(`${out.join('\n')}\n`);
}

async function suspend({ pool, orm }: Database, restoreId: string): Promise<void> {
  const all = await restoredTenants(pool, restoreId);
  const chosen = all.filter(
    ({ orgId, outcome }) => whose === 'all' || (whose === 'rest' ? outcome === null : orgId === whose),
  );
  if (chosen.length === 0 && whose !== 'rest') throw new Error(`there is no tenant ${whose}`);
  for (const tenant of chosen) {
    const suspended = await suspendTenant({ orm, endings: wiring.endings }, tenant, restoreId);
    process.stdout.write(`${tenant.orgId}: ${suspended} suspended.\n`);
  }
}

async function tellRest({ pool }: Database, restoreId: string): Promise<void> {
  const rest = (await restoredTenants(pool, restoreId)).filter(
    ({ outcome, alive }) => outcome === null && alive > 0,
  );
  const lacks = await lacksActs(pool, restoreId);
  if (lacks)
    process.stdout.write(
      'Still to read: what operators did after the backup. Give the output of make operator-audit in FILE, or open with NO_OPERATOR_AUDIT=1 if they did nothing\n',
    );
  process.stdout.write(
    rest.length === 0
      ? `Every tenant is up to date.${lacks ? '' : ' Open the service: make open'}\n`
      : `Still to reconcile or to suspend: ${rest.map(({ orgId }) => orgId).join(', ')}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`The restore was not reconciled: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
