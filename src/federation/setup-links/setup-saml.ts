import type { Origin } from '../../audit/audit.ts';
import { Failure, invalid } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { assignChanges } from '../../platform/fields.ts';
import { type Quotas, requireRoom } from '../../platform/quotas.ts';
import type { Tx } from '../../platform/tx.ts';
import { givenMetadata, type SourceWay } from '../../saml-metadata/given-metadata.ts';
import { Connection } from '../connections/entities/connection.ts';
import { SetupLink } from './entities/setup-link.ts';
import { followCertificates, sources } from '../connections/saml-connections.ts';
import { requireSoundSaml } from '../connections/saml-rules.ts';
import { draftDefaults, draftOf, keepDraft, requireType } from './setup-connection.ts';
import { alive, type LockedSetup } from './setup-sessions.ts';
import type { DescribedConnection } from '../connections/sp-metadata.ts';

/** The input of the holder of a link: the metadata, or its address. */
export interface SamlDraft {
  metadataXml?: string;
  metadataUrl?: string;
}

/** The defaults of the API. The holder of a link sets none of them. */
const samlDefaults = {
  type: 'SAML',
  metadataSigningCertificate: null,
  signRequests: true,
  wantAssertionsSigned: true,
  wantEncrypted: false,
  subjectAttribute: null,
  allowIdpInitiated: false,
  clockSkewSeconds: 60,
  logoutUpstream: false,
} as const;

/**
 * As `saveOidcDraft`, for a SAML identity provider. Metadata with an address is read before the transaction.
 * @returns false if the holder may not change the connection any more
 * @throws {Failure} VALIDATION_ERROR, QUOTA_EXCEEDED, FEDERATION_CONN_FAILED
 */
export async function saveSamlDraft(
  tx: Tx,
  { link, lock }: LockedSetup,
  input: SamlDraft,
  { way, quotas, origin, baseUrl }: { way: SourceWay; quotas: Quotas; origin: Origin; baseUrl: string },
): Promise<boolean> {
  const { now } = tenancyOf(tx);
  requireType(link, 'SAML');
  const found = await draftOf(tx, link);
  if (found === 'taken over' || found?.type === 'OIDC') return false;
  const metadata = await givenMetadata(tx, input, { ...sources(null, way), published: [] });
  if (!metadata) throw invalid('metadataUrl', 'is required');
  const read = {
    idpEntityId: metadata.entityId,
    metadataUrl: input.metadataUrl ?? null,
    nameIdFormat: metadata.nameIdFormat ?? ('unspecified' as const),
    ...metadata.settings,
  };
  const settings = { ...draftDefaults, ...samlDefaults, groupMapping: [], ...read };
  requireSoundSaml(settings, { mayReach: way.mayReach, baseUrl });
  if (!found) await requireRoom(lock, 'connections', () => tx.count(Connection), quotas.maxConnections);
  const fixed = { id: link.draftId, name: link.name, status: 'DISABLED' as const, createdBy: link.id };
  const connection = found ?? tx.create(Connection, { ...settings, ...fixed });
  const changes = assignChanges<Partial<Connection>>(connection, read);
  connection.metadataRefreshedAt = now;
  connection.metadataWarning = metadata.warning;
  followCertificates(connection, now);
  await keepDraft(tx, link, { connection, changes, isNew: !found }, origin);
  return true;
}

/**
 * Describes a SAML connection for our metadata: one that exists, or the one that an open setup link will make. Identity
 * providers such as AD FS and Keycloak import our metadata before they show their own.
 * @throws {Failure} CONNECTION_NOT_FOUND
 */
export async function describedConnection(tx: Tx, id: string): Promise<DescribedConnection> {
  const connection = await tx.findOne(Connection, { id, type: 'SAML' });
  if (connection) return { ...connection.samlSettings(), id };
  const { now } = tenancyOf(tx);
  const open = { draftId: id, connectionVersion: null, ...alive(now) };
  const link = await tx.findOne(SetupLink, open);
  if (!link || link.type === 'OIDC') throw new Failure('CONNECTION_NOT_FOUND');
  return { id, ...samlDefaults, nameIdFormat: 'unspecified' };
}
