import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client, Provider } from 'oidc-provider';
import { onBehalfOf } from '../../platform/on-behalf.ts';
import { signAccessTokens } from './access-tokens.ts';
import { registerAssertionGrant } from './assertion-grant.ts';
import { assertionIssuer } from './assertion-issuing.ts';
import type { DocumentSetting } from '../document-setting.ts';
import { claimsOf } from './claims.ts';
import { isSecretOf, settingsOf } from './clients.ts';
import { isStranger } from '../strangers.ts';
import { configurationOf } from './configuration.ts';
import { beginsAgainAt } from './ended-interactions.ts';
import { isOfClients, outage, refusalOf } from './errors.ts';
import { OurProvider } from './our-provider.ts';
import { narrowGrants } from './granted.ts';
import { checkHints } from './hint-patch.ts';
import { heldWrites } from './held-writes.ts';
import { addScopedClaims } from './id-token-claims.ts';
import { type Interactions, interactionsOf } from './interactions.ts';
import { type KeptForms, keptForms } from './kept-forms.ts';
import { type Logouts, logoutsOf } from './logouts.ts';
import { AccessBlocked } from './machine-access.ts';
import { type MachineAnswers, machineAnswers } from './machine/machine.ts';
import type { MachineRequest } from './machine/request.ts';
import { basePath, cookieNames } from './names.ts';
import { leaveOutNonces } from './nonce-patch.ts';
import { isFramed } from '../../lib/jwt.ts';
import { logoutPages } from './page-sources.ts';
import { type Mirror, mirrorLogins } from './sessions.ts';
import type { EngineForm, EngineParts, Front, TenantSettings, Visit } from './parts.ts';
import {
  answerLogouts,
  changeErrors,
  changeShownJti,
  compareSecretsBy,
  giveBody,
  leaveOutEmptyHeaders,
  onSignOut,
  tellPollingInterval,
} from './patches.ts';
import { allowCaching, publishScopes, tellAssertions } from './published.ts';
import type { Asking, ReadAhead } from './read-ahead.ts';
import { defaultScopes, narrowScopes } from './requested-scopes.ts';
import { resourcesByKey } from './resource-scopes.ts';
import { scopesOfResource } from './resources.ts';
import { signIntrospections, wantsSignedAnswer } from './signed-introspection.ts';
import { registerTokenExchange } from './token-exchange.ts';
import { nameSessions } from './token-patches.ts';
import { formUserTokens } from './user-tokens.ts';
import { beginVisit, visitOf, withAhead } from './visits.ts';

/** The OpenID Connect provider of one tenant, in one version. */
export interface EngineInstance {
  /** When the request was read ahead for, by the clock of Postgres. */
  now: Date;
  /** Whether the organization was suspended or closed then. */
  isSuspended: boolean;
  /** Finds the login of a browser, and notes its use. */
  login: (browserToken: string, front: Front) => ReturnType<EngineParts['login']>;
  interactions: Interactions;
  /** {@link beginsAgainAt} */
  beginsAgainAt: (uid: string, userId: string) => Promise<string | undefined>;
  forms: KeptForms;
  /** Which client ID metadata documents the tenant reads. */
  documents: DocumentSetting;
  /** Whether a client is known by its metadata document, and whether the document still counts for a new consent. */
  document: (clientId: string) => Promise<'unknown' | 'known' | 'fresh'>;
  logouts: Logouts;
  /**
   * Answers one of the engine's own requests.
   * @param form what its body said; undefined where it had none
   */
  answer: (
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
    form: EngineForm | undefined,
  ) => Promise<void>;
  /**
   * Answers of requests of machines, without the engine. Each returns undefined for a request that it does not answer, and `answer`
   * answers that one.
   */
  own: Own | undefined;
}

/** {@link MachineAnswers}, which know already what was read for the request. */
type Own = {
  [Operation in keyof MachineAnswers]: (
    request: Omit<MachineRequest, 'ahead'>,
  ) => ReturnType<MachineAnswers[Operation]>;
};

export interface OidcEngine {
  /**
   * The provider of a tenant as it is now; undefined where there is no such tenant.
   * @param asking what the request to be answered names: it is read together with the provider's version
   */
  open: (orgId: string, asking?: Asking) => Promise<EngineInstance | undefined>;
}

/** An instance as it is kept: what was read for a request comes with the request. */
type Kept = Omit<EngineInstance, 'answer' | 'own' | 'now' | 'isSuspended' | 'login' | 'document'> & {
  machine: MachineAnswers | undefined;
  answer: (ahead: ReadAhead, ...given: Parameters<EngineInstance['answer']>) => Promise<void>;
};

/** One has about 100 KB (docs/performance.md) and is built in a millisecond; the one that was not used for longest goes. */
const mostInstances = 1_000;

/**
 * Providers by tenant and version. The version is read at every request, so that none is answered by settings of before it
 * began; an instance cannot change, and a new version is a new one.
 */
