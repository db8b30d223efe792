import { requireId } from '../platform/list-filters.ts';
import { type Handlers, ok } from '../operation.ts';
import { listUnusedCredentials } from '../credentials/sql/credentials.ts';
import { viewUnused } from '../governance/views/usage.ts';
import { askedPage } from '../platform/paging.ts';

export const reports: Handlers<'reports'> = {
  async listUnusedCredentials({ query, em, caller }) {
    const { window, rest, pagination } = askedPage(['listUnusedCredentials', caller.orgId], query);
    requireId('identityId', 'idn', rest.identityId);
    const found = await listUnusedCredentials(em, caller.orgId, rest, window);
    return ok({ data: found.rows.map(viewUnused), pagination: pagination(found) });
  },
};
