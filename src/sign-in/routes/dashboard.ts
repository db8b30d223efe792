import { Failure } from '../../failure.ts';
import type { BreachedPasswords } from '../../users/passwords/breached-passwords.ts';
import type { OpenedOrganizations } from '../../users/sessions/opened-organizations.ts';
import { hosted, type HostedParts, tokenOf } from '../hosted.ts';
import type { Handlers } from '../../operation.ts';
import { withDefaults } from '../../lib/auth-config.ts';
import { page } from '../../platform/pages/answers.ts';
import { defaultBranding } from '../../platform/pages/branding.ts';
import { framedHeaders } from '../../platform/pages/headers.ts';
import { viewOf } from '../../platform/pages/view.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import { dashboardSignInPath, followLink, goToDashboard, startingAt } from '../dashboard.ts';
import { chooseOrganizationPage } from '../pages/dashboard.ts';
import { brandingMistakesPage, signInPreviewPage } from '../pages/preview.ts';
import { mistakesOf } from '../../users/auth-config-rules.ts';
import type { OpenedOrganization } from '../../users/sessions/sql/api-callers.ts';

interface Parts extends HostedParts {
  breached: BreachedPasswords;
  findFirstTenant: () => Promise<Tenant | undefined>;
  findOnlyTenant: () => Promise<Tenant | undefined>;
  opened: OpenedOrganizations;
}

export const routes = (parts: Parts): Handlers<'dashboard'> => {
  const { baseUrl, breached, findFirstTenant, opened } = parts;
  const visitOf = hosted(parts, {});
  return {
    async startAdminSignIn(request) {
      const call = visitOf(request);
      const { returnTo, maxAge } = request.query;
      const known = await opened.list(tokenOf(call));
      const found = await tenantFor(parts, { token: tokenOf(call), known, named: request.query.tenant });
      if (found) {
        const { home, shown } = found;
        const back = startingAt(returnTo, shown);
        const isAtOperator =
          request.sent.isAtThisMachine() && (await findFirstTenant())?.orgId === home.orgId;
        // By its id alone, so that the transaction looks up whether the organization is suspended.
        return call.inTenant({ orgId: home.orgId }, (tx) =>
          goToDashboard(
            tx,
            { ...call, path: { orgId: home.orgId } },
            { returnTo: back, maxAge, isAtOperator },
          ),
        );
      }
      const pathOf = (orgId: string): string => dashboardSignInPath(orgId, { returnTo, maxAge });
      const kept = { returnTo, ...(maxAge === undefined ? {} : { maxAge: String(maxAge) }) };
      const isAtThisMachine = request.sent.isAtThisMachine();
      return page(chooseOrganizationPage(viewOf(call), known, { pathOf, kept, isAtThisMachine }));
    },

    async redeemDashboardLink(request) {
      const call = visitOf(request);
      await call.request.limits.signIns();
      // Links are for the first organization alone, so a token of another one is unknown.
      const tenant = await findFirstTenant();
      if (!tenant) throw new Failure('DASHBOARD_LINK_NOT_FOUND');
      const { orgId } = tenant;
      const done = await call.inTenant({ orgId }, (tx) =>
        followLink(
          tx,
          { ...call, path: { orgId }, isAtThisMachine: () => request.sent.isAtThisMachine() },
          request.body.token,
        ),
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

    /** Shows the values of the request alone. Reads no cookie, no language of the browser and no row. */
    async previewSignInPage({ sent, body, origin: { requestId } }) {
      // A link or a form of another site could show a name and a logo of an attacker at our origin.
      if (sent.header('sec-fetch-site') !== 'same-origin' || sent.header('sec-fetch-dest') !== 'iframe')
        throw new Failure('CROSS_SITE_REQUEST');
      const branding = withDefaults.branding(body, body.displayName);
      const mistakes = mistakesOf('branding', branding, {
        baseUrl: baseUrl(),
        knowsBreached: breached.known,
      });
      const seen = { locale: branding.locale, requestId };
      const headers = framedHeaders;
      if (Object.keys(mistakes).length > 0)
        return page(brandingMistakesPage(viewOf(seen, defaultBranding), mistakes), { status: 400, headers });
      return page(signInPreviewPage(viewOf(seen, branding)), { headers });
    },
  };
};

/**
 * Finds the tenant that a user signs in to, and the tenant that the dashboard shows then. A session of the live tenant shows the test
 * tenant as well.
 * @returns undefined if the user must say which. @throws {Failure} ORGANIZATION_NOT_FOUND
 */
async function tenantFor(
  { findTenant, findOnlyTenant, opened }: Pick<Parts, 'findTenant' | 'findOnlyTenant' | 'opened'>,
  {
    token,
    known,
    named,
  }: { token: string | undefined; known: readonly OpenedOrganization[]; named: string | undefined },
): Promise<{ home: Tenant; shown: string } | undefined> {
  // An empty field of the form names no tenant.
  const asked = named?.trim() || ownTenant(known);
  if (asked === undefined) {
    const only = known.length === 0 ? await findOnlyTenant() : undefined;
    return only && { home: only, shown: only.orgId };
  }
  const home = (await opened.homeOf(token, asked)) ?? (await findTenant(asked));
  if (!home) throw new Failure('ORGANIZATION_NOT_FOUND');
  return { home, shown: asked };
}

/** Returns the tenant of the only organization that a browser has sessions of. */
function ownTenant([first, ...others]: readonly OpenedOrganization[]): string | undefined {
  return first && others.length === 0 ? (first.liveOrgId ?? first.testOrgId) : undefined;
}
