// Brings a restored database up to date: replays audit exports, or suspends what could be used (docs/backup.md).
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { verifyAuditExport } from '../../clients/typescript/src/audit.ts';
import type { Database } from '../../src/database/open.ts';
import { reasonOf } from '../../src/database/unusable.ts';
import { findTenant } from '../../src/platform/sql/tenants.ts';
import {
  type Reconciliation,
  LostEntries,
  reconcile,
  suspendTenant,
} from '../../src/restores/reconciling.ts';
import type { LostEntry } from '../../src/restores/replays/replay.ts';
import { closedRestore, restoredEnd, restoredTenants } from '../../src/restores/sql/restores.ts';
import { wiring } from '../../src/wiring.ts';
import { withStartedDatabase } from '../started-database.ts';

const { FILE: file = '', SUSPEND: whose = '', KEY_ID: given = '' } = process.env;

async function main(): Promise<void> {
  if ((file === '') === (whose === ''))
    throw new Error('set FILE to an audit export, or SUSPEND to all, rest or the id of a tenant');
  await withStartedDatabase(
    async (database) => {
      const restore = await closedRestore(database.pool);
      if (!restore)
        throw new Error('no restore is closed. After a restore by other tools, run make restored first');
      if (file === '') await suspend(database, restore.id);
      else await replay(database, restore.id);
      await tellRest(database, restore.id);
    },
    { asOwner: true },
  );
}

async function replay({ pool, orm }: Database, restoreId: string): Promise<void> {
  const { orgId } = await firstLine();
  const tenant = await findTenant(pool, orgId);
  const end = tenant && (await restoredEnd(pool, orgId));
  if (!end) throw new Error(`the restored database has no tenant ${orgId}, or make restored did not finish`);
  const keyIds = [...end.keyIds, ...given.split(',')].filter((id) => id !== '');
  if (keyIds.length === 0)
    throw new Error(
      'the backup has no signing key of this tenant: set KEY_ID to one of keyIds of getAuditIntegrity',
    );
  const known = { sequence: end.sequence, hash: end.hash };
  const report = await verifyAuditExport(createReadStream(file), { keyIds, known });
  if (!report.valid) {
    const [fault] = report.faults;
    throw new Error(
      `the export is not what was sealed (${fault?.kind} in line ${fault?.line}): make verify-audit lists the faults`,
    );
  }
  const { firstSequence, lastSequence, exportedAt } = report;
  if (firstSequence === null || lastSequence === null || exportedAt === null)
    throw new Error('the export is empty');
  if (firstSequence > end.sequence + 1)
    throw new Error(
      `the export begins with sequence ${firstSequence}, and the backup ends with ${end.sequence}: use an export from ${end.sequence + 1} or earlier`,
    );
  const { previousHash } = await firstLine();
  if (firstSequence === end.sequence + 1 && previousHash !== end.hash)
    throw new Error('the export does not continue the chain of the backup');
  if (lastSequence < end.sequence)
    throw new Error('the export is older than the backup, so nothing can be replayed');
  const done = await reconcile(
    { orm, endings: wiring.endings },
    { tenant, restoreId, exportedAt },
    await lostEntries(end.sequence),
  );
  tell(orgId, exportedAt, done);
  if (done.refused > 0)
    throw new Error(
      `${done.refused} replays were refused. Change what the list above names, or run make reconcile SUSPEND=${orgId}`,
    );
}

async function firstLine(): Promise<{ orgId: string; previousHash: string }> {
  for await (const line of lines()) {
    const { orgId, previousHash }: Record<string, unknown> = JSON.parse(line);
    if (typeof orgId === 'string' && typeof previousHash === 'string') return { orgId, previousHash };
    break;
  }
  throw new Error(`${file} is not an export of the audit log`);
}

/** Reads what the chain had after the backup. The export was verified before. */
async function lostEntries(after: number): Promise<LostEntries> {
  const lost = new LostEntries();
  for await (const text of lines()) {
    const line = JSON.parse(text);
    if (line.type !== 'row' || line.sequence <= after || line.result !== 'SUCCESS') continue;
    const { id, sequence, timestamp, action, target, changes } = line;
    const entry: LostEntry = {
      id,
      sequence,
      timestamp,
      action,
      targetType: target.type,
      targetId: target.id ?? '',
      changes,
    };
    lost.add(entry);
  }
  return lost;
}

const lines = () => createInterface({ input: createReadStream(file), crlfDelay: Infinity });

function tell(
  orgId: string,
  exportedAt: string,
  { entries, applied, known, gone, look }: Reconciliation,
): void {
  const out = [`${orgId}: ${entries} entries after the backup, until ${exportedAt}.`];
  for (const [action, times] of Object.entries(applied)) out.push(`  applied ${action}: ${times}`);
  out.push(`  known already: ${known}`, `  targets that were made after the backup, and are lost: ${gone}`);
  if (look.length > 0) out.push('  Not replayed. Compare these yourself:');
  for (const { action, targetId, auditId, note } of look)
    out.push(`    ${action} ${targetId} (${auditId}): ${note}`);
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
  process.stdout.write(
    rest.length === 0
      ? 'Every tenant is up to date. Open the service: make open\n'
      : `Still to reconcile or to suspend: ${rest.map(({ orgId }) => orgId).join(', ')}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`The restore was not reconciled: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
