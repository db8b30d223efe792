import { recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { systemActor } from '../platform/grants.ts';
import { enqueueMany } from '../platform/queue.ts';
import type { Tx } from '../platform/tx.ts';
import { endAgents, removeAgents } from './sql/agents.ts';
import { takeDueDocuments } from './sql/due-documents.ts';
import { unusedStrangers } from './sql/stranger-clients.ts';

/**
 * Removes unused clients of strangers, some at a time: those that no user has allowed, a day after they were last read or changed, and others
 * when they have got no token for 30 days. Approved clients stay.
 * @returns how many it removed
 */
export async function removeUnusedStrangers(tx: Tx): Promise<number> {
  const { orgId } = tenancyOf(tx);
  const unused = await unusedStrangers(tx, orgId);
  if (unused.length === 0) return 0;
  const allowed = unused.filter(({ isAllowed }) => isAllowed);
  if (allowed.length > 0)
    await endAgents(
      tx,
      orgId,
      allowed.map(({ id }) => id),
    );
  await removeAgents(
    tx,
    orgId,
    unused.map(({ id }) => id),
  );
  if (allowed.length > 0)
    await recordAudit(
      tx,
      allowed.map(({ id, name }) => ({
        action: 'oidc_client.end_unused',
        actor: systemActor,
        targetType: 'oidc_client',
        targetId: id,
        targetName: name,
        result: 'SUCCESS' as const,
      })),
    );
  return unused.length;
}

/**
 * Has the documents of clients read again that hold refresh tokens and whose documents end soon. Each is tried once an hour, from half a day
 * before its end until a week after it, so that clients go on when their hosts do.
 * @returns how many
 */
export async function askForDueDocuments(tx: Tx): Promise<number> {
  const { orgId } = tenancyOf(tx);
  const due = await takeDueDocuments(tx, orgId);
  const jobs = due.map((clientId) => ({
    payload: { orgId, clientId },
    // The places of calls are few for each address (src/workers/tenant-jobs.ts).
    address: new URL(clientId).host,
    key: `read-client-document ${clientId}`,
  }));
  await enqueueMany(tx, 'read-client-document', { orgId, jobs, tries: 1 });
  return due.length;
}
