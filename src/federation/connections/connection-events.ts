import type { Actor } from '../../platform/events.ts';
import { emit } from '../../platform/events.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Connection } from './entities/connection.ts';

type Named = Pick<Connection, 'id' | 'name' | 'type'>;

/** Returns the fields that every event of a connection has. */
export const aboutConnection = ({ id, name, type }: Named) => ({
  connectionId: id,
  connectionName: name,
  connectionType: type,
});

/** Writes the event of a connection that users can sign in by from now on. */
export async function tellOfConnected(
  tx: Tx,
  connection: Named & Pick<Connection, 'issuer'>,
  connectedBy: Actor,
): Promise<void> {
  const data = { ...aboutConnection(connection), issuer: connection.issuer, connectedBy };
  await emit(tx, [{ type: 'federation.connected', data }]);
}

/** Writes the event of a connection that users can no longer sign in by. */
export async function tellOfDisabled(
  tx: Tx,
  connection: Named,
  { deleted, endedSessions, disabledBy }: { deleted: boolean; endedSessions: number; disabledBy: Actor },
): Promise<void> {
  const data = { ...aboutConnection(connection), deleted, endedSessions, disabledBy };
  await emit(tx, [{ type: 'federation.disabled', data }]);
}
