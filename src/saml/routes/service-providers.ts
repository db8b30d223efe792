import { approveChange, refreshMetadata, rejectChange } from '../refreshing.ts';
import {
  createServiceProvider,
  deleteServiceProvider,
  findServiceProvider,
  listServiceProviders,
  type NewServiceProvider,
  type ServiceProviderPatch,
  updateServiceProvider,
} from '../service-providers.ts';
import { idpEntityId } from '../idp-metadata.ts';
import { previewSignOn } from '../preview.ts';
import { listTraces } from '../sql/saml-traces.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { holds } from '../../lib/scope.ts';
import { viewsInTurn } from '../../platform/heavy-work.ts';
import { askedPage } from '../../platform/paging.ts';
import { viewPreview } from '../views/preview.ts';
import { viewServiceProvider } from '../views/service-providers.ts';
import { viewTrace } from '../views/traces.ts';
import { versioned } from '../../platform/versioned.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Quotas } from '../../platform/quotas.ts';

export const routes = ({
  baseUrl,
  outgoing,
  quotas,
  vault,
}: {
  baseUrl: () => string;
  outgoing: Outgoing;
  quotas: Quotas;
  vault: Vault;
}): Handlers<'service-providers'> => ({
  async listServiceProviders({ query, tx }) {
    const { page, limit, ...filter } = query;
    const window = { limit, offset: offsetOf(page, limit) };
    const { providers, total } = await listServiceProviders(tx, filter, window);
    return ok({ data: providers.map(viewServiceProvider), pagination: pageOf(page, limit, total) });
  },

  async createServiceProvider({ body, tx, caller, attempt }) {
    body satisfies ReadBy<NewServiceProvider, typeof body>;
    const provider = await createServiceProvider(tx, body, caller, { way: outgoing, quotas });
    Object.assign(attempt, { targetId: provider.id, targetName: provider.name });
    return created(viewServiceProvider(provider), { ETag: etagOf(provider.version) });
  },

  async getServiceProvider({ path, tx }) {
    const provider = await findServiceProvider(tx, path.spId);
    return versioned(provider, tx, () => viewServiceProvider(provider));
  },

  async updateServiceProvider({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<ServiceProviderPatch, typeof body>;
    const { provider, changes } = await updateServiceProvider(tx, path.spId, body, caller, {
      way: outgoing,
      ifMatch,
    });
    Object.assign(attempt, { changes, targetName: provider.name });
    return versioned(provider, tx, () => viewServiceProvider(provider));
  },

  async deleteServiceProvider({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteServiceProvider(tx, path.spId, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Service provider deleted', id });
  },

  async refreshServiceProviderMetadata({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { partner: provider, changes } = await refreshMetadata(tx, path.spId, {
      actor: caller.actor,
      way: outgoing,
      ifMatch,
    });
    Object.assign(attempt, { changes, targetName: provider.name });
    return versioned(provider, tx, () => viewServiceProvider(provider));
  },

  async approveServiceProviderChange({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const { provider, changes } = await approveChange(tx, path.spId, body.changeId, caller, {
      way: outgoing,
      ifMatch,
    });
    Object.assign(attempt, { changes, targetName: provider.name });
    return versioned(provider, tx, () => viewServiceProvider(provider));
  },

  async rejectServiceProviderChange({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const provider = await rejectChange(tx, path.spId, body.changeId, { ifMatch }, caller);
    attempt.targetName = provider.name;
    return versioned(provider, tx, () => viewServiceProvider(provider));
  },

  async listServiceProviderTraces({ path, query, tx, caller }) {
    const { id } = await findServiceProvider(tx, path.spId);
    const { window, rest, pagination } = askedPage(['listServiceProviderTraces', id], query);
    const found = await listTraces(tx, caller.orgId, id, rest, window);
    const mayReadPersonal = holds(caller.scopes, 'directory.read');
    const data = await viewsInTurn(caller.orgId, found.rows, (row) => viewTrace(row, mayReadPersonal));
    return ok({ data, pagination: pagination(found) });
  },

  async previewServiceProvider({ path, body, tx, caller }) {
    const issuer = idpEntityId(baseUrl(), caller.orgId);
    return ok(viewPreview(body.userId, await previewSignOn(tx, path.spId, body, { caller, vault, issuer })));
  },
});
