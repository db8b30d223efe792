import { readOutcomes } from '../sql/verification-days.ts';
import { lastDates, viewOutcomes } from '../views/report-days.ts';
import { requireId } from '../../platform/list-filters.ts';
import { type Handlers, ok } from '../../operation.ts';
import { listUnusedCredentials } from '../../credentials/sql/credentials.ts';
import { viewUnused } from '../views/usage.ts';
import { askedPage } from '../../platform/paging.ts';

export const routes = (): Pick<
  Handlers<'reports'>,
  'listVerificationOutcomes' | 'listUnusedCredentials'
> => ({
  async listVerificationOutcomes({ query: { days, ...of }, tx, caller, now }) {
    requireId('identityId', 'idn', of.identityId);
    requireId('credentialId', 'cred', of.credentialId);
    return ok(viewOutcomes(lastDates(now, days), await readOutcomes(tx, caller.orgId, of, days)));
  },

  async listUnusedCredentials({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listUnusedCredentials', caller.orgId], query);
    requireId('identityId', 'idn', rest.identityId);
    const found = await listUnusedCredentials(tx, caller.orgId, rest, window);
    return ok({ data: found.rows.map(viewUnused), pagination: pagination(found) });
  },
});
