import { isDeepStrictEqual } from 'node:util';
import { type AuditEntry, type Origin, recordAudit } from '../audit/audit.ts';
import { type Actor, emit, type FieldChange } from '../platform/events.ts';
import type { Tx } from '../platform/tx.ts';
import type { OidcClient, OidcClientSettings } from './entities/oidc-client.ts';
import { endAgents } from './sql/agents.ts';

/** The settings that a user relies on who allows a client: they decide who gets the answer, and who can prove to be the client. */
const bound = [
  'redirectUris',
  'tokenEndpointAuthMethod',
  'jwks',
  'jwksUri',
  'dpopBoundAccessTokens',
] as const satisfies readonly (keyof OidcClientSettings)[];

/** Who changed a client of a stranger, and by what. */
export interface StrangerChange {
  action: AuditEntry['action'];
  actor: Actor;
  origin?: Origin;
}

/**
 * Changes the client of a stranger. If its redirect URIs, its keys or its method change, users have not allowed the client that it is now. So
 * this transaction ends all consents, and everything that was issued by them.
 * @param client locked
 * @returns the changes
 */
export async function changeStranger(
  tx: Tx,
  client: OidcClient,
  wanted: Partial<OidcClientSettings>,
  { action, actor, origin }: StrangerChange,
): Promise<FieldChange[]> {
  const before = client.settings();
  const changes = Object.entries(wanted)
    .map(([field, to]) => ({
      field,
      from: before[field as keyof OidcClientSettings] as unknown,
      to: to as unknown,
    }))
    // Postgres keeps no order of the members of keys, so their texts would differ each time.
    .filter(({ from, to }) => !isDeepStrictEqual(from, to));
  if (changes.length === 0) return changes;
  const isOther = changes.some(({ field }) => (bound as readonly string[]).includes(field));
  Object.assign(client, wanted);
  await tx.flush();
  const { id, orgId, name } = client;
  const consents = isOther ? await endAgents(tx, orgId, [id]) : undefined;
  await recordAudit(tx, [
    {
      action,
      actor,
      targetType: 'oidc_client',
      targetId: id,
      targetName: name,
      result: 'SUCCESS',
      ...(consents === undefined ? {} : { reason: `${consents} consents ended` }),
      changes,
      ...origin,
    },
  ]);
  const data = { clientId: id, clientName: name, changes, updatedBy: actor };
  await emit(tx, [{ type: 'oidc_client.updated', data }]);
  return changes;
}
