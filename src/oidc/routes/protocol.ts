import type { ApiResourceMetadata } from '../../../generated/types/types.gen.ts';
import { Failure, ThrownUnder } from '../../failure.ts';
import {
  engine,
  type Handlers,
  handlersOf,
  type Limits,
  ok,
  type Pages,
  type Sent,
  type Written,
} from '../../operation.ts';
import { redirect } from '../../platform/pages/answers.ts';
import { prefersJson } from '../../lib/accept.ts';
import { isId } from '../../lib/id.ts';
import { proofAlgorithms } from '../../lib/dpop-proof.ts';
import { apiScopes } from '../command-line.ts';
import { ownApiOfTenant } from '../own-api.ts';
import { pageHeaders } from '../../platform/pages/headers.ts';
import { claimedClient, claimedToken } from '../engine/claimed-client.ts';
import type { OidcEngine, EngineInstance } from '../engine/engine.ts';
import { queryOf, saysClient, type KeptAt, worthKeeping } from '../engine/kept-forms.ts';
import type { EngineForm } from '../engine/parts.ts';
import { cookieNames } from '../engine/names.ts';
import type { Asking, AskingBrowser } from '../engine/read-ahead.ts';
import { frontFrom } from '../engine/visits.ts';
import { hashBrowserToken, isBrowserToken } from '../../users/sessions/browser-token.ts';
import { hosted, type HostedPage, type HostedParts, namedBy, tokenOf, viewIn } from '../../sign-in/hosted.ts';
import { enginePage } from '../oidc-pages.ts';
import type { ReadDocument } from '../document-reading.ts';
import { isRowId } from '../strangers.ts';
import { prepareDocument, refuseForm } from './authorize.ts';

/** The parts of a request and of the process that the protocol uses. */
type ProtocolPage = HostedPage & {
  oidc: OidcEngine;
  readDocument: ReadDocument;
  request: { sent: Sent; limits: Limits };
};

type ProtocolCall = ProtocolPage & { path: { orgId: string } };

/** @throws {Failure} ORGANIZATION_NOT_FOUND, ORGANIZATION_SUSPENDED */
export async function instanceOf(
  call: Pick<ProtocolCall, 'oidc' | 'path'>,
  asking?: Asking,
): Promise<EngineInstance> {
  const instance = await publishedOf(call, asking);
  if (instance.isSuspended) throw new Failure('ORGANIZATION_SUSPENDED');
  return instance;
}

/**
 * Returns the instance for documents that a suspended organization publishes as well: its metadata and its keys. Others verify tokens
 * with them that they have.
 * @throws {Failure} ORGANIZATION_NOT_FOUND
 */
async function publishedOf(
  { oidc, path }: Pick<ProtocolCall, 'oidc' | 'path'>,
  asking?: Asking,
): Promise<EngineInstance> {
  // Reading the version of its provider says whether there is such a tenant.
  const instance = isId('org', path.orgId) ? await oidc.open(path.orgId, asking) : undefined;
  if (!instance) throw new Failure('ORGANIZATION_NOT_FOUND');
  return instance;
}

interface Said {
  form?: EngineForm | undefined;
  query?: { form?: string; user_code?: string };
  program?: boolean;
  /** The client, the token or the browser to look up at once, as the request names them. */
  asking?: Asking;
  /** The query that the engine answers instead of what was posted. */
  at?: string;
}

/** Lets the engine answer a program. */
const answer = async (call: ProtocolCall, said: Said = {}): Promise<Written> =>
  answerBy(await instanceOf(call, said.asking), call, said);

/** Lets the engine answer with what it publishes, also of a suspended organization. */
const publish = async (call: ProtocolCall): Promise<Written> => answerBy(await publishedOf(call), call, {});

function answerBy(
  instance: EngineInstance,
  call: ProtocolCall,
  { form, query = {}, program = true, at }: Said,
): Written {
  return engine((request, response) =>
    instance.answer(
      request,
      response,
      {
        address: call.origin.ipAddress,
        certificate: call.clientCertificate(),
        browserToken: tokenOf(call),
        requestId: call.requestId,
        program,
        userCode: query.user_code ?? '',
        form: query.form,
        query: at,
        page: async (page) => {
          const view = await call.inTenant(namedBy(call), (tx) => viewIn(tx, call));
          return enginePage(view, page).text;
        },
      },
      form,
    ),
  );
}

const { 'Content-Type': _, ...shownHeaders } = pageHeaders;

