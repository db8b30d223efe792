import {
  createOidcScope,
  deleteOidcScope,
  findOidcScope,
  listOidcScopes,
  type NewOidcScope,
  updateOidcScope,
} from '../oidc-scopes.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { viewOidcScope } from '../views/oidc-scopes.ts';
import { versioned } from '../../platform/versioned.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import type { Quotas } from '../../platform/quotas.ts';

export const routes = ({ quotas }: { quotas: Quotas }): Handlers<'oidc-scopes'> => ({
  async listOidcScopes({ query, em }) {
    const { page, limit } = query;
    const { scopes, total } = await listOidcScopes(em, { limit, offset: offsetOf(page, limit) });
    return ok({ data: scopes.map(viewOidcScope), pagination: pageOf(page, limit, total) });
  },

  async createOidcScope({ body, em, caller }) {
    body satisfies ReadBy<NewOidcScope, typeof body>;
    const scope = await createOidcScope(em, body, caller, quotas);
    return created(viewOidcScope(scope), { ETag: etagOf(scope.version) });
  },

  async getOidcScope({ path, em }) {
    const scope = await findOidcScope(em, path.scopeId);
    return versioned(scope, em, () => viewOidcScope(scope));
  },

  async updateOidcScope({ path, body, em, caller, attempt, sent: { ifMatch } }) {
    const { scope, changes } = await updateOidcScope(em, path.scopeId, body, caller, { ifMatch });
    attempt.changes = changes;
    return versioned(scope, em, () => viewOidcScope(scope));
  },

  async deleteOidcScope({ path, em, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteOidcScope(em, path.scopeId, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Custom scope deleted', id });
  },
});
