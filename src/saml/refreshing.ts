import { requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import { requireMayShow, requireMayStopShowing } from '../oidc/claim-source.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Actor, FieldChange } from '../platform/events.ts';
import { type Grantor, systemActor } from '../platform/grants.ts';
import { enqueue } from '../platform/queue.ts';
import type { IfMatch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';
import type { SourceWay } from '../saml-metadata/given-metadata.ts';
import {
  isGone,
  type PartnerKind,
  recordRefresh,
  type RefreshedPartner,
  refreshPartner,
} from '../saml-metadata/partner-refresh.ts';
import { pendingOf } from '../saml-metadata/refresh.ts';
import type { PublishedSettings, ServiceProvider } from './entities/service-provider.ts';
import { type Metadata, readMetadata } from './metadata.ts';
import { aboutProvider, tellOfUpdate } from './provider-events.ts';
import { publishedParts } from './published-parts.ts';
import { requireSound } from './service-provider-rules.ts';
import {
  assign,
  findServiceProvider,
  followCertificates,
  lockServiceProvider,
  shownBy,
} from './service-providers.ts';
import { takeDueMetadata } from './sql/service-providers.ts';

/** How service providers are refreshed. */
const serviceProviders: PartnerKind<ServiceProvider, PublishedSettings, Metadata> = {
  table: 'saml_service_providers',
  parts: publishedParts,
  read: readMetadata,
  refusals: { unknown: 'SP_NOT_FOUND', state: 'SP_STATE_CONFLICT' },
  find: findServiceProvider,
  lock: lockServiceProvider,
  entityIdOf: ({ entityId }) => entityId,
  assign,
  followCertificates,
  words: (provider) => ({
    trigger: 'service_provider.change_pending',
    event: (facts) => ({
      type: 'service_provider.change_pending',
      data: { ...aboutProvider(provider), ...facts },
    }),
    subject: `service-provider-change:${provider.id}`,
    source: { type: 'SERVICE_PROVIDER', id: provider.id },
    title: 'A change of a service provider waits for your approval',
    partner: `service provider ${provider.name}`,
    owner: 'owner of the service provider',
  }),
  action: 'service_provider.refresh_metadata',
};

/**
 * Reads the metadata of a service provider again (see `refreshPartner()`).
 * @throws {Failure} SP_NOT_FOUND, PRECONDITION_FAILED, SP_STATE_CONFLICT without an address
 */
export const refreshMetadata = (
  tx: Tx,
  id: string,
  { actor, way, ifMatch }: { actor: Actor; way: SourceWay } & IfMatch,
): Promise<RefreshedPartner<ServiceProvider, Metadata>> =>
  refreshPartner(tx, serviceProviders, id, {
    way,
    ifMatch,
    requireSound: (provider, applied) => requireSound({ ...provider.settings(), ...applied }, way),
    changed: (provider, changes) => tellOfUpdate(tx, provider, changes, { actor }),
  });

/**
 * Applies the change that an administrator has seen.
 * @throws {Failure} SP_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, VALIDATION_ERROR,
 * SP_STATE_CONFLICT when no change of this name is pending
 */
export async function approveChange(
  tx: Tx,
  id: string,
  changeId: string,
  grantor: Grantor,
  { way, ifMatch }: { way: SourceWay } & IfMatch,
): Promise<{ provider: ServiceProvider; changes: FieldChange[] }> {
  const provider = await lockServiceProvider(tx, id, { ifMatch });
  const { settings } = pendingOf(provider, changeId, 'SP_STATE_CONFLICT');
  requireMayShow(grantor, shownBy(provider));
  await requireWithinOwnBounds(tx, grantor, unbounded);
  const changes = assign(provider, settings);
  provider.forgetChanges();
  requireSound(provider, way);
  followCertificates(provider, tenancyOf(tx).now);
  await tx.flush();
  await tellOfUpdate(tx, provider, changes, grantor);
  return { provider, changes };
}

/**
 * Drops a change, and remembers its name.
 * @throws {Failure} SP_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE (a rejected rollover of keys locks users out),
 * SP_STATE_CONFLICT
 */
export async function rejectChange(
  tx: Tx,
  id: string,
  changeId: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<ServiceProvider> {
  const provider = await lockServiceProvider(tx, id, condition);
  const pending = pendingOf(provider, changeId, 'SP_STATE_CONFLICT');
  requireMayStopShowing(grantor, shownBy(provider));
  provider.rejectedChange = pending.id;
  provider.pendingChange = null;
  return provider;
}

/** Has the metadata of service providers read again, each by its own job. @returns how many */
export async function refreshDueMetadata(tx: Tx): Promise<number> {
  const { orgId } = tenancyOf(tx);
  const due = await takeDueMetadata(tx, orgId);
  for (const { id, metadataUrl } of due)
    await enqueue(
      tx,
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
export async function refreshBySchedule(tx: Tx, id: string, way: SourceWay): Promise<void> {
  try {
    const means = { actor: systemActor, way: { ...way, hasPlace: true }, ifMatch: undefined };
    await recordRefresh(tx, serviceProviders.action, await refreshMetadata(tx, id, means));
  } catch (error) {
    if (!isGone(error, serviceProviders.refusals)) throw error;
  }
}
