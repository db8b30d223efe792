import type { EntityManager } from '@mikro-orm/postgresql';
import { Failure } from '../failure.ts';
import { backchannelLogoutUrl, connectionCallback } from '../federation/connections/connection-callback.ts';
import { probeAndNote } from '../federation/connections/connection-tests.ts';
import type { InTransaction } from '../federation/connections/in-transaction.ts';
import { challengeName } from '../federation/domains/domain-names.ts';
import { setupOverviewPage, type SetupResult } from '../federation/setup-links/pages/setup-overview.ts';
import {
  type MetadataField,
  setupConnectPage,
  setupFinishedPage,
  setupOverPage,
  setupPath,
  type SetupProblem,
  setupProvidersPage,
  setupStartPage,
} from '../federation/setup-links/pages/setup.ts';
import { type SamlDraft, saveSamlDraft } from '../federation/setup-links/setup-saml.ts';
import { spAddresses } from '../federation/connections/sp-addresses.ts';
import { draftOfLink, isDraft, saveOidcDraft } from '../federation/setup-links/setup-connection.ts';
import { domainOfLink, noteSetupProof } from '../federation/setup-links/setup-proof.ts';
import { setupProviders } from '../federation/setup-links/setup-providers.ts';
import { hasPassed } from '../federation/connections/provider-probe.ts';
import {
  canOpen,
  countWork,
  findSetup,
  endSetupByHolder,
  linkOf,
  type LockedSetup,
  lockSetup,
  openSetup,
  recordSetup,
} from '../federation/setup-links/setup-sessions.ts';
import { cookieName, setCookie } from '../lib/cookie.ts';
import { utf8OfFile } from '../lib/multipart.ts';
import type { Call, Handlers } from '../operation.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import type { Tenant } from '../platform/tenancy.ts';
import { viewIn } from '../sign-in/hosted.ts';
import { csrfOf, isBrowserToken, isCsrfOf, newBrowserToken } from '../users/sessions/browser-token.ts';

type LinkCall = Pick<
  Call<'showSetupLink'>,
  'inTenant' | 'cookies' | 'baseUrl' | 'locale' | 'requestId' | 'here'
>;
type SetupLink = LockedSetup['link'] | NonNullable<Awaited<ReturnType<typeof findSetup>>>;
type StartCall = LinkCall & { path: { orgId: string; link: string } };
type SetupCall = LinkCall & { path: { orgId: string; setupLinkId: string } };
type FormCall = SetupCall & { body: { csrf: string } };

