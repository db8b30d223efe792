import { readSignInDays } from '../../audit/sql/sealing.ts';
import { credentialsOverview, identitiesOverview } from '../../credentials/sql/overview.ts';
import { type Handlers, ok } from '../../operation.ts';
import { countOpenAlerts } from '../../risk/sql/open-alerts.ts';
import { readVerificationDays } from '../../usage/sql/verification-days.ts';
import { lastDates, sumVerifications, withEmptyDays } from '../../usage/views/report-days.ts';
import { countTroubledWebhooks } from '../../webhooks/sql/troubled-webhooks.ts';
import { usersOverview } from '../directory/sql/count-users.ts';

/** The days of a report, and the rows that it counts of a table, as the contract says. */
const reportDays = 30;
const mostCounted = 10_000;

/** The overview counts rows of many rooms. It stands in the last of them, which may import all others. */
export const routes = (): Pick<Handlers<'reports'>, 'getOverview'> => ({
  async getOverview({ tx, caller: { orgId }, now }) {
    const credentials = await credentialsOverview(tx, orgId, mostCounted);
    const identities = await identitiesOverview(tx, orgId, mostCounted);
    const users = await usersOverview(tx, orgId, mostCounted);
    const { bySeverity: openBySeverity, isCapped } = await countOpenAlerts(tx, orgId, mostCounted);
    const webhooks = await countTroubledWebhooks(tx, orgId, mostCounted);
    const dates = lastDates(now, reportDays);
    const verifications = sumVerifications(dates, await readVerificationDays(tx, orgId, reportDays));
    const signIns = withEmptyDays(dates, await readSignInDays(tx, orgId, reportDays));
    const alerts = { openBySeverity, isCapped };
    return ok({ credentials, identities, users, alerts, webhooks, verifications, signIns });
  },
});
