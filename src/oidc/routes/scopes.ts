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
  async listOidcScopes({ query, tx }) {
    const { page, limit } = query;
    const { scopes, total } = await listOidcScopes(tx, { limit, offset: offsetOf(page, limit) });
    return ok({ data: scopes.map(viewOidcScope), pagination: pageOf(page, limit, total) });
  },

  async createOidcScope({ body, tx, caller }) {
    body satisfies ReadBy<NewOidcScope, typeof body>;
    const scope = await createOidcScope(tx, body, caller, quotas);
    return created(viewOidcScope(scope), { ETag: etagOf(scope.version) });
  },

  async getOidcScope({ path, tx }) {
    const scope = await findOidcScope(tx, path.scopeId);
    return versioned(scope, tx, () => viewOidcScope(scope));
  },

  async updateOidcScope({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const { scope, changes } = await updateOidcScope(tx, path.scopeId, body, caller, { ifMatch });
    attempt.changes = changes;
    return versioned(scope, tx, () => viewOidcScope(scope));
  },

  async deleteOidcScope({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteOidcScope(tx, path.scopeId, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Custom scope deleted', id });
  },
});
