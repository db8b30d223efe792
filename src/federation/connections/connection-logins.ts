import { tenancyOf } from '../../platform/entities/owned.ts';
import { enqueue } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Endings } from '../../users/endings.ts';
import { type Ending, endLoginsByConnection } from '../../users/sessions/login-sessions.ts';
import { countLoginsByConnection } from '../../users/sessions/sql/logins.ts';
import { holdConnection } from '../linking/sql/enforcement.ts';

/** Logins, and grants, that one transaction ends. Each login has an audit row, an event, and clients that are told. */
const most = 500;

/**
 * Ends the access that came by a connection: logins, and tokens that applications hold for the absence of their users. Call it
 * when the connection is disabled and flushed. Sign-ins that complete at the same time either come first and end here, or find
 * the connection disabled. A job ends what a large company has besides, and what applications got at the same moment.
 * @returns how many logins end
 */
export async function endConnectionLogins(
  tx: Tx,
  connectionId: string,
  endings: Endings,
  ending: Ending,
): Promise<number> {
  const { orgId } = tenancyOf(tx);
  await holdConnection(tx, connectionId);
  const ended = await endLoginsByConnection(tx, ofConnection(connectionId), ending, endings);
  await endTokens(tx, connectionId, endings);
  const key = `end-connection-logins:${connectionId}`;
  await enqueue(tx, 'end-connection-logins', { orgId, connectionId }, { key });
  return ended + (await countLoginsByConnection(tx, orgId, connectionId));
}

/** Ends some of what is left. @returns whether there may be more */
export async function endMoreConnectionLogins(
  tx: Tx,
  connectionId: string,
  endings: Endings,
): Promise<boolean> {
  const ending = { reason: 'CONNECTION_DISABLED' } as const;
  const ended = await endLoginsByConnection(tx, ofConnection(connectionId), ending, endings);
  const hasMoreTokens = await endTokens(tx, connectionId, endings);
  return ended === most || hasMoreTokens;
}

async function endTokens(tx: Tx, connectionId: string, { onConnectionEnded }: Endings): Promise<boolean> {
  let hasMore = false;
  for (const end of onConnectionEnded)
    hasMore = (await end(tx, tenancyOf(tx).orgId, { connectionId, most })) || hasMore;
  return hasMore;
}

const ofConnection = (connectionId: string) => ({ connectionId, subject: null, session: null, most });