export const setup: Handlers<'setup'> = {
  async showSetupLink(call) {
    const { orgId, link: secret } = call.path;
    const tenant = await counted(call, secret);
    return call.inTenant(tenant, async (em) => {
      const link = await linkOf(em, secret);
      if (!link) return over(em, call);
      const isOpen = await findSetup(em, link.id, tokenOf(call, link.id));
      return isOpen ? redirect(setupPath(orgId, link.id)) : start(em, call, link);
    });
  },

  async openSetupLink(call) {
    const { orgId, link: secret } = call.path;
    const tenant = await counted(call, secret);
    return call.inTenant(tenant, async (em) => {
      const visitor = visitorOf(call);
      if (visitor === undefined || !isCsrfOf(visitor, startForm(call), call.body.csrf)) {
        const found = await linkOf(em, secret);
        return found ? start(em, call, found, true) : over(em, call);
      }
      const opened = await openSetup(em, secret, call.origin);
      if (!opened) return over(em, call);
      const { link, token } = opened;
      const maxAge = (link.expiresAt.getTime() - (link.openedAt ?? link.createdAt).getTime()) / 1_000;
      return redirect(setupPath(orgId, link.id), {
        cookies: [setCookie(sessionCookie(link.id), token, { baseUrl: call.baseUrl, maxAge })],
      });
    });
  },

  async showSetup(call) {
    const { setupLinkId } = call.path;
    const tenant = await counted(call, setupLinkId);
    return call.inTenant(tenant, async (em) => {
      const link = await findSetup(em, setupLinkId, tokenOf(call, setupLinkId));
      return link ? shown(em, call, link, call.query) : over(em, call, 403);
    });
  },

  async submitSetupConnection(call) {
    const { body, vault, outgoing, quotas, origin, fits, baseUrl } = call;
    const tenant = await counted(call, call.path.setupLinkId);
    const issuer = body.issuer.trim();
    const clientId = body.client_id.trim();
    const clientSecret = body.client_secret.trim();
    const means = { vault, mayReach: outgoing.mayReach, quotas, origin, baseUrl };
    const save = onSetup(call, tenant, async (em, locked) => {
      fits('ConnectionIssuer', issuer, 'issuer');
      fits('ConnectionClientId', clientId, 'clientId');
      if (clientSecret !== '') fits('ConnectionClientSecret', clientSecret, 'clientSecret');
      if (!countWork(locked.link)) return shown(em, call, locked.link, { problem: { text: 'tooMuch' } });
      const isSaved = await saveOidcDraft(em, locked, { issuer, clientId, clientSecret }, means);
      return isSaved
        ? redirect(setupPath(tenant.orgId, locked.link.id))
        : shown(em, call, locked.link, { problem: { text: 'takenOver' } });
    });
    return save.catch((failure: unknown) => {
      const problem = problemOf(failure, clientSecret);
      if (!problem) throw failure;
      const entered = { issuer, clientId, metadataUrl: '' };
      return onSetup(call, tenant, (em, { link }) =>
        shown(em, call, link, { provider: body.provider, entered, problem }),
      );
    });
  },

  async submitSetupSamlConnection(call) {
    const { body, outgoing, quotas, origin, baseUrl } = call;
    const tenant = await counted(call, call.path.setupLinkId);
    const { field, draft } = sentMetadata(body);
    const again = (problem: SetupProblem): Promise<Hosted> => {
      const entered = { issuer: '', clientId: '', metadataUrl: body.metadata_url.trim() };
      const asked = { provider: body.provider, protocol: 'SAML', entered, problem };
      return onSetup(call, tenant, (em, { link }) => shown(em, call, link, asked));
    };
    if (!draft) return again({ text: 'notUtf8', field });
    const begun = await beginWork(call, tenant, (_em, link) => link);
    if ('reply' in begun) return begun.reply;
    const save = onSetup(call, tenant, async (em, locked) => {
      const isSaved = await saveSamlDraft(em, locked, draft, { way: outgoing, quotas, origin, baseUrl });
      return isSaved
        ? redirect(setupPath(tenant.orgId, locked.link.id))
        : shown(em, call, locked.link, { problem: { text: 'takenOver' } });
    });
    return save.catch((failure: unknown) => {
      const problem = samlProblemOf(failure, field);
      if (!problem) throw failure;
      return again(problem);
    });
  },

  async verifySetupDomain(call) {
    const tenant = await counted(call, call.path.setupLinkId);
    const begun = await beginWork(call, tenant, (_em, link) => domainOfLink(link, call.body.domain));
    if ('reply' in begun) return begun.reply;
    const domain = begun.value;
    const answer = await call.records(challengeName(domain.domain));
    return onSetup(call, tenant, async (em, { link }) => {
      const problem = await noteSetupProof(em, link, domain, answer, call.origin);
      return problem
        ? shown(em, call, link, { proof: { domain: domain.domain, problem } })
        : redirect(setupPath(tenant.orgId, link.id));
    });
  },

  async testSetupConnection(call) {
    const tenant = await counted(call, call.path.setupLinkId);
    const begun = await beginWork(call, tenant, draftOfLink);
    if ('reply' in begun) return begun.reply;
    const connection = begun.value;
    const inTransaction: InTransaction = (work) => call.inTenant(tenant, work);
    const test = await probeAndNote(connection, call.outgoing, inTransaction);
    return onSetup(call, tenant, async (em, { link }) => {
      const result = hasPassed(test) ? 'SUCCESS' : 'FAILURE';
      const entry = { action: 'connection.test', targetId: connection.id, result } as const;
      await recordSetup(em, link, entry, call.origin);
      return shown(em, call, link, { test });
    });
  },

  async finishSetup(call) {
    const tenant = await counted(call, call.path.setupLinkId);
    return onSetup(call, tenant, async (em, { link }) => {
      const connection = await draftOfLink(em, link);
      if (!connection) return shown(em, call, link, {});
      await endSetupByHolder(em, link, connection, call.origin);
      const { baseUrl } = call;
      return page(setupFinishedPage(await viewIn(em, call)), {
        cookies: [setCookie(sessionCookie(link.id), '', { baseUrl, maxAge: 0 })],
      });
    });
  },
};

