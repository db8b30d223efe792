import { readSignInDays } from '../audit/sql/sealing.ts';
import { credentialsOverview, identitiesOverview } from '../credentials/sql/overview.ts';
import { readOutcomes, readVerificationDays } from '../usage/sql/verification-days.ts';
import { lastDates, sumVerifications, viewOutcomes, withEmptyDays } from '../usage/views/report-days.ts';
import { countOpenAlerts } from '../risk/sql/open-alerts.ts';
import { usersOverview } from '../users/directory/sql/count-users.ts';
import { countTroubledWebhooks } from '../webhooks/sql/troubled-webhooks.ts';
import { requireId } from '../platform/list-filters.ts';
import { type Handlers, ok } from '../operation.ts';
import { listUnusedCredentials } from '../credentials/sql/credentials.ts';
import { viewUnused } from '../usage/views/usage.ts';
import { askedPage } from '../platform/paging.ts';

/** The days of a report, and the rows that it counts of a table, as the contract says. */
const reportDays = 30;
const mostCounted = 10_000;

export const reports: Handlers<'reports'> = {
  async getOverview({ em, caller: { orgId }, now }) {
    const credentials = await credentialsOverview(em, orgId, mostCounted);
    const identities = await identitiesOverview(em, orgId, mostCounted);
    const users = await usersOverview(em, orgId, mostCounted);
    const { bySeverity: openBySeverity, isCapped } = await countOpenAlerts(em, orgId, mostCounted);
    const webhooks = await countTroubledWebhooks(em, orgId, mostCounted);
    const dates = lastDates(now, reportDays);
    const verifications = sumVerifications(dates, await readVerificationDays(em, orgId, reportDays));
    const signIns = withEmptyDays(dates, await readSignInDays(em, orgId, reportDays));
    const alerts = { openBySeverity, isCapped };
    return ok({ credentials, identities, users, alerts, webhooks, verifications, signIns });
  },

  async listVerificationOutcomes({ query: { days, ...of }, em, caller, now }) {
    requireId('identityId', 'idn', of.identityId);
    requireId('credentialId', 'cred', of.credentialId);
    return ok(viewOutcomes(lastDates(now, days), await readOutcomes(em, caller.orgId, of, days)));
  },

  async listUnusedCredentials({ query, em, caller }) {
    const { window, rest, pagination } = askedPage(['listUnusedCredentials', caller.orgId], query);
    requireId('identityId', 'idn', rest.identityId);
    const found = await listUnusedCredentials(em, caller.orgId, rest, window);
    return ok({ data: found.rows.map(viewUnused), pagination: pagination(found) });
  },
};
