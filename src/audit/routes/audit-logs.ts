import { type ExportPart, prepareExport } from '../audit-export.ts';
import { verifyAudit } from '../audit-integrity.ts';
import { auditFilterOf, findAuditLog } from '../audit-logs.ts';
import { sealSome } from '../audit-sealing.ts';
import { timesOf } from '../../platform/list-filters.ts';
import { type Handlers, ok, stream } from '../../operation.ts';
import { listAuditLogs } from '../sql/audit-logs.ts';
import {
  viewAuditLog,
  viewCheckpoint,
  viewEpoch,
  viewExportedRow,
  viewIntegrity,
} from '../views/audit-logs.ts';
import { askedPage } from '../../platform/paging.ts';
import type { SharedReads } from '../../platform/shared-reads.ts';
import type { Vault } from '../../platform/vault.ts';

/** So that an export that is asked for right after a change has it; the rest of a long queue is sealed as always. */
const mostSealedBefore = 5;

export const routes = ({ shared, vault }: { shared: SharedReads; vault: Vault }): Handlers<'audit-logs'> => ({
  async listAuditLogs({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listAuditLogs', caller.orgId], query);
    const { sort, ...given } = rest;
    const filter = auditFilterOf(given);
    const { body, bytes } = await shared('listAuditLogs', caller, query, async () => {
      const found = await listAuditLogs(tx, caller.orgId, filter, sort, window);
      return {
        data: found.rows.map((row) => viewAuditLog(row, caller.environment)),
        pagination: pagination(found),
      };
    });
    return { ...ok(body), bytes };
  },

  async getAuditLog({ path, tx, caller }) {
    return ok(viewAuditLog(await findAuditLog(tx, path.id), caller.environment));
  },

  async exportAuditLogs({ query, tx, caller, inTenant }) {
    const times = timesOf(query);
    for (let round = 0; round < mostSealedBefore; round++)
      if ((await inTenant(caller, (inner) => sealSome(inner, vault))).rows === 0) break;
    return stream(linesOf(await prepareExport(tx, vault, times), caller.environment), 'application/x-ndjson');
  },

  async getAuditIntegrity({ query, tx }) {
    return ok(viewIntegrity(await verifyAudit(tx, vault, query)));
  },
});

async function* linesOf(
  parts: AsyncIterable<ExportPart>,
  environment: 'live' | 'test',
): AsyncGenerator<string, void, undefined> {
  for await (const part of parts) yield `${JSON.stringify(lineOf(part, environment))}\n`;
}

function lineOf(part: ExportPart, environment: 'live' | 'test'): object {
  if (part.type === 'row') return viewExportedRow(part.sealed, environment);
  if (part.type === 'checkpoint') return { type: 'checkpoint', ...viewCheckpoint(part.checkpoint) };
  if (part.type === 'epoch') return { type: 'epoch', ...viewEpoch(part.epoch) };
  if (part.type === 'header') {
    const { keys, ...head } = part.head;
    const format = { type: 'header', format: 'keyward.audit.1' };
    return { ...format, ...head, keys: keys.map(({ id, publicKey }) => ({ keyId: id, publicKey })) };
  }
  const { end, keyId, signature } = part;
  return { type: 'end', ...end, keyId, signature: signature?.toString('base64url') ?? null };
}
