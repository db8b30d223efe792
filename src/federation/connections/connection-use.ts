import { anonymousActor, type Origin, recordAudit } from '../../audit/audit.ts';
import { isId } from '../../lib/id.ts';
import { noteUse } from './connection-health.ts';
import { Connection, type ConnectionType } from './entities/connection.ts';
import type { SocialTrouble } from '../openid/trouble.ts';
import type { Tx } from '../../platform/tx.ts';

/** Finds the connection of a sign-in as it is now, also a disabled one. @param type the type that it must have, if any */
export async function connectionNow(
  tx: Tx,
  id: string,
  type?: ConnectionType,
): Promise<Connection | undefined> {
  if (!isId('fed', id)) return undefined;
  return (await tx.findOne(Connection, { id, ...(type ? { type } : {}) }, { refresh: true })) ?? undefined;
}

/** Records that a connection did not sign a user in, for the tenant. */
export async function recordFederationFailure(
  tx: Tx,
  { id, name }: Pick<Connection, 'id' | 'name'>,
  { code, reason, origin }: { code?: string; reason: string; origin: Origin },
): Promise<void> {
  await recordAudit(tx, [
    {
      action: 'user.login_failed',
      actor: anonymousActor,
      result: 'FAILURE',
      reason: `${name} (${id}): ${reason}`,
      ...(code === undefined ? {} : { code }),
      ...origin,
    },
  ]);
}

/** Records a fault. If the identity provider is at fault, the health of the connection says so. */
export async function recordTrouble(
  tx: Tx,
  connection: Pick<Connection, 'id' | 'name' | 'type'>,
  { message, isOfProvider }: SocialTrouble,
  origin: Origin,
): Promise<void> {
  await recordFederationFailure(tx, connection, {
    code: 'FEDERATION_CONN_FAILED',
    reason: message,
    origin,
  });
  if (isOfProvider) await noteUse(tx, connection, { error: message, isLogin: false });
}
