import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../platform/entities/owned.ts';
import { enqueue } from '../platform/queue.ts';
import type { Endings } from '../users/endings.ts';
import { type Ending, endLoginsByConnection } from '../users/sessions/login-sessions.ts';
import { countLoginsByConnection } from '../users/sessions/sql/logins.ts';
import { holdConnection } from './sql/enforcement.ts';

/** Logins that one transaction ends. Each has an audit row, an event, and clients that are told. */
const most = 500;

/**
 * Ends the logins that came by a connection. Call it when the connection is disabled and flushed. Sign-ins that complete at the
 * same time either come first and end here, or find the connection disabled. A job ends the logins of a large company.
 * @returns how many end
 */
export async function endConnectionLogins(
  em: EntityManager,
  connectionId: string,
  endings: Endings,
  ending: Ending,
): Promise<number> {
  const { orgId } = tenancyOf(em);
  await holdConnection(em, connectionId);
  const ended = await endLoginsByConnection(em, ofConnection(connectionId), ending, endings);
  if (ended < most) return ended;
  const key = `end-connection-logins:${connectionId}`;
  await enqueue(em, 'end-connection-logins', { orgId, connectionId }, { key });
  return ended + (await countLoginsByConnection(em, orgId, connectionId));
}

/** Ends some of the logins that are left. @returns whether there may be more */
export async function endMoreConnectionLogins(
  em: EntityManager,
  connectionId: string,
  endings: Endings,
): Promise<boolean> {
  const ending = { reason: 'CONNECTION_DISABLED' } as const;
  return (await endLoginsByConnection(em, ofConnection(connectionId), ending, endings)) === most;
}

const ofConnection = (connectionId: string) => ({ connectionId, subject: null, session: null, most });
