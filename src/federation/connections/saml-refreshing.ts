import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import type { Grantor } from '../../platform/grants.ts';
import type { IfMatch } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';
import type { SourceWay } from '../../saml-metadata/given-metadata.ts';
import {
  type PartnerKind,
  recordRefresh,
  type RefreshedPartner,
  refreshPartner,
} from '../../saml-metadata/partner-refresh.ts';
import { pendingOf } from '../../saml-metadata/refresh.ts';
import { aboutConnection } from './connection-events.ts';
import { requireMayReach } from './connection-rights.ts';
import { assignSettings } from './connection-writes.ts';
import { findConnection, lockConnection } from './connections.ts';
import type { Connection, PublishedSettings } from './entities/connection.ts';
import { type IdpMetadata, publishedParts, readIdpMetadata } from './idp-metadata.ts';
import type { InTransaction } from './in-transaction.ts';
import { requireMayTrust } from './mapping-rights.ts';
import { followCertificates, rulesOf } from './saml-connections.ts';
import { requireSoundSaml } from './saml-rules.ts';
import { takeTurnToAsk } from './sql/saml-connections.ts';

/** The way to the metadata, and the public origin, which no identity provider may have. */
export interface RefreshWay {
  way: SourceWay;
  baseUrl: string;
}

/** The result of a refresh of a connection. */
export type Refreshed = RefreshedPartner<Connection, IdpMetadata>;

/** How connections are refreshed. */
export const samlConnections: PartnerKind<Connection, PublishedSettings, IdpMetadata> = {
  table: 'federation_connections',
  parts: publishedParts,
  read: readIdpMetadata,
  refusals: { unknown: 'CONNECTION_NOT_FOUND', state: 'CONNECTION_STATE_CONFLICT' },
  find: (tx, id) => findConnection(tx, id, 'SAML'),
  lock: async (tx, id, condition) => (await lockConnection(tx, id, condition, 'SAML')).connection,
  entityIdOf: ({ idpEntityId }) => idpEntityId ?? '',
  assign: assignSettings,
  followCertificates,
  words: (connection) => ({
    trigger: 'federation.change_pending',
    event: (facts) => ({
      type: 'federation.change_pending',
      data: { ...aboutConnection(connection), ...facts },
    }),
    subject: `connection-change:${connection.id}`,
    source: { type: 'CONNECTION', id: connection.id },
    title: 'A change of an identity provider waits for your approval',
    partner: `connection ${connection.name}`,
    owner: 'administrator of the identity provider',
  }),
  action: 'connection.refresh_metadata',
};

/**
 * Reads the metadata of a connection again (see `refreshPartner()`).
 * @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED, CONNECTION_STATE_CONFLICT without an address
 */
export const refreshSamlMetadata = (
  tx: Tx,
  id: string,
  { way, baseUrl, ifMatch }: RefreshWay & IfMatch,
): Promise<Refreshed> =>
  refreshPartner(tx, samlConnections, id, {
    way,
    ifMatch,
    requireSound: (connection, applied) =>
      requireSoundSaml({ ...rulesOf(connection), ...applied }, { mayReach: way.mayReach, baseUrl }),
  });

/**
 * Applies the change that an administrator has seen.
 * @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, VALIDATION_ERROR,
 * CONNECTION_STATE_CONFLICT when no change of this name is pending
 */
export async function approveSamlChange(
  tx: Tx,
  id: string,
  changeId: string,
  grantor: Grantor,
  { way, baseUrl, ifMatch }: RefreshWay & IfMatch,
): Promise<{ connection: Connection; changes: FieldChange[] }> {
  const { connection, lock } = await lockConnection(tx, id, { ifMatch }, 'SAML');
  const { settings } = pendingOf(connection, changeId, 'CONNECTION_STATE_CONFLICT');
  await requireMayReach(tx, { id, mappings: [connection.groupMapping] }, grantor);
  // The keys that are believed from now on outlast the key of the caller.
  await requireWithinOwnBounds(tx, grantor, unbounded);
  const changes = assignSettings(connection, settings);
  await requireMayTrust(tx, lock, { connection, changes }, grantor);
  connection.forgetChanges();
  requireSoundSaml(rulesOf(connection), { mayReach: way.mayReach, baseUrl });
  followCertificates(connection, tenancyOf(tx).now);
  await tx.flush();
  return { connection, changes };
}

/**
 * Drops a change, and remembers its name.
 * @throws {Failure} as {@link approveSamlChange}: a rejected rollover of keys locks users out
 */
export async function rejectSamlChange(
  tx: Tx,
  id: string,
  changeId: string,
  grantor: Grantor,
  condition: IfMatch,
): Promise<Connection> {
  const { connection } = await lockConnection(tx, id, condition, 'SAML');
  const pending = pendingOf(connection, changeId, 'CONNECTION_STATE_CONFLICT');
  await requireMayReach(tx, { id, mappings: [connection.groupMapping] }, grantor);
  connection.rejectedChange = pending.id;
  connection.pendingChange = null;
  await tx.flush();
  return connection;
}

/** Refreshes a connection without a caller, and records what has changed. */
export async function refreshBySystem(tx: Tx, id: string, { way, baseUrl }: RefreshWay): Promise<Refreshed> {
  const refreshed = await refreshSamlMetadata(tx, id, { way, baseUrl, ifMatch: undefined });
  await recordRefresh(tx, samlConnections.action, refreshed);
  return refreshed;
}

/**
 * Reads the metadata again because a response was signed by an unknown key, at most every five minutes for a connection. The turn is
 * taken in a transaction of its own, so that parallel responses cause one request. To be called outside a transaction.
 * @returns whether certificates have changed, so that the response may be verified again
 */
export async function refreshForUnknownKey(
  { id, orgId }: Pick<Connection, 'id' | 'orgId'>,
  { inTransaction, ...means }: RefreshWay & { inTransaction: InTransaction },
): Promise<boolean> {
  if (!(await inTransaction((tx) => takeTurnToAsk(tx, orgId, id)))) return false;
  const { changes } = await inTransaction((tx) => refreshBySystem(tx, id, means));
  return changes.some(({ field }) => field === 'certificates');
}
