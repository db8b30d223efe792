import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { inTenant, workAs, workIn } from '../api/connect.ts';
import { refusalOf } from '../api/refusal.ts';
import { getMeOptions } from '../generated/@tanstack/react-query.gen.ts';
import { Problem } from '../ui/problem.tsx';
import { here, signInAddress } from './addresses.ts';
import { FirstRun } from './first-run.tsx';
import { forgetTenant, lastTenant, rememberTenant } from './last-tenant.ts';
import { NotFound } from './not-found.tsx';
import { OtherUser } from './other-user.tsx';
import { Proved } from './proved.tsx';
import { tenantOfPath } from './session-watch.ts';
import { Shell } from './shell.tsx';
import { SigningIn } from './signing-in.tsx';

interface Context {
  queries: QueryClient;
  /** The token of a link that opened the page, until it is redeemed. */
  token: string | undefined;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound });

/** Without a tenant: a link with a token, the tenant of the last visit, or the one that the user signs in to. */
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ context: { token } }) => {
    if (token !== undefined) return;
    const tenant = lastTenant();
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told to go elsewhere
    if (tenant) throw redirect({ to: `/${tenant}` as never });
  },
  component: function Start() {
    const { token } = start.useRouteContext();
    return token === undefined ? (
      <SigningIn to={signInAddress(undefined, '/admin')} />
    ) : (
      <FirstRun token={token} />
    );
  },
});

const proved = createRoute({ getParentRoute: () => root, path: '/proved', component: Proved });

/** What is shown where a page cannot be: the way to the sign-in, or the failure. */
function Failed({ error }: { error: unknown }) {
  const router = useRouter();
  const { status, code } = refusalOf(error);
  const tenantId = tenantOfPath();
  const isOther = code === 'SESSION_OF_ANOTHER_USER';
  const isSigningIn = (status === 401 && !isOther) || code === 'REAUTHENTICATION_REQUIRED';
  useEffect(() => {
    // The tenant may be one of another database: the next visit of /admin asks again.
    if (status === 401 && !isOther) forgetTenant();
  }, [status, isOther]);
  if (isOther && tenantId) return <OtherUser tenant={tenantId} />;
  if (isSigningIn) return <SigningIn to={signInAddress(tenantId, here())} />;
  return <Problem error={error} onRetry={() => void router.invalidate()} />;
}

const isOpen = (tenantId: string): boolean => tenantOfPath() === tenantId;

const tenant = createRoute({
  getParentRoute: () => root,
  path: '/$tenant',
  beforeLoad: async ({ params, context: { queries }, preload }) => {
    // A link that the mouse is over changes nothing: the page that is open may be of another tenant.
    if (preload && !isOpen(params.tenant)) return {};
    if (workIn(params.tenant)) queries.clear();
    rememberTenant(params.tenant);
    // The key of this query has the tenant, so what is shown and what is changed are always of one tenant.
    const me = await queries.ensureQueryData(getMeOptions({ headers: inTenant(params.tenant) }));
    // The user may have gone to another tenant meanwhile, which has its own users.
    if (isOpen(params.tenant)) workAs(me.id);
    return { me };
  },
  component: Shell,
  errorComponent: Failed,
});

type Page = Promise<Record<string, unknown>>;

/** A page of a section. Its code is loaded when it is opened. */
const page = (path: string, load: () => Page, name: string) =>
  createRoute({
    getParentRoute: () => tenant,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name),
    errorComponent: Failed,
  });

