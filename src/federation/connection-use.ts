import type { EntityManager } from '@mikro-orm/postgresql';
import { anonymousActor, type Origin, recordAudit } from '../audit/audit.ts';
import { isId } from '../lib/id.ts';
import { Failure } from '../failure.ts';
import { noteUse } from './connection-health.ts';
import { Connection } from './entities/connection.ts';
import type { SocialTrouble } from './trouble.ts';

/** Counts sign-ins by connections, for the metrics. */
export interface FederatedSignInCounter {
  /** @param outcome `SUCCESS`, `FAILED` if the identity provider was not understood, or why the user was refused */
  federated(type: 'OIDC' | 'SAML', outcome: string): void;
}

/** Finds a connection by OpenID Connect that signs users in. @throws {Failure} CONNECTION_NOT_FOUND */
export async function findActiveConnection(em: EntityManager, id: string): Promise<Connection> {
  const found = isId('fed', id)
    ? await em.findOne(Connection, { id, type: 'OIDC', status: 'ACTIVE' }, { refresh: true })
    : null;
  if (!found) throw new Failure('CONNECTION_NOT_FOUND');
  return found;
}

/** Records that a connection did not sign a user in, for the tenant. */
export async function recordFederationFailure(
  em: EntityManager,
  { id, name }: Pick<Connection, 'id' | 'name'>,
  { code, reason, origin }: { code?: string; reason: string; origin: Origin },
): Promise<void> {
  await recordAudit(em, [
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
  em: EntityManager,
  connection: Pick<Connection, 'id' | 'name' | 'type'>,
  { message, isOfProvider }: SocialTrouble,
  origin: Origin,
): Promise<void> {
  await recordFederationFailure(em, connection, {
    code: 'FEDERATION_CONN_FAILED',
    reason: message,
    origin,
  });
  if (isOfProvider) await noteUse(em, connection, { error: message, isLogin: false });
}
