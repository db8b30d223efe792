import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/audit.ts';
import { requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import { Failure } from '../failure.ts';
import { requireMayShow, requireMayStopShowing } from '../oidc/claim-source.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Actor, emit, type FieldChange } from '../platform/events.ts';
import { type Grantor, systemActor } from '../platform/grants.ts';
import { enqueue } from '../platform/queue.ts';
import type { IfMatch } from '../platform/versions.ts';
import { raiseAlerts } from '../risk/raising.ts';
import type { PublishedSettings, ServiceProvider } from './entities/service-provider.ts';
import { type Metadata, readMetadata } from './metadata.ts';
import { publishedParts } from './published-parts.ts';
import { aboutProvider, tellOfUpdate } from './provider-events.ts';
import type { PendingChange } from '../saml-metadata/pending-change.ts';
import type { SourceWay } from '../saml-metadata/given-metadata.ts';
import { readPublishedMetadata } from '../saml-metadata/published-metadata.ts';
import { applyRefresh, pendingOf } from '../saml-metadata/refresh.ts';
import { requireSound } from './service-provider-rules.ts';
import {
  assign,
  findServiceProvider,
  followCertificates,
  lockServiceProvider,
  refreshSeconds,
  shownBy,
} from './service-providers.ts';
import { noteRefresh, takeDueMetadata } from './sql/service-providers.ts';

/** A refresh that failed is tried again after an hour. */
const retrySeconds = 3_600;

/** The changes that a refresh has made. */
interface Refreshed {
  provider: ServiceProvider;
  changes: FieldChange[];
}

/**
 * Reads the metadata of a service provider again, and applies what may be applied (see `judgeMetadata`). Metadata that
 * cannot be used changes nothing but `metadataError`.
 * @throws {Failure} SP_NOT_FOUND, PRECONDITION_FAILED, SP_STATE_CONFLICT without an address
 */
export async function refreshMetadata(
  em: EntityManager,
  id: string,
  { actor, way, ifMatch }: { actor: Actor; way: SourceWay } & IfMatch,
): Promise<Refreshed> {
  const { orgId } = tenancyOf(em);
  const before = await findServiceProvider(em, id);
  const { metadataUrl, entityId, metadataSigningCertificate: pinnedCertificate } = before;
  if (metadataUrl === null) throw new Failure('SP_STATE_CONFLICT', { metadataUrl: 'is not set' });
  const reading = { entityId, pinnedCertificate };
  const outcome = await readPublishedMetadata(em, metadataUrl, reading, { read: readMetadata, way });
  const provider = await lockServiceProvider(em, id, { ifMatch });
  const result =
    'metadata' in outcome ? apply(provider, outcome.metadata, way, tenancyOf(em).now) : outcome.trouble;
  if (typeof result === 'string') {
    await noteRefresh(em, orgId, id, {
      error: result.slice(0, 500),
      warning: null,
      secondsToNext: retrySeconds,
    });
    await em.refresh(provider);
    return { provider, changes: [] };
  }
  const { changes, asks } = result;
  await em.flush();
  if (changes.length > 0) await tellOfUpdate(em, provider, changes, { actor });
  if (asks) await tellOfPending(em, provider, asks);
  const warning = 'metadata' in outcome ? outcome.metadata.warning : null;
  await noteRefresh(em, orgId, id, { error: null, warning, secondsToNext: refreshSeconds });
  await em.refresh(provider);
  return { provider, changes };
}

const apply = (
  provider: ServiceProvider,
  metadata: Metadata,
  way: SourceWay,
  now: Date,
): ReturnType<typeof applyRefresh<PublishedSettings>> =>
  applyRefresh(provider, metadata, {
    parts: publishedParts,
    entityId: provider.entityId,
    known: provider.published(),
    requireSound: (applied) => requireSound({ ...provider.settings(), ...applied }, way),
    assign: (applied) => {
      const changes = assign(provider, applied);
      if (changes.length > 0) followCertificates(provider, now);
      return changes;
    },
    now,
  });

async function tellOfPending(
  em: EntityManager,
  provider: ServiceProvider,
  change: PendingChange<PublishedSettings>,
): Promise<void> {
  const { id, reasons, detectedAt } = change;
  const data = { ...aboutProvider(provider), changeId: id, reasons, detectedAt };
  await emit(em, [{ type: 'service_provider.change_pending', data }]);
  await raiseAlerts(em, [
    {
      trigger: 'service_provider.change_pending',
      always: true,
      subject: `service-provider-change:${provider.id}`,
      severity: 'HIGH',
      title: 'A change of a service provider waits for your approval',
      description: `The metadata of the service provider ${provider.name} asks for a change (${reasons.join(', ')}). Compare it with the owner of the service provider, and approve or reject it.`,
      source: { type: 'SERVICE_PROVIDER', id: provider.id },
      identityId: null,
    },
  ]);
}

/**
 * Applies the change that an administrator has seen.
 * @throws {Failure} SP_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, VALIDATION_ERROR,
 * SP_STATE_CONFLICT when no change of this name is pending
 */
export async function approveChange(
  em: EntityManager,
  id: string,
  changeId: string,
  grantor: Grantor,
  { way, ifMatch }: { way: SourceWay } & IfMatch,
): Promise<Refreshed> {
  const provider = await lockServiceProvider(em, id, { ifMatch });
  const { settings } = pendingOf(provider, changeId, 'SP_STATE_CONFLICT');
  requireMayShow(grantor, shownBy(provider));
  await requireWithinOwnBounds(em, grantor, unbounded);
  const changes = assign(provider, settings);
  provider.forgetChanges();
  requireSound(provider, way);
  followCertificates(provider, tenancyOf(em).now);
  await em.flush();
  await tellOfUpdate(em, provider, changes, grantor);
  return { provider, changes };
}

/**
 * Drops a change, and remembers its name.
 * @throws {Failure} SP_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE (a rejected rollover of keys locks users out),
 * SP_STATE_CONFLICT
 */
export async function rejectChange(
  em: EntityManager,
  id: string,
  changeId: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<ServiceProvider> {
  const provider = await lockServiceProvider(em, id, condition);
  const pending = pendingOf(provider, changeId, 'SP_STATE_CONFLICT');
  requireMayStopShowing(grantor, shownBy(provider));
  provider.rejectedChange = pending.id;
  provider.pendingChange = null;
  return provider;
}

/** Has the metadata of service providers read again, each by its own job. @returns how many */
export async function refreshDueMetadata(em: EntityManager): Promise<number> {
  const { orgId } = tenancyOf(em);
  const due = await takeDueMetadata(em, orgId);
  for (const { id, metadataUrl } of due)
    await enqueue(
      em,
      'refresh-metadata',
      { orgId, serviceProviderId: id },
      // The row is due again in an hour, also if the job fails.
      {
        key: `metadata:${id}`,
        tries: 1,
        address: URL.canParse(metadataUrl) ? new URL(metadataUrl).host : '',
      },
    );
  return due.length;
}

/** Refreshes one service provider, if it still has an address. Only jobs call this. */
export async function refreshBySchedule(em: EntityManager, id: string, way: SourceWay): Promise<void> {
  try {
    const { provider, changes } = await refreshMetadata(em, id, {
      actor: systemActor,
      way: { ...way, hasPlace: true },
      ifMatch: undefined,
    });
    if (changes.length === 0) return;
    await recordAudit(em, [
      {
        action: 'service_provider.refresh_metadata',
        actor: systemActor,
        targetId: id,
        targetName: provider.name,
        result: 'SUCCESS',
        changes,
      },
    ]);
  } catch (error) {
    if (error instanceof Failure && (error.code === 'SP_NOT_FOUND' || error.code === 'SP_STATE_CONFLICT'))
      return;
    throw error;
  }
}