export function createOidcEngine(parts: EngineParts): OidcEngine {
  const built = new Map<string, { version: number; instance: Promise<Kept> }>();
  return {
    async open(orgId, asking) {
      const ahead = await parts.tenants.ahead(orgId, asking);
      if (!ahead) return undefined;
      const { version } = ahead;
      const known = built.get(orgId);
      built.delete(orgId);
      // Versions only grow: a request that read an older one meanwhile must not bring it back.
      const entry =
        known && known.version >= version
          ? known
          : { version, instance: parts.tenants.load(orgId).then((settings) => build(settings, parts)) };
      built.set(orgId, entry);
      for (const oldest of built.keys()) {
        if (built.size <= mostInstances) break;
        built.delete(oldest);
      }
      try {
        const kept = await entry.instance;
        const { machine } = kept;
        return {
          ...kept,
          now: ahead.now,
          isSuspended: ahead.isSuspended,
          login: async (token, front) =>
            ahead.login
              ? ahead.login.row
              : onBehalfOf({ orgId, operation: 'OpenID Connect' }, () => parts.login(orgId, token, front)),
          document: async (clientId) => {
            const found = ahead.client(clientId);
            const row = found ? found.row?.read() : await parts.tenants.client(orgId, clientId);
            if (!row) return 'unknown';
            return row.isDocumentFresh ? 'fresh' : 'known';
          },
          interactions: withReadAhead(kept.interactions, ahead),
          answer: (...given) => kept.answer(ahead, ...given),
          own: machine && {
            token: (request) => machine.token({ ...request, ahead }),
            introspect: (request) => machine.introspect({ ...request, ahead }),
            userInfo: (request) => machine.userInfo({ ...request, ahead }),
          },
        };
      } catch (error) {
        if (built.get(orgId) === entry) built.delete(orgId);
        throw error;
      }
    },
  };
}

/** Interactions that find what was read for the request. */
function withReadAhead(interactions: Interactions, ahead: ReadAhead): Interactions {
  return {
    ...interactions,
    find: (...given) => withAhead(ahead, () => interactions.find(...given)),
    client: (...given) => withAhead(ahead, () => interactions.client(...given)),
    kind: (...given) => withAhead(ahead, () => interactions.kind(...given)),
  };
}

function build(settings: TenantSettings, parts: EngineParts): Kept {
  const { orgId } = settings;
  const path = basePath(orgId);
  const provider = new OurProvider(`${parts.baseUrl()}${path}`, configurationOf(settings, parts));
  provider.proxy = true;
  leaveOutEmptyHeaders(provider);
  allowCaching(provider);
  publishScopes(provider, settings);
  addScopedClaims(provider);
  leaveOutNonces(provider);
  const resources = resourcesByKey(settings.resources);
  const atResource = (client: Client, identifier: string): readonly string[] | undefined =>
    scopesOfResource(client, identifier, { resources, baseUrl: parts.baseUrl() });
  narrowScopes(provider, { defaults: defaultScopes(settings.scopes), atResource });
  checkHints(provider, (hint) => isFramed(hint, 'ID token'));
  compareSecretsBy(provider, isSecretOf);
  const signed = signAccessTokens(provider, settings);
  formUserTokens(provider);
  narrowGrants(provider, claimsOf(settings.scopes), atResource);
  mirrorLogins(provider, orgId, parts);
  registerTokenExchange(provider, settings, parts, assertionIssuer(provider, settings, parts));
  registerAssertionGrant(provider, settings, parts);
  nameSessions(provider, (client) => settingsOf(client).assertionAudiences.length > 0);
  tellAssertions(provider, orgId, parts);
  tellErrors(provider, orgId, parts);
  noteTokens(provider, orgId, parts);
  // A user who signs out of everything at the engine is signed out of the tenant.
  onSignOut(provider, async ({ loginId }: Mirror, nextUrl) =>
    loginId === undefined ? undefined : parts.endLogin(orgId, loginId, nextUrl),
  );
  // How long a device waits before it asks again; it is held to it (`pollDeviceCode` in src/oidc/sql/device-codes.ts).
  tellPollingInterval(provider, 5);
  answerLogouts(provider, {
    cookie: { name: cookieNames.session, path },
    ask: (ctx) => logoutPages.logoutSource(ctx),
  });
  signIntrospections(provider, settings);
  changeShownJti(provider, signed.shownJti);
  const logouts = logoutsOf(provider, orgId, parts);
  const callback = provider.callback();
  const forms = keptForms(settings, parts);
  const tokensByName = new Set([`${path}/introspect`, `${path}/revoke`]);

  return {
    machine: parts.ownAnswers === false ? undefined : machineAnswers(provider, settings, { signed, parts }),
    interactions: interactionsOf(provider, orgId),
    beginsAgainAt: (uid, userId) => beginsAgainAt(orgId, uid, userId, parts),
    forms,
    documents: settings.documents,
    logouts,
    async answer(ahead, request, response, visit, form) {
      beginVisit(request, {
        ...visit,
        ahead,
        judge: (...given) => parts.judge(orgId, ...given),
        held: heldWrites(parts),
        isSigned: wantsSignedAnswer(request.headers.accept),
      });
      const [rawPath = ''] = (request.url ?? '').split('?', 1);
      const kept =
        visit.query ?? (visit.form === undefined ? undefined : ((await forms.find(visit.form)) ?? ''));
      if (visit.query !== undefined) request.method = 'GET';
      // With a code in the address the engine would send the form by itself; a person is to do that (security.md section 3).
      const asked = rawPath === `${path}/device` ? rawPath : (request.url ?? '');
      const url = kept === undefined ? asked : `${rawPath}?${kept}`;
      spoilProof(request);
      pinHost(request, new URL(parts.baseUrl()), visit.address);
      const named =
        tokensByName.has(rawPath) && typeof form?.['token'] === 'string'
          ? { ...form, token: await signed.nameOf(form['token']) }
          : form;
      Object.assign(request, { originalUrl: url });
      // The engine would show a page to programs, too, whose HTTP client says by itself that it prefers HTML.
      request.headers.accept = visit.program ? 'application/json' : 'text/html';
      if (named) giveBody(request, named);
      request.url = url.slice(path.length);
      await onBehalfOf({ orgId, operation: 'OpenID Connect' }, () => callback(request, response));
    },
  };
}

