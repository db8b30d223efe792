import { Failure } from '../failure.ts';
import type { Call, Handlers } from '../operation.ts';
import { page } from '../platform/pages/answers.ts';
import { viewOf } from '../platform/pages/view.ts';
import type { Tenant } from '../platform/tenancy.ts';
import { dashboardSignInPath, followLink, goToDashboard, startingAt } from '../sign-in/dashboard.ts';
import { chooseOrganizationPage } from '../sign-in/pages/dashboard.ts';
import type { OpenedOrganization } from '../users/sessions/sql/api-callers.ts';

export const dashboard: Handlers<'dashboard'> = {
  async startAdminSignIn(call) {
    const { returnTo, maxAge } = call.query;
    const opened = await call.findOrganizations();
    const found = await tenantFor(call, opened);
    if (found) {
      const { home, shown } = found;
      const back = startingAt(returnTo, shown);
      return call.inTenant(home, (em) =>
        goToDashboard(em, { ...call, path: { orgId: home.orgId } }, { returnTo: back, maxAge }),
      );
    }
    const pathOf = (orgId: string): string => dashboardSignInPath(orgId, { returnTo, maxAge });
    const kept = { returnTo, ...(maxAge === undefined ? {} : { maxAge: String(maxAge) }) };
    return page(chooseOrganizationPage(viewOf(call), opened, { pathOf, kept }));
  },

  async redeemDashboardLink(call) {
    await call.limitSignIns();
    // Links are for the first organization alone, so a token of another one is unknown.
    const tenant = await call.findFirstTenant();
    if (!tenant) throw new Failure('DASHBOARD_LINK_NOT_FOUND');
    const { orgId } = tenant;
    const done = await call.inTenant(tenant, (em) =>
      followLink(em, { ...call, path: { orgId } }, call.body.token),
    );
    if ('refusal' in done) throw done.refusal;
    const { location, cookies } = done;
    return {
      status: 200,
      body: { location },
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
      cookies,
    };
  },
};

/**
 * Finds the tenant that a user signs in to, and the tenant that the dashboard shows then. A session of the live tenant shows the test
 * tenant as well.
 * @returns undefined if the user must say which. @throws {Failure} ORGANIZATION_NOT_FOUND
 */
async function tenantFor(
  { query, findTenant, findOnlyTenant, findSession }: Call<'startAdminSignIn'>,
  opened: readonly OpenedOrganization[],
): Promise<{ home: Tenant; shown: string } | undefined> {
  // An empty field of the form names no tenant.
  const asked = query.tenant?.trim() || ownTenant(opened);
  if (asked === undefined) {
    const only = opened.length === 0 ? await findOnlyTenant() : undefined;
    return only && { home: only, shown: only.orgId };
  }
  const home = (await findSession(asked)) ?? (await findTenant(asked));
  if (!home) throw new Failure('ORGANIZATION_NOT_FOUND');
  return { home, shown: asked };
}

/** Returns the tenant of the only organization that a browser has sessions of. */
function ownTenant([first, ...others]: readonly OpenedOrganization[]): string | undefined {
  return first && others.length === 0 ? (first.liveOrgId ?? first.testOrgId) : undefined;
}
