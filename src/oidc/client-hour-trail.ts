import { anonymousActor, recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { agentIdOf } from './agent-id.ts';
import { type EndedHour, takeEndedHours } from './sql/client-hours.ts';

/** Writes an audit row for each client, hour and outcome that has ended, with its count. @returns how many it wrote */
export async function tellClientHours(tx: Tx): Promise<number> {
  const { orgId } = tenancyOf(tx);
  const hours = await takeEndedHours(tx, orgId);
  await recordAudit(
    tx,
    hours.map((hour) => entryOf(orgId, hour)),
  );
  return hours.length;
}

function entryOf(orgId: string, { clientId, clientName, isAgent, hour, outcome, uses, address }: EndedHour) {
  // The `client_id` of an agent can be an address, which is too long for a row.
  const id = isAgent ? agentIdOf(orgId, clientId) : clientId;
  const of = {
    targetType: isAgent ? 'oidc_agent' : 'oidc_client',
    targetId: id,
    targetName: clientName,
    reason: `${uses} in the hour from ${hour.toISOString()}`,
    changes: [{ field: 'count', from: 0, to: uses }],
    ...(address === null ? {} : { ipAddress: address }),
  };
  return outcome === 'ISSUED'
    ? {
        ...of,
        action: isAgent ? 'oidc_agent.issue_tokens' : 'oidc_client.issue_tokens',
        actor: { type: 'OIDC_CLIENT', id, name: clientName } as const,
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
