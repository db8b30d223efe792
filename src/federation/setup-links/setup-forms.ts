import { type HostedPage, viewIn } from '../../sign-in/hosted.ts';
import { backchannelLogoutUrl, connectionCallback } from '../connections/connection-callback.ts';
import { setupOverviewPage, type SetupResult } from './pages/setup-overview.ts';
import {
  setupConnectPage,
  setupOverPage,
  setupPath,
  type SetupProblem,
  setupProvidersPage,
  setupStartPage,
} from './pages/setup.ts';
import { spAddresses } from '../connections/sp-addresses.ts';
import { draftOfLink, isDraft } from './setup-connection.ts';
import { setupProviders } from './setup-providers.ts';
import { canOpen, countWork, type findSetup, type LockedSetup, lockSetup } from './setup-sessions.ts';
import { cookieName, setCookie } from '../../lib/cookie.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import { csrfOf, isBrowserToken, isCsrfOf, newBrowserToken } from '../../users/sessions/browser-token.ts';

type LinkCall = Pick<HostedPage, 'inTenant' | 'cookies' | 'baseUrl' | 'locale' | 'requestId' | 'here'>;

type SetupLink = LockedSetup['link'] | NonNullable<Awaited<ReturnType<typeof findSetup>>>;

type StartCall = LinkCall & { path: { orgId: string; link: string } };

type SetupCall = LinkCall & { path: { orgId: string; setupLinkId: string } };

type FormCall = SetupCall & { body: { csrf: string } };

/** The cookie of a browser that looks at a link that is not open yet. Nothing is stored of the browser. */
const visitorCookie = 'kd_setup';

/** Returns the token of a browser that looks at a link that is not open yet. */
export function visitorOf({ cookies, baseUrl }: LinkCall): string | undefined {
  const token = cookies[cookieName(visitorCookie, baseUrl)];
  return isBrowserToken(token) ? token : undefined;
}

/** Each link has a cookie of its own, so that one browser can set up several connections. */
export const sessionCookie = (id: string): string => `${visitorCookie}_${id}`;

/** An id that is malformed names no cookie. */
export const tokenOf = (
  { cookies, baseUrl }: Pick<LinkCall, 'cookies' | 'baseUrl'>,
  id: string,
): string | undefined => cookies[cookieName(sessionCookie(id), baseUrl)];

/** Returns the name of the form that opens a link. */
export const startForm = ({ path: { orgId, link } }: StartCall): string => `setup-link ${orgId} ${link}`;

const formOf = (id: string): string => `setup ${id}`;

/** Asks whether to open a link, or says that it is over. */
export async function start(tx: Tx, call: StartCall, link: SetupLink, isStale = false): Promise<Hosted> {
  if (!canOpen(tx, link)) return over(tx, call);
  const { orgId, link: secret } = call.path;
  const known = visitorOf(call);
  const token = known ?? newBrowserToken();
  const markup = setupStartPage(await viewIn(tx, call), {
    action: `/setup-link/${orgId}/${encodeURIComponent(secret)}`,
    csrf: csrfOf(token, startForm(call)),
    domains: link.domains.map(({ domain }) => domain),
    isStale,
  });
  const { baseUrl } = call;
  const cookies = known === undefined ? [setCookie(visitorCookie, token, { baseUrl })] : [];
  return page(markup, { status: isStale ? 403 : 200, cookies });
}

/** Says that a link is over, or that this browser has not opened it. */
export const over = async (tx: Tx, call: LinkCall, status = 400): Promise<Hosted> =>
  page(setupOverPage(await viewIn(tx, call)), { status });

