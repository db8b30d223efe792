import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit } from '../../platform/events.ts';
import type { Tx } from '../../platform/tx.ts';
import { raiseAlerts } from '../../risk/raising.ts';
import { aboutConnection } from './connection-events.ts';
import type { Connection } from './entities/connection.ts';
import { noteConnectionUse } from './sql/connection-use.ts';
import { type HealthNote, noteConnectionHealth, type Standing } from './sql/connections.ts';

const longestError = 500;

type Noted = Pick<Connection, 'id' | 'name' | 'type'>;

/** Notes what a test or the daily check of a connection found. */
export async function noteTest(tx: Tx, connection: Noted, found: HealthNote): Promise<void> {
  const error = shown(found.error);
  const { orgId } = tenancyOf(tx);
  const before = await noteConnectionHealth(tx, orgId, connection.id, { ...found, error });
  await tellOfFailure(tx, connection, before, error);
}

/**
 * Notes what a sign-in by a connection showed.
 * @param use.error null if the identity provider told who the user is
 * @param use.isLogin whether the user signed in by it, and did not connect an account
 */
export async function noteUse(
  tx: Tx,
  connection: Noted,
  { error: told, isLogin }: { error: string | null; isLogin: boolean },
): Promise<void> {
  const error = shown(told);
  const before = await noteConnectionUse(tx, tenancyOf(tx).orgId, connection.id, { error, isLogin });
  await tellOfFailure(tx, connection, before, error);
}

const shown = (error: string | null): string | null => error?.slice(0, longestError) ?? null;

/** Writes one event and raises one alert when an ACTIVE connection begins to fail. It recovers without either. */
async function tellOfFailure(
  tx: Tx,
  connection: Noted,
  before: Standing | undefined,
  error: string | null,
): Promise<void> {
  if (error === null || before?.status !== 'ACTIVE' || before.health === 'FAILING') return;
  const { id, name } = connection;
  const failedAt = tenancyOf(tx).now.toISOString();
  await emit(tx, [{ type: 'federation.failed', data: { ...aboutConnection(connection), error, failedAt } }]);
  await raiseAlerts(tx, [
    {
      trigger: 'federation.failed',
      always: true,
      subject: `connection:${id}`,
      severity: 'HIGH',
      title: 'A connection to an identity provider fails',
      description: `Users may be unable to sign in by the connection ${name}. ${error}`,
      source: { type: 'CONNECTION', id },
      identityId: null,
    },
  ]);
}