/** Lets the engine answer for its document, whose address has the path of the issuer at its end (RFC 8414 section 3.1). */
async function answerInserted(call: ProtocolCall): Promise<Written> {
  const { write } = await publish(call);
  return engine((request, response) => {
    request.url = `/api/oidc/${call.path.orgId}/.well-known/openid-configuration`;
    return write(request, response);
  });
}

/**
 * Returns the metadata of our API for one tenant (RFC 9728 section 2). It names the one server that gives tokens for it, and nothing of other tenants.
 * @throws {Failure} ORGANIZATION_NOT_FOUND
 */
async function describeOwnApi(call: ProtocolCall) {
  await publishedOf(call);
  const { baseUrl, path } = call;
  const body: ApiResourceMetadata = {
    resource: ownApiOfTenant(baseUrl, path.orgId),
    authorization_servers: [`${baseUrl}/api/oidc/${path.orgId}`],
    scopes_supported: [...apiScopes],
    bearer_methods_supported: ['header'],
    dpop_bound_access_tokens_required: true,
    dpop_signing_alg_values_supported: [...proofAlgorithms],
    resource_name: 'Keyward',
    resource_documentation: `${baseUrl}/docs`,
  };
  return ok(body, { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' });
}

/**
 * Lets the engine answer a person; a page of its own, too, is as strict as ours.
 * @param opened the instance, if it was opened for this request
 */
async function show(call: ProtocolCall, said: Said = {}, opened?: EngineInstance): Promise<Written> {
  const instance = opened ?? (await instanceOf(call, said.asking));
  const program = prefersJson(call.request.sent.header('accept'));
  const { write } = answerBy(instance, call, { ...said, program });
  return engine(async (request, response) => {
    for (const [name, value] of Object.entries({ ...shownHeaders, Vary: 'Accept' }))
      response.setHeader(name, value);
    await write(request, response);
  });
}

/** Keeps a form and sends the browser back by GET, so that it brings its cookies. */
async function keep(call: ProtocolCall & { body: EngineForm }, path: KeptAt) {
  const instance = await instanceOf(call);
  const { forms } = instance;
  const address = `${call.baseUrl}/api/oidc/${call.path.orgId}${path}`;
  const form = worthKeeping(call.body, path);
  // Without a client it says nothing that is worth storing: not where to go back to, nor who signs out.
  if (path === '/end-session' && !saysClient(form)) return redirect(`${address}?${queryOf(form)}`);
  const name = await forms.keep(form);
  if (name !== undefined) return redirect(`${address}?form=${name}`);
  const refused = path === '/authorize' ? await refuseForm(call, instance, form['client_id']) : undefined;
  // The engine refuses it and says why.
  return refused ?? show(call, { at: queryOf(form) });
}

/** Lets the engine answer an authorization, when the metadata document of its client was read. */
async function authorize(call: ProtocolCall & { query: { form?: string } }) {
  const said = { query: call.query, asking: { ...askingClient(call), browser: askingBrowser(call) } };
  const instance = await instanceOf(call, said.asking);
  const prepared = await prepareDocument(call, instance);
  if (prepared === undefined) return show(call, said, instance);
  // The instance has read the row before the document.
  return prepared === 'read' ? show(call, said) : prepared;
}

/** The client that a query names, before it is verified. */
function askingClient({ request }: Pick<ProtocolCall, 'request'>): Asking {
  const clientId = new URLSearchParams(request.sent.rawQuery).get('client_id');
  return clientId !== null && isRowId(clientId) ? { clientId } : {};
}

/** Returns the cookies and the front channel of the browser that sends a request. */
export const askingBrowser = (
  call: Pick<ProtocolCall, 'baseUrl' | 'clientCertificate' | 'cookies' | 'origin'>,
): AskingBrowser => {
  const token = tokenOf(call);
  return {
    hash: isBrowserToken(token) ? hashBrowserToken(token) : undefined,
    session: call.cookies[cookieNames.session],
    front: frontFrom(call.origin.userAgent ?? '', {
      address: call.origin.ipAddress,
      certificate: call.clientCertificate(),
    }),
  };
};

const formOf = ({ body }: { body: EngineForm }): Said => ({ form: body });

type OwnAnswers = NonNullable<EngineInstance['own']>;
type OwnRequest = Parameters<OwnAnswers['token']>[0];

type ClientCall = ProtocolCall & { body: EngineForm };

/** Counts a client by the name it gives itself, before anything is tried for it. @returns what can be looked up for it */
async function counted(call: ClientCall): Promise<Asking> {
  const authorization = call.request.sent.header('authorization');
  const clientId = claimedClient(authorization, call.body);
  if (clientId !== undefined) await call.request.limits.client(call.path.orgId, clientId);
  return { clientId, token: claimedToken(authorization, call.body) };
}

/** Lets the engine answer a client. */
const answerClient = async (call: ClientCall): Promise<Written> =>
  answer(call, { form: call.body, asking: await counted(call) });

/** Answers a client. What we do not answer ourselves, the engine answers. */
async function answerMachine<Body>(
  call: ClientCall,
  ownOf: (
    own: OwnAnswers,
    request: OwnRequest,
  ) => Promise<{ body: Body; headers: Record<string, string> } | undefined>,
) {
  const instance = await instanceOf(call, await counted(call));
  const { sent } = call.request;
  const header = (name: string) => sent.header(name);
  const request = { method: 'POST', query: '', form: call.body, header, address: call.origin.ipAddress };
  const own = instance.own && (await ownOf(instance.own, request));
  return own ? ok(own.body, own.headers) : answerBy(instance, call, { form: call.body });
}

/** Answers a caller that presents an access token. What we do not answer ourselves, the engine answers. */
async function answerBearer(call: ProtocolCall & { body?: EngineForm }, method: 'GET' | 'HEAD' | 'POST') {
  const { request, body } = call;
  const { sent } = request;
  const header = (name: string) => sent.header(name);
  const instance = await publishedOf(call, { token: claimedToken(header('authorization'), body ?? {}) });
  if (instance.isSuspended) throw tokenOfSuspended();
  const own = await instance.own?.userInfo({
    method,
    query: sent.rawQuery,
    form: body ?? {},
    header,
    address: call.origin.ipAddress,
  });
  return own ? ok(own.body, own.headers) : answerBy(instance, call, { form: body });
}

/** RFC 6750 section 3.1. */
const tokenOfSuspended = (): ThrownUnder =>
  new ThrownUnder(
    { 'WWW-Authenticate': 'Bearer error="invalid_token", error_description="the organization is suspended"' },
    new Failure('ORGANIZATION_SUSPENDED', { token: 'is of an organization that is suspended' }),
  );

const inactive = { active: false };
const unkept = { 'Cache-Control': 'no-store' };

const pages: Pages<'oidc-protocol', ProtocolPage> = {
  getOidcConfiguration: publish,
  getOidcConfigurationOfPath: answerInserted,
  getOauthServerMetadata: answerInserted,
  getOauthServerMetadataBelow: answerInserted,
  getOidcKeys: publish,
  getApiResourceMetadata: describeOwnApi,
  authorizeOidc: authorize,
  postOidcAuthorization: (call) => keep(call, '/authorize'),
  resumeOidcAuthorization: (call) =>
    show(call, { asking: { token: call.path.uid, browser: askingBrowser(call) } }),
  issueOidcToken: (call) => answerMachine(call, (own, request) => own.token(request)),
  preflightOidcToken: publish,
  // A proof of possession names the method (RFC 9449 section 4.3). Only a GET has an address to come back to.
  getOidcUserInfo: (call) => answerBearer(call, call.here === undefined ? 'HEAD' : 'GET'),
  postOidcUserInfo: (call) => answerBearer(call, 'POST'),
  preflightOidcUserInfo: publish,
  revokeOidcToken: answerClient,
  introspectOidcToken: (call) =>
    answerMachine(call, (own, request) => own.introspect(request)).catch((error: unknown) => {
      // Its servers must refuse its tokens, and not fail.
      if (error instanceof Failure && error.code === 'ORGANIZATION_SUSPENDED') return ok(inactive, unkept);
      throw error;
    }),
  pushOidcAuthorization: answerClient,
  preflightOidcPush: publish,
  endOidcSession: (call) => show(call, call),
  postOidcEndSession: (call) => keep(call, '/end-session'),
  confirmOidcLogout: (call) => show(call, formOf(call)),
  showOidcLoggedOut: (call) => show(call),
  authorizeOidcDevice: answerClient,
  showOidcDevice: (call) => show(call, call),
  submitOidcDevice: (call) => show(call, formOf(call)),
  resumeOidcDevice: (call) => show(call),
};

export const routes = (
  parts: HostedParts & { oidc: OidcEngine; readDocument: ReadDocument },
): Handlers<'oidc-protocol'> => {
  const { oidc, readDocument } = parts;
  return handlersOf(pages, hosted(parts, { oidc, readDocument }));
};
