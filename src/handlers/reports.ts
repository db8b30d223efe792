import { type Handlers, ok } from '../http/operation.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { listUnusedCredentials } from '../queries/list-unused-credentials.ts';
import { viewUnused } from '../views/usage.ts';

export const reports: Handlers<'reports'> = {
  async listUnusedCredentials({ query, em, caller }) {
    const { page, limit, ...filter } = query;
    const window = { limit, offset: offsetOf(page, limit) };
    const { rows, total } = await listUnusedCredentials(em, caller.orgId, filter, window);
    return ok({ data: rows.map(viewUnused), pagination: pageOf(page, limit, total) });
  },
};
