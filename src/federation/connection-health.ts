import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { raiseAlerts } from '../risk/raising.ts';
import { aboutConnection } from './connection-events.ts';
import type { Connection } from './entities/connection.ts';
import { type HealthNote, noteConnectionHealth } from './sql/connections.ts';

const longestError = 500;

/**
 * Notes what a use, a test or the daily check of a connection found. When an ACTIVE connection begins to fail, there is one
 * event and an alert. It recovers without either.
 */
export async function noteHealth(
  em: EntityManager,
  connection: Pick<Connection, 'id' | 'name' | 'type' | 'status'>,
  { error, ...note }: HealthNote,
): Promise<void> {
  const { orgId, now } = tenancyOf(em);
  const { id, name, status } = connection;
  const shown = error === null ? null : error.slice(0, longestError);
  const before = await noteConnectionHealth(em, orgId, id, { ...note, error: shown });
  if (shown === null || before === undefined || before === 'FAILING' || status !== 'ACTIVE') return;
  const failedAt = now.toISOString();
  await emit(em, [
    { type: 'federation.failed', data: { ...aboutConnection(connection), error: shown, failedAt } },
  ]);
  await raiseAlerts(em, [
    {
      trigger: 'federation.failed',
      always: true,
      subject: `connection:${id}`,
      severity: 'HIGH',
      title: 'A connection to an identity provider fails',
      description: `Users may be unable to sign in by the connection ${name}. ${shown}`,
      source: { type: 'CONNECTION', id },
      identityId: null,
    },
  ]);
}