const pages = [
  page('/', () => import('../sections/overview/overview.tsx'), 'Overview'),
  page('access', () => import('../sections/access/access.tsx'), 'Access'),
  page('access/new', () => import('../sections/access/new-access-policy.tsx'), 'NewAccessPolicy'),
  page('access/$id', () => import('../sections/access/access-policy.tsx'), 'AccessPolicyPage'),
  page('access/$id/edit', () => import('../sections/access/edit-access-policy.tsx'), 'EditAccessPolicyPage'),
  page('agents', () => import('../sections/agents/agent-list.tsx'), 'AgentList'),
  page('agents/$id', () => import('../sections/agents/agent.tsx'), 'AgentPage'),
  page('alerts', () => import('../sections/alerts/alert-list.tsx'), 'AlertListPage'),
  page('alerts/$id', () => import('../sections/alerts/alert.tsx'), 'AlertPage'),
  page('alerts/anomalies', () => import('../sections/alerts/anomaly-list.tsx'), 'AnomalyListPage'),
  page('alerts/anomalies/$anomalyId', () => import('../sections/alerts/anomaly.tsx'), 'AnomalyPage'),
  page('alerts/rules', () => import('../sections/alerts/rule-list.tsx'), 'AlertRuleListPage'),
  page('applications', () => import('../sections/applications/application-list.tsx'), 'ApplicationList'),
  page('applications/new', () => import('../sections/applications/new-application.tsx'), 'NewApplication'),
  page('applications/oidc/$clientId', () => import('../sections/applications/client.tsx'), 'ClientPage'),
  page(
    'applications/saml/$spId',
    () => import('../sections/applications/service-provider.tsx'),
    'ServiceProviderPage',
  ),
  page('applications/scopes', () => import('../sections/applications/scope-list.tsx'), 'ScopeList'),
  page('applications/resources', () => import('../sections/applications/api-list.tsx'), 'ApiList'),
  page('audit', () => import('../sections/audit/audit-log.tsx'), 'AuditLogPage'),
  page('audit/$id', () => import('../sections/audit/audit-row.tsx'), 'AuditRowPage'),
  page('audit/integrity', () => import('../sections/audit/audit-integrity.tsx'), 'AuditIntegrityPage'),
  page('connections', () => import('../sections/connections/connections.tsx'), 'Connections'),
  page('connections/new', () => import('../sections/connections/new-connection.tsx'), 'NewConnection'),
  page(
    'connections/oidc/$id',
    () => import('../sections/connections/oidc-connection.tsx'),
    'OidcConnectionPage',
  ),
  page(
    'connections/saml/$id',
    () => import('../sections/connections/saml-connection.tsx'),
    'SamlConnectionPage',
  ),
  page('credentials', () => import('../sections/credentials/credential-list.tsx'), 'CredentialList'),
  page('credentials/$id', () => import('../sections/credentials/credential.tsx'), 'CredentialPage'),
  page('identities', () => import('../sections/identities/identity-list.tsx'), 'IdentityList'),
  page('identities/$id', () => import('../sections/identities/identity.tsx'), 'IdentityPage'),
  page('policies', () => import('../sections/policies/policy-list.tsx'), 'PolicyListPage'),
  page('policies/$id', () => import('../sections/policies/policy.tsx'), 'PolicyPage'),
  page('settings', () => import('../sections/settings/settings.tsx'), 'Settings'),
  page('sign-in', () => import('../sections/sign-in/sign-in.tsx'), 'SignIn'),
  page('webhooks', () => import('../sections/webhooks/webhook-list.tsx'), 'WebhookList'),
  page('webhooks/$id', () => import('../sections/webhooks/deliveries.tsx'), 'WebhookDeliveries'),
  page(
    'webhooks/$id/dead-letters',
    () => import('../sections/webhooks/dead-letters.tsx'),
    'WebhookDeadLetters',
  ),
  page(
    'webhooks/$id/dead-letters/$deadLetterId',
    () => import('../sections/webhooks/dead-letter.tsx'),
    'DeadLetterPage',
  ),
  page(
    'webhooks/$id/deliveries/$deliveryId',
    () => import('../sections/webhooks/delivery.tsx'),
    'DeliveryPage',
  ),
  page('webhooks/$id/details', () => import('../sections/webhooks/webhook-details.tsx'), 'WebhookDetails'),
  page('webhooks/$id/verify', () => import('../sections/webhooks/verify.tsx'), 'WebhookVerify'),
  page('groups', () => import('../sections/groups/group-list.tsx'), 'GroupList'),
  page('groups/$id', () => import('../sections/groups/group.tsx'), 'GroupPage'),
  page('scim', () => import('../sections/scim/token-list.tsx'), 'TokenList'),
  page('scim/$id', () => import('../sections/scim/token.tsx'), 'TokenPage'),
  page('users', () => import('../sections/users/user-list.tsx'), 'UserList'),
  page('users/$id', () => import('../sections/users/user.tsx'), 'UserPage'),
  page(
    'users/attribute-schema',
    () => import('../sections/users/attribute-schema.tsx'),
    'AttributeSchemaPage',
  ),
  page('users/invitations', () => import('../sections/users/invitations.tsx'), 'InvitationList'),
];

export const createAppRouter = (queries: QueryClient, token: string | undefined) =>
  createRouter({
    routeTree: root.addChildren([start, proved, tenant.addChildren(pages)]),
    basepath: '/admin',
    context: { queries, token },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Values stay texts, so that addresses are readable: ?status=ACTIVE, not ?status=%22ACTIVE%22.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const text = new URLSearchParams(known as [string, string][]).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
