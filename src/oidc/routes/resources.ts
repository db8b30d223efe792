import {
  createOidcResource,
  deleteOidcResource,
  findOidcResource,
  listOidcResources,
  type NewOidcResource,
  updateOidcResource,
} from '../oidc-resources.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { viewOidcResource } from '../views/oidc-resources.ts';
import { versioned } from '../../platform/versioned.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import type { Quotas } from '../../platform/quotas.ts';

export const routes = ({
  quotas,
  baseUrl,
}: {
  quotas: Quotas;
  baseUrl: () => string;
}): Handlers<'oidc-resources'> => ({
  async listOidcResources({ query, tx }) {
    const { page, limit } = query;
    const { resources, total } = await listOidcResources(tx, { limit, offset: offsetOf(page, limit) });
    return ok({ data: resources.map(viewOidcResource), pagination: pageOf(page, limit, total) });
  },

  async createOidcResource({ body, tx, caller }) {
    body satisfies ReadBy<NewOidcResource, typeof body>;
    const resource = await createOidcResource(tx, body, caller, { quotas, baseUrl });
    return created(viewOidcResource(resource), { ETag: etagOf(resource.version) });
  },

  async getOidcResource({ path, tx }) {
    const resource = await findOidcResource(tx, path.resourceId);
    return versioned(resource, tx, () => viewOidcResource(resource));
  },

  async updateOidcResource({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const { resource, changes } = await updateOidcResource(tx, path.resourceId, body, caller, { ifMatch });
    attempt.changes = changes;
    return versioned(resource, tx, () => viewOidcResource(resource));
  },

  async deleteOidcResource({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteOidcResource(tx, path.resourceId, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Resource deleted', id });
  },
});
