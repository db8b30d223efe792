import { Failure, invalid } from '../../failure.ts';
import { newId } from '../../lib/id.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import type { IfMatch } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';
import {
  certificateOf,
  certificatesOf,
  type CertificateFacts,
  firstExpiryOf,
  nextNoticeOf,
  refusalOfLength,
} from '../../saml-metadata/certificates.ts';
import { givenMetadata, refuseFields, type SourceWay } from '../../saml-metadata/given-metadata.ts';
import { requireSound } from './connection-rules.ts';
import { addConnection, assignSettings, changeConnection, type CreationMeans } from './connection-writes.ts';
import {
  type ChangeMeans,
  findConnection,
  lockConnection,
  requireRevocable,
  type StatusPatch,
} from './connections.ts';
import {
  Connection,
  type ConnectionSettings,
  publishedNames,
  type PublishedSettings,
  type SamlSettings,
} from './entities/connection.ts';
import { type IdpMetadata, readIdpMetadata } from './idp-metadata.ts';
import { requireSoundSaml, type SamlRules } from './saml-rules.ts';

/** The settings that callers set, besides the domains. */
type Settings = Omit<ConnectionSettings, 'status'> & SamlSettings;

/** The settings for which the contract has no default. */
type Optional =
  | keyof PublishedSettings
  | 'metadataUrl'
  | 'metadataSigningCertificate'
  | 'nameIdFormat'
  | 'subjectAttribute'
  | 'allowedGroups'
  | 'maxSessionSeconds'
  | 'product';

export type NewSamlConnection = Omit<Settings, Optional> &
  Partial<Pick<Settings, Optional>> & {
    isDraft: boolean;
    idpEntityId?: string;
    metadataXml?: string;
    domains: string[];
  };

export type SamlConnectionPatch = Partial<Settings> &
  StatusPatch & { idpEntityId?: string; metadataXml?: string; domains?: string[] };

/** Settings that neither the caller nor metadata says, beside the defaults of the contract. */
const unset = {
  ssoBinding: 'HTTP-Redirect',
  sloUrl: null,
  sloResponseUrl: null,
  sloBinding: 'HTTP-Redirect',
  metadataUrl: null,
  metadataSigningCertificate: null,
  nameIdFormat: 'unspecified',
  subjectAttribute: null,
  allowedGroups: null,
  maxSessionSeconds: null,
  product: null,
} as const satisfies Partial<Settings>;

/**
 * Connects a SAML identity provider, from its metadata or from fields.
 * @throws {Failure} as `addConnection`, FEDERATION_CONN_FAILED
 */
export async function createSamlConnection(
  tx: Tx,
  input: NewSamlConnection,
  { way, ...means }: CreationMeans & { way: SourceWay },
): Promise<Connection> {
  const { now } = tenancyOf(tx);
  const { domains, metadataXml: _, idpEntityId, isDraft, ...sent } = completed(input);
  if (isDraft) return createDraft(tx, { ...input, ...sent }, means);
  const metadata = await givenMetadata(tx, input, {
    ...sources(sent.metadataSigningCertificate ?? null, way),
    published: publishedNames,
    entityId: idpEntityId,
  });
  const named = metadata?.entityId ?? idpEntityId;
  if (named === undefined) throw missing('idpEntityId');
  const { ssoUrl, certificates } = metadata?.settings ?? sent;
  if (ssoUrl === undefined) throw missing('ssoUrl');
  if (certificates === undefined) throw missing('certificates');
  const settings = {
    ...unset,
    ...(metadata?.nameIdFormat && { nameIdFormat: metadata.nameIdFormat }),
    ...sent,
    ...metadata?.settings,
    ssoUrl,
    certificates,
  };
  requireSoundSaml({ ...settings, idpEntityId: named }, { mayReach: way.mayReach, baseUrl: means.baseUrl });
  const id = newId('fed');
  const make = (): Connection => {
    const connection = tx.create(Connection, {
      ...settings,
      id,
      type: 'SAML',
      idpEntityId: named,
      metadataRefreshedAt: metadata ? now : null,
      metadataWarning: metadata?.warning ?? null,
      createdBy: means.grantor.actor.id,
    });
    followCertificates(connection, now);
    return connection;
  };
  return addConnection(tx, { id, domains, settings, make }, means);
}

