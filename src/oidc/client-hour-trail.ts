import { anonymousActor, recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { type EndedHour, takeEndedHours } from './sql/client-hours.ts';

/** Writes an audit row for each client, hour and outcome that has ended, with its count. @returns how many it wrote */
export async function tellClientHours(tx: Tx): Promise<number> {
  const hours = await takeEndedHours(tx, tenancyOf(tx).orgId);
  await recordAudit(tx, hours.map(entryOf));
  return hours.length;
}

function entryOf({ clientId, clientName, hour, outcome, uses, address }: EndedHour) {
  const of = {
    targetType: 'oidc_client',
    targetId: clientId,
    targetName: clientName,
    reason: `${uses} in the hour from ${hour.toISOString()}`,
    changes: [{ field: 'count', from: 0, to: uses }],
    ...(address === null ? {} : { ipAddress: address }),
  };
  return outcome === 'ISSUED'
    ? {
        ...of,
        action: 'oidc_client.issue_tokens',
        actor: { type: 'OIDC_CLIENT', id: clientId, name: clientName } as const,
        result: 'SUCCESS' as const,
      }
    : // A stranger who knows the id of the client can cause it.
      {
        ...of,
        action: 'oidc_client.authenticate',
        actor: anonymousActor,
        result: 'FAILURE' as const,
        code: 'UNAUTHORIZED',
      };
}