/** The engine builds addresses from what a request says of its host; it is told ours (protocols.md A4, 3). */
function pinHost(request: IncomingMessage, baseUrl: URL, address: string): void {
  const { headers } = request;
  headers.host = baseUrl.host;
  headers['x-forwarded-proto'] = baseUrl.protocol.slice(0, -1);
  headers['x-forwarded-for'] = address;
  for (const name of ['x-forwarded-host', 'x-forwarded-port', 'forwarded', ':authority'])
    delete headers[name];
}

/** Replaces a DPoP proof with a wrong frame. The engine would accept the proof; it refuses what stands there now, with its own error. */
function spoilProof({ headers }: IncomingMessage): void {
  const { dpop } = headers;
  if (typeof dpop === 'string' && dpop !== '' && !isFramed(dpop, 'DPoP proof'))
    headers['dpop'] = 'not a proof';
}

/** Lays our code beside the word of RFC 6749. */
function tellErrors(
  provider: Provider,
  orgId: string,
  { failed, noteClient }: Pick<EngineParts, 'failed' | 'noteClient'>,
): void {
  changeErrors(provider, (ctx, error, event) => {
    const { body } = ctx;
    const { requestId, address } = visitOf(ctx.req);
    const failure = event === 'server_error' ? failed(error, requestId) : undefined;
    if (typeof body !== 'object' || body === null || !('error' in body)) return;
    const {
      status,
      error: word,
      code,
    } = failure?.code === 'SERVICE_UNAVAILABLE' ? outage : refusalOf(ctx, String(body.error));
    ctx.status = status;
    // The engine has found the client that the request names: nothing is counted for a name that is guessed.
    if (word === 'invalid_client' && ctx.oidc.client && isOfClients(ctx.oidc.route))
      noteClient?.({ orgId, clientId: ctx.oidc.client.clientId, outcome: 'REFUSED', address });
    if (failure?.code === 'SERVICE_UNAVAILABLE') {
      ctx.set('Retry-After', '2');
      Object.assign(body, { error_description: failure.message });
    }
    const shown = error instanceof AccessBlocked ? 'POLICY_DENIED' : code;
    Object.assign(body, { error: word, code: shown, requestId });
    // RFC 6749 section 5.2: a client that tried to authenticate by a header is told the scheme. Without such a header,
    // a browser would ask its user.
    if (status === 401 && ctx.headers.authorization !== undefined && !ctx.response.get('WWW-Authenticate'))
      ctx.set('WWW-Authenticate', `Basic realm="${provider.issuer}"`);
  });
  provider.on('backchannel.error', (ctx, error) => failed(error, visitOf(ctx.req).requestId));
  // Koa's: what escaped everything. The types of the engine do not know this event.
  const events: EventEmitter = provider;
  events.on('error', (error: unknown) => failed(error, undefined));
}

/** Counts the tokens that the engine gives clients for themselves, and those of agents. */
function noteTokens(
  provider: Provider,
  orgId: string,
  { noteClient }: Pick<EngineParts, 'noteClient'>,
): void {
  provider.on('grant.success', ({ oidc: { params, client }, req }) => {
    if (client && (params?.['grant_type'] === 'client_credentials' || isStranger(settingsOf(client))))
      noteClient?.({ orgId, clientId: client.clientId, outcome: 'ISSUED', address: visitOf(req).address });
  });
}