/**
 * Creates a connection whose identity provider is not known yet. Its id is reserved with it, so its addresses are final.
 * @throws {Failure} as {@link createSamlConnection}
 */
function createDraft(tx: Tx, input: NewSamlConnection, means: CreationMeans): Promise<Connection> {
  refuseFields(input, ofProvider, 'comes when you complete the draft');
  const { domains, isDraft: _, metadataXml: __, ...sent } = input;
  const settings = { ...unset, ...sent, ...noProvider };
  requireSound(settings);
  const id = newId('fed');
  const fixed = { id, type: 'SAML', status: 'DISABLED', createdBy: means.grantor.actor.id } as const;
  const make = (): Connection => tx.create(Connection, { ...settings, ...fixed });
  return addConnection(tx, { id, domains, settings, make }, means);
}

/**
 * Changes a SAML connection. New metadata replaces all that metadata says, at once. Metadata, or the fields of the identity provider,
 * complete a draft.
 * @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED and what {@link createSamlConnection} throws, CONNECTION_STATE_CONFLICT if
 * another request completes the draft at the same time
 */
export async function updateSamlConnection(
  tx: Tx,
  id: string,
  patch: SamlConnectionPatch,
  { way, ...means }: ChangeMeans & { way: SourceWay },
  condition: IfMatch,
): Promise<{ connection: Connection; changes: FieldChange[] }> {
  const { now } = tenancyOf(tx);
  requireRevocable(patch);
  const { domains: _, metadataXml: __, revokeSessions: ___, ...sent } = completed(patch);
  const before = await findConnection(tx, id, 'SAML');
  const wasDraft = before.isDraft();
  if (!wasDraft && ![undefined, before.idpEntityId].includes(patch.idpEntityId))
    throw invalid('idpEntityId', 'cannot change, because users of another identity provider are other users');
  const pinned = sent.metadataSigningCertificate;
  const isNewUrl =
    typeof patch.metadataUrl === 'string' &&
    (patch.metadataUrl !== before.metadataUrl || typeof pinned === 'string');
  const metadata = await givenMetadata(
    tx,
    { ...patch, metadataUrl: isNewUrl ? patch.metadataUrl : undefined },
    {
      ...sources(pinned === undefined ? before.metadataSigningCertificate : pinned, way),
      published: publishedNames,
      entityId: wasDraft ? patch.idpEntityId : (before.idpEntityId ?? ''),
    },
  );
  const locked = await lockConnection(tx, id, condition, 'SAML');
  const { connection } = locked;
  if (connection.isDraft() !== wasDraft)
    throw new Failure('CONNECTION_STATE_CONFLICT', { reason: 'another request has completed the draft' });
  const completing = wasDraft ? completionOf(connection, patch, metadata) : {};
  const assign = (): FieldChange[] => {
    const url = patch.metadataUrl === undefined ? connection.metadataUrl : patch.metadataUrl;
    if (url !== null && patch.metadataXml !== undefined)
      throw invalid('metadataXml', 'may not be sent while metadataUrl is set: set metadataUrl to null');
    if (url !== null) refuseFields(patch, publishedNames, 'comes from metadataUrl');
    const changes = assignSettings(connection, { ...completing, ...sent, ...metadata?.settings });
    if (metadata || url === null) {
      connection.forgetChanges();
      connection.metadataError = null;
    }
    // The keys of the caller replace those of metadata.
    if (sent.certificates !== undefined || patch.metadataUrl === null) connection.metadataWarning = null;
    if (metadata) {
      connection.metadataRefreshedAt = now;
      connection.metadataWarning = metadata.warning;
    }
    if (connection.isDraft()) requireSound(connection);
    else requireSoundSaml(rulesOf(connection), { mayReach: way.mayReach, baseUrl: means.baseUrl });
    if (changes.length > 0) followCertificates(connection, now);
    // A draft has empty texts for what it does not know.
    return wasDraft ? changes.map((one) => ({ ...one, from: one.from === '' ? null : one.from })) : changes;
  };
  return changeConnection(tx, locked, { patch, assign }, means);
}