/** Counts a request for its link before anything else. @throws {Failure} ORGANIZATION_NOT_FOUND, RATE_LIMITED */
async function counted(
  call: Pick<Call<'showSetup'>, 'findTenant' | 'clientLimit'> & { path: { orgId: string } },
  link: string,
): Promise<Tenant> {
  const tenant = await call.findTenant(call.path.orgId);
  if (!tenant) throw new Failure('ORGANIZATION_NOT_FOUND');
  await call.clientLimit(tenant.orgId, link);
  return tenant;
}

/** The cookie of a browser that looks at a link that is not open yet. Nothing is stored of the browser. */
const visitorCookie = 'kd_setup';

function visitorOf({ cookies, baseUrl }: LinkCall): string | undefined {
  const token = cookies[cookieName(visitorCookie, baseUrl)];
  return isBrowserToken(token) ? token : undefined;
}

/** Each link has a cookie of its own, so that one browser can set up several connections. */
const sessionCookie = (id: string): string => `${visitorCookie}_${id}`;

/** An id that is malformed names no cookie. */
const tokenOf = (
  { cookies, baseUrl }: Pick<LinkCall, 'cookies' | 'baseUrl'>,
  id: string,
): string | undefined => cookies[cookieName(sessionCookie(id), baseUrl)];

const startForm = ({ path: { orgId, link } }: StartCall): string => `setup-link ${orgId} ${link}`;
const formOf = (id: string): string => `setup ${id}`;

/** Asks whether to open a link, or says that it is over. */
async function start(em: EntityManager, call: StartCall, link: SetupLink, isStale = false): Promise<Hosted> {
  if (!canOpen(em, link)) return over(em, call);
  const { orgId, link: secret } = call.path;
  const known = visitorOf(call);
  const token = known ?? newBrowserToken();
  const markup = setupStartPage(await viewIn(em, call), {
    action: `/setup-link/${orgId}/${encodeURIComponent(secret)}`,
    csrf: csrfOf(token, startForm(call)),
    domains: link.domains.map(({ domain }) => domain),
    isStale,
  });
  const { baseUrl } = call;
  const cookies = known === undefined ? [setCookie(visitorCookie, token, { baseUrl })] : [];
  return page(markup, { status: isStale ? 403 : 200, cookies });
}

const over = async (em: EntityManager, call: LinkCall, status = 400): Promise<Hosted> =>
  page(setupOverPage(await viewIn(em, call)), { status });

/** Runs a form of an open link in a transaction, with the link locked. */
async function onSetup(
  call: FormCall,
  tenant: Tenant,
  work: (em: EntityManager, locked: LockedSetup) => Promise<Hosted>,
): Promise<Hosted> {
  const { setupLinkId: id } = call.path;
  const token = tokenOf(call, id);
  return call.inTenant(tenant, async (em) => {
    const locked = isBrowserToken(token) ? await lockSetup(em, id, token) : undefined;
    if (!locked || token === undefined) return over(em, call, 403);
    if (!isCsrfOf(token, formOf(id), call.body.csrf))
      return shown(em, call, locked.link, { problem: { text: 'stale' } });
    return work(em, locked);
  });
}

