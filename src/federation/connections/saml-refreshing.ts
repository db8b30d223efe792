import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/audit.ts';
import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit, type FieldChange } from '../../platform/events.ts';
import { type Grantor, systemActor } from '../../platform/grants.ts';
import type { IfMatch } from '../../platform/versions.ts';
import { raiseAlerts } from '../../risk/raising.ts';
import type { SourceWay } from '../../saml-metadata/given-metadata.ts';
import type { PendingChange } from '../../saml-metadata/pending-change.ts';
import { type Outcome, readPublishedMetadata } from '../../saml-metadata/published-metadata.ts';
import { applyRefresh, pendingOf } from '../../saml-metadata/refresh.ts';
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
import { noteMetadata, takeTurnToAsk } from './sql/saml-connections.ts';

/** The way to the metadata, and the public origin, which no identity provider may have. */
export interface RefreshWay {
  way: SourceWay;
  baseUrl: string;
}

/** What a refresh has made of a connection. */
export interface Refreshed {
  connection: Connection;
  changes: FieldChange[];
  outcome: Outcome<IdpMetadata>;
}

/** Reads the metadata of a connection at its address, before the transaction. */
export const readMetadataOf = (
  em: EntityManager,
  connection: Pick<Connection, 'idpEntityId' | 'metadataSigningCertificate'>,
  metadataUrl: string,
  way: SourceWay,
): Promise<Outcome<IdpMetadata>> =>
  readPublishedMetadata(
    em,
    metadataUrl,
    {
      entityId: connection.idpEntityId ?? '',
      pinnedCertificate: connection.metadataSigningCertificate,
    },
    { read: readIdpMetadata, way },
  );

/**
 * Reads the metadata of a connection again, and applies what may be applied (see `judgeMetadata`). Metadata that cannot be used
 * changes nothing but `metadataError`.
 * @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED, CONNECTION_STATE_CONFLICT without an address
 */
export async function refreshSamlMetadata(
  em: EntityManager,
  id: string,
  { way, baseUrl, ifMatch }: RefreshWay & IfMatch,
): Promise<Refreshed> {
  const { orgId, now } = tenancyOf(em);
  const { metadataUrl, ...before } = await findConnection(em, id, 'SAML');
  if (metadataUrl === null) throw new Failure('CONNECTION_STATE_CONFLICT', { metadataUrl: 'is not set' });
  const outcome = await readMetadataOf(em, before, metadataUrl, way);
  const { connection } = await lockConnection(em, id, { ifMatch }, 'SAML');
  const result =
    'metadata' in outcome ? apply(connection, outcome.metadata, { way, baseUrl }, now) : outcome.trouble;
  const isUsed = typeof result !== 'string';
  if (isUsed) {
    await em.flush();
    if (result.asks) await tellOfPending(em, connection, result.asks);
  }
  const warning = 'metadata' in outcome ? outcome.metadata.warning : null;
  await noteMetadata(em, orgId, id, { error: isUsed ? null : result, warning });
  await em.refresh(connection);
  return { connection, changes: isUsed ? result.changes : [], outcome };
}

const apply = (
  connection: Connection,
  metadata: IdpMetadata,
  { way, baseUrl }: RefreshWay,
  now: Date,
): ReturnType<typeof applyRefresh<PublishedSettings>> =>
  applyRefresh(connection, metadata, {
    parts: publishedParts,
    entityId: connection.idpEntityId ?? '',
    known: connection.published(),
    requireSound: (applied) =>
      requireSoundSaml({ ...rulesOf(connection), ...applied }, { mayReach: way.mayReach, baseUrl }),
    assign: (applied) => {
      const changes = assignSettings(connection, applied);
      if (changes.length > 0) followCertificates(connection, now);
      return changes;
    },
    now,
  });

async function tellOfPending(
  em: EntityManager,
  connection: Connection,
  { id: changeId, reasons, detectedAt }: PendingChange<PublishedSettings>,
): Promise<void> {
  const data = { ...aboutConnection(connection), changeId, reasons, detectedAt };
  await emit(em, [{ type: 'federation.change_pending', data }]);
  await raiseAlerts(em, [
    {
      trigger: 'federation.change_pending',
      always: true,
      subject: `connection-change:${connection.id}`,
      severity: 'HIGH',
      title: 'A change of an identity provider waits for your approval',
      description: `The metadata of the connection ${connection.name} asks for a change (${reasons.join(', ')}). Compare it with the administrator of the identity provider, and approve or reject it.`,
      source: { type: 'CONNECTION', id: connection.id },
      identityId: null,
    },
  ]);
}

/**
 * Applies the change that an administrator has seen.
 * @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, VALIDATION_ERROR,
 * CONNECTION_STATE_CONFLICT when no change of this name is pending
 */
export async function approveSamlChange(
  em: EntityManager,
  id: string,
  changeId: string,
  grantor: Grantor,
  { way, baseUrl, ifMatch }: RefreshWay & IfMatch,
): Promise<Pick<Refreshed, 'connection' | 'changes'>> {
  const { connection, lock } = await lockConnection(em, id, { ifMatch }, 'SAML');
  const { settings } = pendingOf(connection, changeId, 'CONNECTION_STATE_CONFLICT');
  await requireMayReach(em, { id, mappings: [connection.groupMapping] }, grantor);
  // The keys that are believed from now on outlast the key of the caller.
  await requireWithinOwnBounds(em, grantor, unbounded);
  const changes = assignSettings(connection, settings);
  await requireMayTrust(em, lock, { connection, changes }, grantor);
  connection.forgetChanges();
  requireSoundSaml(rulesOf(connection), { mayReach: way.mayReach, baseUrl });
  followCertificates(connection, tenancyOf(em).now);
  await em.flush();
  return { connection, changes };
}

/**
 * Drops a change, and remembers its name.
 * @throws {Failure} as {@link approveSamlChange}: a rejected rollover of keys locks users out
 */
export async function rejectSamlChange(
  em: EntityManager,
  id: string,
  changeId: string,
  grantor: Grantor,
  condition: IfMatch,
): Promise<Connection> {
  const { connection } = await lockConnection(em, id, condition, 'SAML');
  const pending = pendingOf(connection, changeId, 'CONNECTION_STATE_CONFLICT');
  await requireMayReach(em, { id, mappings: [connection.groupMapping] }, grantor);
  connection.rejectedChange = pending.id;
  connection.pendingChange = null;
  await em.flush();
  return connection;
}

/** Refreshes a connection without a caller, and records what has changed. */
export async function refreshBySystem(
  em: EntityManager,
  id: string,
  { way, baseUrl }: RefreshWay,
): Promise<Refreshed> {
  const refreshed = await refreshSamlMetadata(em, id, { way, baseUrl, ifMatch: undefined });
  const { connection, changes } = refreshed;
  if (changes.length > 0)
    await recordAudit(em, [
      {
        action: 'connection.refresh_metadata',
        actor: systemActor,
        targetId: id,
        targetName: connection.name,
        result: 'SUCCESS',
        changes,
      },
    ]);
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
  if (!(await inTransaction((em) => takeTurnToAsk(em, orgId, id)))) return false;
  const { changes } = await inTransaction((em) => refreshBySystem(em, id, means));
  return changes.some(({ field }) => field === 'certificates');
}