/** The fields that name the identity provider of a draft. */
const ofProvider = [
  'idpEntityId',
  ...publishedNames,
  'metadataXml',
  'metadataUrl',
  'metadataSigningCertificate',
] as const;

/** The columns of a draft for the fields that no default fits. */
const noProvider = { idpEntityId: '', ssoUrl: '', certificates: [] as string[] };

/**
 * Returns what completes a draft, beside the fields of the caller and of the metadata: nothing if the caller says nothing of an
 * identity provider.
 * @throws {Failure} VALIDATION_ERROR if parts of the identity provider are missing
 */
function completionOf(
  draft: Connection,
  patch: SamlConnectionPatch,
  metadata: IdpMetadata | undefined,
): Partial<Connection> {
  if (metadata) {
    const { entityId, nameIdFormat } = metadata;
    const isOpen = draft.nameIdFormat === unset.nameIdFormat && nameIdFormat !== undefined;
    return { idpEntityId: entityId, ...(isOpen ? { nameIdFormat } : {}) };
  }
  const sent = ofProvider.filter((name) => ![undefined, null].includes(patch[name] as never));
  if (sent.length === 0) return {};
  for (const name of ['idpEntityId', 'ssoUrl', 'certificates'] as const)
    if (patch[name] === undefined) throw missing(name);
  return {};
}

/** Returns the settings that the rules of a SAML connection read. */
export const rulesOf = (connection: Connection): SamlRules => ({
  ...connection.settings(),
  ...connection.samlSettings(),
  idpEntityId: connection.idpEntityId ?? '',
});

/** Reads the certificates of a connection. */
export const idpCertificatesOf = ({
  certificates,
  metadataSigningCertificate,
}: Partial<Pick<Connection, 'certificates' | 'metadataSigningCertificate'>>): CertificateFacts[] =>
  certificatesOf({
    signingCertificates: certificates ?? [],
    metadataSigningCertificate: metadataSigningCertificate ?? null,
  });

/** Notes when the certificates expire, and when to tell of it. */
export function followCertificates(connection: Connection, now: Date): void {
  const certificates = idpCertificatesOf(connection);
  connection.certificateExpiresAt = firstExpiryOf(certificates);
  connection.certificateNoticeAt = nextNoticeOf(certificates, now);
}

/** Returns the facts about identity providers that {@link givenMetadata} needs. */
export const sources = (pinnedCertificate: string | null, way: SourceWay) => ({
  read: readIdpMetadata,
  kind: 'an identity provider',
  pinnedCertificate,
  way,
});

const missing = (field: string) => invalid(field, 'is required, unless you send metadataXml or metadataUrl');

/** The fields of a caller, with certificates in the form in which they are stored. @throws {Failure} VALIDATION_ERROR */
function completed<Input extends Partial<SamlSettings>>(input: Input): Input {
  const stored: Partial<SamlSettings> = {};
  if (input.certificates) {
    stored.certificates = input.certificates.map((text, at) => certificateOf(`certificates.${at}`, text));
    const refusal = refusalOfLength(stored.certificates);
    if (refusal !== undefined) throw invalid('certificates', refusal);
  }
  if (typeof input.metadataSigningCertificate === 'string')
    stored.metadataSigningCertificate = certificateOf(
      'metadataSigningCertificate',
      input.metadataSigningCertificate,
    );
  return { ...input, ...stored };
}