/**
 * Counts a call of a server of strangers, and takes a place for it. The call itself is made in no transaction.
 * @param find finds what the call is about
 */
async function beginWork<Found extends object>(
  call: FormCall & Pick<Call<'testSetupConnection'>, 'limitSignIns' | 'takePlace'>,
  tenant: Tenant,
  find: (em: EntityManager, link: SetupLink) => Promise<Found | undefined> | Found | undefined,
): Promise<{ value: Found } | { reply: Hosted }> {
  await call.limitSignIns();
  let value: Found | undefined;
  const reply = await onSetup(call, tenant, async (em, { link }) => {
    const found = await find(em, link);
    if (!found) return shown(em, call, link, { problem: { text: 'notOfLink' } });
    if (!countWork(link)) return shown(em, call, link, { problem: { text: 'tooMuch' } });
    await em.flush();
    value = found;
    return redirect(setupPath(tenant.orgId, link.id));
  });
  if (!value) return { reply };
  await call.takePlace(tenant.orgId);
  return { value };
}

/** What a page shows besides the state of the link. */
interface Shown extends SetupResult {
  provider?: string | undefined;
  protocol?: string | undefined;
  entered?: { issuer: string; clientId: string; metadataUrl: string };
  problem?: SetupProblem;
}

/** Shows the page of an open link that is due, or the one that the holder asks for. */
async function shown(em: EntityManager, call: SetupCall, link: SetupLink, asked: Shown): Promise<Hosted> {
  const { provider: providerId, protocol: wished, entered, problem, ...result } = asked;
  const { orgId, setupLinkId: id } = call.path;
  const connection = await draftOfLink(em, link);
  // An administrator has deleted it.
  if (link.connectionVersion !== null && !connection) return over(em, call, 403);
  const mayChange = !connection || isDraft(link, connection);
  const view = await viewIn(em, call);
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

/**
 * The metadata that a form has, and its field: a file, a text, or an address. The first of them counts. The address is last,
 * because the form shows the one that is stored.
 * @returns no draft if the file is not UTF-8
 */
function sentMetadata(sent: Record<MetadataField, string>): { field: MetadataField; draft?: SamlDraft } {
  if (sent.metadata_file !== '') {
    const metadataXml = utf8OfFile(sent.metadata_file);
    return { field: 'metadata_file', ...(metadataXml === undefined ? {} : { draft: { metadataXml } }) };
  }
  const metadataXml = sent.metadata_xml.trim();
  if (metadataXml !== '') return { field: 'metadata_xml', draft: { metadataXml } };
  return { field: 'metadata_url', draft: { metadataUrl: sent.metadata_url.trim() } };
}

const badMetadata = {
  metadata_file: 'badFile',
  metadata_xml: 'badXml',
  metadata_url: 'badMetadata',
} as const;

/** What was wrong with metadata; undefined for other failures. */
function samlProblemOf(failure: unknown, field: MetadataField): SetupProblem | undefined {
  if (!(failure instanceof Failure)) return undefined;
  if (failure.code === 'QUOTA_EXCEEDED') return { text: 'noRoom' };
  if (failure.code === 'FEDERATION_CONN_FAILED') return { text: 'metadataUnreachable', field };
  if (failure.code !== 'VALIDATION_ERROR' || 'type' in failure.details) return undefined;
  return { text: badMetadata[field], field };
}

/** What was wrong with the settings; undefined for other failures. */
function problemOf(failure: unknown, clientSecret: string): SetupProblem | undefined {
  if (!(failure instanceof Failure)) return undefined;
  if (failure.code === 'QUOTA_EXCEEDED') return { text: 'noRoom' };
  if (failure.code !== 'VALIDATION_ERROR' || 'type' in failure.details) return undefined;
  if ('issuer' in failure.details) return { text: 'badIssuer', field: 'issuer' };
  if ('clientId' in failure.details) return { text: 'badClientId', field: 'client_id' };
  return { text: clientSecret === '' ? 'noSecret' : 'badSecret', field: 'client_secret' };
}
