import { type AuditEntry, recordAudit } from '../audit/audit.ts';
import { Failure, type FailureCode } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type FieldChange, type NewEvent } from '../platform/events.ts';
import { systemActor } from '../platform/grants.ts';
import type { IfMatch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';
import type { AlertTitle } from '../risk/alert-titles.ts';
import { type Occurrence, raiseAlerts } from '../risk/raising.ts';
import type { SourceWay } from './given-metadata.ts';
import type { MetadataReader } from './metadata-reading.ts';
import type { PublishedParts } from './metadata-refresh.ts';
import type { PendingChange } from './pending-change.ts';
import { type Outcome, readPublishedMetadata } from './published-metadata.ts';
import { applyRefresh, type Refreshable, type Reread } from './refresh.ts';
import { noteRefresh, type PartnerTable } from './sql/partners.ts';

/** A row of a partner whose settings follow metadata. */
export interface Partner<Settings> extends Refreshable<Settings> {
  id: string;
  name: string;
  metadataUrl: string | null;
  metadataSigningCertificate: string | null;
  /** Returns the settings that metadata gives. */
  published(): Settings;
}

/** The metadata of a partner, as its reader returns it. */
export interface PartnerMetadata<Settings> extends Reread<Settings> {
  /** Sentences for an administrator about certificates that were left out; null if there are none. */
  warning: string | null;
}

/** A change that waits, as its event names it. */
type PendingFacts = { changeId: string } & Pick<PendingChange<unknown>, 'reasons' | 'detectedAt'>;

/** How administrators learn that a change waits for their approval. */
export interface PendingWords {
  trigger: Occurrence['trigger'];
  event: (facts: PendingFacts) => NewEvent;
  subject: string;
  source: Occurrence['source'];
  title: AlertTitle;
  /** The partner, and its owner, who knows whether the change is right. */
  partner: string;
  owner: string;
}

/** The functions and texts of a kind of partner for its refreshes. */
export interface PartnerKind<
  Row extends Partner<Settings>,
  Settings,
  Metadata extends PartnerMetadata<Settings>,
> {
  table: PartnerTable;
  parts: PublishedParts<Settings>;
  read: MetadataReader<Metadata>;
  /** The refusals if the partner is unknown, and if its state does not allow a refresh. */
  refusals: { unknown: FailureCode; state: FailureCode };
  /** @throws {Failure} if the partner is unknown */
  find: (tx: Tx, id: string) => Promise<Row>;
  /** Locks the row. @throws {Failure} if the partner is unknown, PRECONDITION_FAILED */
  lock: (tx: Tx, id: string, condition: IfMatch) => Promise<Row>;
  /** Returns the entity id, which never changes. */
  entityIdOf: (row: Row) => string;
  /** Changes the settings. */
  assign: (row: Row, applied: Partial<Settings>) => FieldChange[];
  /** Notes when the certificates of the settings expire, after the settings have changed. */
  followCertificates: (row: Row, now: Date) => void;
  words: (row: Row) => PendingWords;
  /** The action of a refresh without a caller in the audit log. */
  action: AuditEntry['action'];
}

/** The options of one refresh. */
export interface RefreshWays<Row, Settings> extends IfMatch {
  way: SourceWay;
  /** @throws {Failure} VALIDATION_ERROR if these changes do not fit the settings */
  requireSound: (row: Row, applied: Partial<Settings>) => void;
  /** Is told of the changes that were made, before a change that waits is told. */
  changed?: (row: Row, changes: FieldChange[]) => Promise<void>;
}

/** The result of a refresh of a partner. */
export interface RefreshedPartner<Row, Metadata> {
  partner: Row;
  changes: FieldChange[];
  outcome: Outcome<Metadata>;
}

/** Metadata is read again after a day, and after an hour if it could not be used. */
export const refreshSeconds = 86_400;
const retrySeconds = 3_600;

/** Reads the metadata of a partner at its address, before the transaction. */
export const readMetadataOf = <
  Row extends Partner<Settings>,
  Settings,
  Metadata extends PartnerMetadata<Settings>,
>(
  tx: Tx,
  { read, entityIdOf }: Pick<PartnerKind<Row, Settings, Metadata>, 'read' | 'entityIdOf'>,
  row: Row,
  { metadataUrl, way }: { metadataUrl: string; way: SourceWay },
): Promise<Outcome<Metadata>> => {
  const reading = { entityId: entityIdOf(row), pinnedCertificate: row.metadataSigningCertificate };
  return readPublishedMetadata(tx, metadataUrl, reading, { read, way });
};

/**
 * Reads the metadata of a partner again, and applies what may be applied (see `judgeMetadata()`). Metadata that cannot be used changes
 * nothing but `metadataError`.
 * @throws {Failure} if the partner is unknown or has no address of metadata, PRECONDITION_FAILED
 */
export async function refreshPartner<
  Row extends Partner<Settings>,
  Settings,
  Metadata extends PartnerMetadata<Settings>,
>(
  tx: Tx,
  kind: PartnerKind<Row, Settings, Metadata>,
  id: string,
  { way, ifMatch, requireSound, changed }: RefreshWays<Row, Settings>,
): Promise<RefreshedPartner<Row, Metadata>> {
  const { orgId, now } = tenancyOf(tx);
  const before = await kind.find(tx, id);
  const { metadataUrl } = before;
  if (metadataUrl === null) throw new Failure(kind.refusals.state, { metadataUrl: 'is not set' });
  const outcome = await readMetadataOf(tx, kind, before, { metadataUrl, way });
  const partner = await kind.lock(tx, id, { ifMatch });
  const result =
    'metadata' in outcome
      ? applyRefresh(partner, outcome.metadata, {
          parts: kind.parts,
          entityId: kind.entityIdOf(partner),
          known: partner.published(),
          requireSound: (applied) => requireSound(partner, applied),
          assign: (applied) => kind.assign(partner, applied),
          now,
        })
      : outcome.trouble;
  const isUsed = typeof result !== 'string';
  const changes = isUsed ? result.changes : [];
  if (isUsed) {
    if (changes.length > 0) kind.followCertificates(partner, now);
    await tx.flush();
    if (changes.length > 0) await changed?.(partner, changes);
    if (result.asks) await tellOfPending(tx, kind.words(partner), result.asks);
  }
  const warning = isUsed && 'metadata' in outcome ? outcome.metadata.warning : null;
  const end = isUsed
    ? { error: null, warning, secondsToNext: refreshSeconds }
    : { error: result, warning, secondsToNext: retrySeconds };
  await noteRefresh(tx, kind.table, { orgId, id }, end);
  await tx.refresh(partner);
  return { partner, changes, outcome };
}

/** Tells of a change that waits for an approval, by an event and an alert. */
async function tellOfPending<Settings>(
  tx: Tx,
  { trigger, event, subject, source, title, partner, owner }: PendingWords,
  { id: changeId, reasons, detectedAt }: PendingChange<Settings>,
): Promise<void> {
  await emit(tx, [event({ changeId, reasons, detectedAt })]);
  await raiseAlerts(tx, [
    {
      trigger,
      always: true,
      subject,
      severity: 'HIGH',
      title,
      description: `The metadata of the ${partner} asks for a change (${reasons.join(', ')}). Compare it with the ${owner}, and approve or reject it.`,
      source,
      identityId: null,
    },
  ]);
}

/** Records the changes that a refresh without a caller has made. */
export async function recordRefresh<Row extends Partner<unknown>>(
  tx: Tx,
  action: AuditEntry['action'],
  { partner: { id, name }, changes }: { partner: Pick<Row, 'id' | 'name'>; changes: FieldChange[] },
): Promise<void> {
  if (changes.length === 0) return;
  await recordAudit(tx, [
    { action, actor: systemActor, targetId: id, targetName: name, result: 'SUCCESS', changes },
  ]);
}

/** Whether a refresh failed because the partner or the address of its metadata is gone meanwhile. */
export const isGone = (
  error: unknown,
  { unknown, state }: { unknown: FailureCode; state: FailureCode },
): boolean => error instanceof Failure && (error.code === unknown || error.code === state);