/** Runs a form of an open link in a transaction, with the link locked. */
export async function onSetup(
  call: FormCall,
  tenant: Tenant,
  work: (tx: Tx, locked: LockedSetup) => Promise<Hosted>,
): Promise<Hosted> {
  const { setupLinkId: id } = call.path;
  const token = tokenOf(call, id);
  return call.inTenant(tenant, async (tx) => {
    const locked = isBrowserToken(token) ? await lockSetup(tx, id, token) : undefined;
    if (!locked || token === undefined) return over(tx, call, 403);
    if (!isCsrfOf(token, formOf(id), call.body.csrf))
      return shown(tx, call, locked.link, { problem: { text: 'stale' } });
    return work(tx, locked);
  });
}

/**
 * Counts a call of a server of strangers, and takes a place for it. The call itself is made in no transaction.
 * @param find finds what the call is about
 */
export async function beginWork<Found extends object>(
  call: FormCall & {
    request: { limits: { signIns: () => Promise<void>; place: (orgId: string) => Promise<void> } };
  },
  tenant: Tenant,
  find: (tx: Tx, link: SetupLink) => Promise<Found | undefined> | Found | undefined,
): Promise<{ value: Found } | { reply: Hosted }> {
  await call.request.limits.signIns();
  let value: Found | undefined;
  const reply = await onSetup(call, tenant, async (tx, { link }) => {
    const found = await find(tx, link);
    if (!found) return shown(tx, call, link, { problem: { text: 'notOfLink' } });
    if (!countWork(link)) return shown(tx, call, link, { problem: { text: 'tooMuch' } });
    await tx.flush();
    value = found;
    return redirect(setupPath(tenant.orgId, link.id));
  });
  if (!value) return { reply };
  await call.request.limits.place(tenant.orgId);
  return { value };
}

/** The content of a page besides the state of the link. */
interface Shown extends SetupResult {
  provider?: string | undefined;
  protocol?: string | undefined;
  entered?: { issuer: string; clientId: string; metadataUrl: string };
  problem?: SetupProblem;
}

/** Shows the page of an open link that is due, or the one that the holder asks for. */
export async function shown(tx: Tx, call: SetupCall, link: SetupLink, asked: Shown): Promise<Hosted> {
  const { provider: providerId, protocol: wished, entered, problem, ...result } = asked;
  const { orgId, setupLinkId: id } = call.path;
  const connection = await draftOfLink(tx, link);
  // An administrator has deleted it.
  if (link.connectionVersion !== null && !connection) return over(tx, call, 403);
  const mayChange = !connection || isDraft(link, connection);
  const view = await viewIn(tx, call);
  const form = { view, orgId, link, csrf: csrfOf(tokenOf(call, id) ?? '', formOf(id)), problem };
  const status =
    problem === undefined && result.proof === undefined ? 200 : problem?.text === 'stale' ? 403 : 400;
  const provider = setupProviders.find((one) => one.id === providerId);
  if (mayChange && provider) {
    const stored = {
      issuer: connection?.issuer ?? provider.fixedIssuer ?? '',
      clientId: connection?.clientId ?? '',
      metadataUrl: connection?.metadataUrl ?? '',
    };
    const fixed = connection?.type ?? link.type;
    const protocol = fixed ?? (wished === 'SAML' ? 'SAML' : 'OIDC');
    const addresses = spAddresses(call.baseUrl, link.draftId);
    const values = {
      callbackUrl: connectionCallback(call.baseUrl, link.draftId),
      backchannelLogoutUrl: backchannelLogoutUrl(call.baseUrl, link.draftId),
      acsUrl: addresses.acsUrl,
      entityId: addresses.metadataUrl,
    };
    const hasSecret = Boolean(connection?.clientSecret);
    const isFree = fixed === null;
    const kept = { protocol, isFree, entered: entered ?? stored, hasSecret } as const;
    const markup = setupConnectPage({ ...form, provider, values, ...kept });
    return page(markup, { status });
  }
  if (!connection || (mayChange && providerId !== undefined))
    return page(setupProvidersPage(form), { status });
  return page(setupOverviewPage({ ...form, ...result, connection, isDraft: mayChange }), { status });
}
