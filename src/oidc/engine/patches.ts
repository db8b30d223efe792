import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { JWK } from 'jose';
import {
  type AccessToken,
  type AdapterPayload,
  type Client,
  type ClientCredentials,
  type Grant,
  type Interaction,
  type KoaContextWithOIDC,
  Provider,
  type Session,
  type TokenEndpointGrantContext,
} from 'oidc-provider';
import { oidcOf } from './oidc-of.ts';
import type { DeviceError, EngineForm } from './parts.ts';

/**
 * The version of oidc-provider that every patch in this file was written for. A patch overwrites a method of the engine, or
 * relies on something that the engine does not promise. Read each patch against the new source before you change the
 * version. The options in `signed-requests.ts` replace checks of the engine: compare them, too.
 */
export const patchedVersion = '9.13.3';

// Methods and fields of the engine that its types do not show.

/** A session as the engine keeps it. */
export type EngineSession = Session & {
  /** The engine saves a touched session at the end of the request. */
  touched?: boolean;
  destroyed?: boolean;
  /** Whether the browser brought none. */
  new?: boolean;
  /** The engine compares `secret` with the field `xsrf` of a form. */
  state?: { secret?: string; state?: string; postLogoutRedirectUri?: string };
};

export type IssuedToken = AccessToken | ClientCredentials;

interface TokenClass {
  prototype: {
    generateTokenId: (this: IssuedToken) => string;
    getValueAndPayload: (this: IssuedToken) => Promise<{ value: string; payload?: Record<string, unknown> }>;
  };
}

/** A class of artifacts that are looked up by the value that a client presents. */
interface FoundClass<Artifact> {
  find: (value: string, options?: object) => Promise<Artifact | undefined>;
}

interface ArtifactClass {
  readonly IN_PAYLOAD: string[];
}

interface GrantReader {
  getOIDCScope: (this: Grant) => string;
  getResourceScope: (this: Grant, resource: string) => string;
  getOIDCClaims: (this: Grant) => string[];
}

interface SessionClass {
  get: (ctx: KoaContextWithOIDC) => Promise<EngineSession>;
}

interface LogoutClass {
  prototype: { backchannelLogout: (this: Client, sub: string, sid: string) => Promise<void> };
}

// Storage.

/** Makes the engine store fields of ours with an artifact. It drops every field that its own list does not name. */
export function storeFields(artifacts: object, fields: readonly string[]): void {
  const all = [...(artifacts as ArtifactClass).IN_PAYLOAD, ...fields];
  Object.defineProperty(artifacts, 'IN_PAYLOAD', { get: () => all });
}

/**
 * Replaces how a class looks up what a client presents. The adapter cannot do this, because it gets one key and returns
 * one row. `changed` gets the lookup that was there before.
 */
export function changeFind<Artifact>(
  artifacts: object,
  changed: (
    presented: string,
    find: (value: string) => Promise<Artifact | undefined>,
  ) => Promise<Artifact | undefined>,
): void {
  const kind = artifacts as FoundClass<Artifact>;
  const find = kind.find.bind(kind);
  kind.find = (presented, options) => changed(presented, (value) => find(value, options));
}

// Clients and tokens.

/** Replaces the comparison of client secrets. The engine compares plain texts, and the tenant keeps only hashes. */
export function compareSecretsBy(
  provider: Provider,
  isSecretOf: (client: Client, presented: string) => boolean,
): void {
  provider.Client.prototype.compareClientSecret = function (presented) {
    return isSecretOf(this, presented);
  };
}

/**
 * Makes the engine's object of a client, as the engine does when it looks a client up.
 * @returns undefined for a client that the engine would refuse
 */
export function makeClient(provider: Provider, metadata: AdapterPayload): Client | undefined {
  const Made = provider.Client as unknown as new (metadata: AdapterPayload) => Client;
  try {
    return new Made(metadata);
  } catch {
    return undefined;
  }
}

interface KeyStore {
  selectForVerify: (header: { alg: string; kid: string | undefined }) => JWK[];
  getKeyObject: (key: JWK, isPublic: true) => JWK;
}

/** Returns the keys of a client that the engine would verify a signature with. Keys of `jwksUri` are not among them. */
export function keysOfClient(client: Client, header: { alg: string; kid: string | undefined }): JWK[] {
  const { asymmetricKeyStore: store } = client as unknown as { asymmetricKeyStore: KeyStore };
  return store.selectForVerify(header).map((key) => store.getKeyObject(key, true));
}

/** The id of an access token in the store, and the value that a client gets. */
export interface TokenForm {
  idFor: (token: IssuedToken, id: string) => string;
  /** Returns undefined for a token that the client gets by its id. */
  valueFor: (token: IssuedToken, payload: Record<string, unknown>) => Promise<string | undefined>;
}

/**
 * Gives access tokens ids and values of ours. The engine's own signed tokens have no row, so they cannot be introspected,
 * revoked, or shown at userinfo.
 */
export function formAccessTokens(provider: Provider, { idFor, valueFor }: TokenForm): void {
  for (const { prototype } of [provider.AccessToken, provider.ClientCredentials] as unknown as TokenClass[]) {
    const { generateTokenId, getValueAndPayload } = prototype;
    prototype.generateTokenId = function () {
      return idFor(this, generateTokenId.call(this));
    };
    prototype.getValueAndPayload = async function () {
      const made = await getValueAndPayload.call(this);
      const value = made.payload && (await valueFor(this, made.payload));
      return value === undefined ? made : { ...made, value };
    };
  }
}

/** Changes the `jti` that an introspection answers. The engine answers the id of the row. */
export function changeShownJti(provider: Provider, shownJti: (jti: string) => string): void {
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { jti?: unknown } | null | undefined;
    if (ctx.path === '/introspect' && typeof body?.jti === 'string') body.jti = shownJti(body.jti);
  });
}

/** The scopes and claims of a grant after the change. */
export interface GrantReading {
  /** @param resource undefined for the scopes of OpenID Connect */
  scope: (grant: Grant, scope: string, resource: string | undefined) => string;
  claims: (grant: Grant, claims: string[]) => string[];
}

/** Changes what a grant says when it is read. The engine has no option that narrows a grant after consent. */
export function changeGrantReading(provider: Provider, { scope, claims }: GrantReading): void {
  const reader = provider.Grant.prototype as GrantReader;
  const { getOIDCScope, getResourceScope, getOIDCClaims } = reader;
  reader.getOIDCScope = function () {
    return scope(this, getOIDCScope.call(this), undefined);
  };
  reader.getResourceScope = function (resource) {
    return scope(this, getResourceScope.call(this, resource), resource);
  };
  reader.getOIDCClaims = function () {
    return claims(this, getOIDCClaims.call(this));
  };
}

// Sessions and logouts.

/** Changes the session of every request after the engine has read it. The engine believes only its own cookie. */
export function changeSession(
  provider: Provider,
  change: (ctx: KoaContextWithOIDC, session: EngineSession) => Promise<void>,
): void {
  const sessions = provider.Session as SessionClass;
  const get = sessions.get.bind(sessions);
  sessions.get = async (ctx) => {
    const session = await get(ctx);
    await change(ctx, session);
    return session;
  };
}

/** Whether the engine saves a session at the end of a request, after all else that it writes (`shared/session.js`). */
export const willBeSaved = (session: EngineSession): boolean =>
  (session.new !== true || session.touched === true) && session.destroyed !== true;

/** Returns the secret that a form must send back. The forms of the engine are not used, because they contain scripts. */
export const xsrfOf = ({ oidc: { session } }: KoaContextWithOIDC): string =>
  (session as EngineSession).state?.secret ?? '';

/**
 * Lets an interaction go on in another session of the engine than the one that it began in. The engine refuses that with
 * an error. `sessions.ts` checks instead which login the browser shows.
 */
export function allowOtherSession({ session }: Interaction): void {
  if (session) Reflect.deleteProperty(session, 'uid');
}

/**
 * Replaces how a client is told of a logout. The engine sends the logout token once, while the user waits.
 * @returns the engine's own way to send it
 */
export function replaceBackchannelLogout(
  provider: Provider,
  tell: (client: Client, userId: string, sid: string) => Promise<void>,
): (client: Client, userId: string, sid: string) => Promise<void> {
  const { prototype } = provider.Client as unknown as LogoutClass;
  const send = prototype.backchannelLogout;
  prototype.backchannelLogout = function (userId, sid) {
    return tell(this, userId, sid);
  };
  return (client, userId, sid) => send.call(client, userId, sid);
}

/**
 * Calls `ended` with each session that a sign-out has destroyed, and the address that the browser goes to. The engine has no event
 * that gives the session. If `ended` returns a path, the browser goes there instead.
 */
export function onSignOut(
  provider: Provider,
  ended: (session: EngineSession, nextUrl: string) => Promise<string | undefined>,
): void {
  provider.use(async (ctx, next) => {
    await next();
    const oidc = oidcOf(ctx);
    const session: EngineSession | undefined = oidc?.session;
    if (oidc?.route !== 'end_session_confirm' || !session?.destroyed) return;
    const detour = await ended(session, ctx.response.get('location'));
    if (detour !== undefined) ctx.set('location', detour);
  });
}

// Pages and answers.

type ResponseMode = Parameters<Provider['registerResponseMode']>[1];

type GrantParameters = Parameters<Provider['registerGrantType']>[2];

/** Answers a grant at the token endpoint. */
export type GrantHandler<Params extends object = object> = (
  ctx: TokenEndpointGrantContext<Params>,
) => void | Promise<void>;

/** The behaviour of the engine that our class of providers changes. */
interface ProviderChanges {
  /** By `form_post` and `form_post.jwt`. */
  answersByForm: Readonly<Record<string, ResponseMode>>;
  /** Wraps the handler of a grant. The engine has no option that runs when a handler has ended. */
  aroundGrant: <Params extends object>(
    grantType: string,
    handler: GrantHandler<Params>,
  ) => GrantHandler<Params>;
}

/**
 * Makes the class of providers that answer `form_post` by `answersByForm`. The page of the engine sends its form by an
 * inline script, in English only. Three answers of the engine use that page; `answerLogouts` replaces the other two. The
 * engine keeps the first handler of a response mode and registers its own in the constructor, so it must be a class.
 */
export const changedProvider = ({ answersByForm, aroundGrant }: ProviderChanges): typeof Provider =>
  class extends Provider {
    override registerResponseMode(name: string, handler: ResponseMode): void {
      super.registerResponseMode(name, answersByForm[name] ?? handler);
    }

    override registerGrantType<Params extends object>(
      name: string,
      handler: GrantHandler<Params>,
      ...rest: [params?: GrantParameters, duplicates?: GrantParameters]
    ): void {
      super.registerGrantType(name, aroundGrant(name, handler), ...rest);
    }
  };

/** The cookie of the engine's session, and the page that asks a user to sign out. */
interface LogoutAnswers {
  cookie: { name: string; path: string };
  ask: (ctx: KoaContextWithOIDC) => Promise<void>;
}

/**
 * Replaces the page with a script in two answers about logouts (see {@link changedProvider}). If the user is signed
 * out already, the browser goes on at once. If another user has signed in during an interaction, the engine would sign
 * that user out without a question; here that user is asked.
 */
export function answerLogouts(provider: Provider, { cookie: { name, path }, ask }: LogoutAnswers): void {
  provider.use(async (ctx, next) => {
    await next();
    const oidc = oidcOf(ctx);
    if (!oidc?.session || ctx.status !== 200) return;
    if (oidc.route === 'end_session' && oidc.session.accountId === undefined) {
      const { state, postLogoutRedirectUri } = (oidc.session as EngineSession).state ?? {};
      await oidc.session.destroy();
      oidc.cookies.set(name, null, { path, overwrite: true });
      const to = new URL(postLogoutRedirectUri ?? oidc.urlFor('end_session_success'));
      if (postLogoutRedirectUri !== undefined && state !== undefined) to.searchParams.set('state', state);
      ctx.status = 303;
      ctx.redirect(to.href);
    }
    const interaction = oidc.entities.Interaction;
    const signedIn = interaction?.result?.login?.accountId;
    if (oidc.route.endsWith('resume') && signedIn !== undefined && signedIn !== oidc.session.accountId)
      await ask(ctx as unknown as KoaContextWithOIDC);
  });
}

/** The reasons to show the page for a device code again, by the names of errors that the engine does not export. */
export const deviceErrors: Readonly<Record<string, DeviceError>> = {
  NoCodeError: 'none',
  NotFoundError: 'unknown',
  ExpiredError: 'expired',
  AlreadyUsedError: 'used',
  AbortedError: 'aborted',
};

/** Adds `interval` to the answer for a device (RFC 8628 section 3.2). The engine leaves it out. In seconds. */
export function tellPollingInterval(provider: Provider, interval: number): void {
  provider.on('device_authorization.success', (_ctx, body) => Object.assign(body, { interval }));
}

/**
 * Leaves out a header without a value. After a proof with an empty `nonce`, the engine sets `dpop-nonce` to undefined, which Node
 * refuses, and answers 500.
 */
export function leaveOutEmptyHeaders(provider: Provider): void {
  provider.use(async (ctx, next) => {
    const set = ctx.set.bind(ctx) as (header: unknown, value?: unknown) => void;
    ctx.set = (header: unknown, value?: unknown): void => {
      if (typeof header !== 'string' || value !== undefined) set(header, value);
    };
    await next();
  });
}

/** The events that the engine emits after it has put an error into the body of an answer. */
const refusals = [
  'grant.error',
  'userinfo.error',
  'introspection.error',
  'revocation.error',
  'device_authorization.error',
  'pushed_authorization_request.error',
  'code_verification.error',
  'device_resume.error',
  'end_session.error',
  'end_session_confirm.error',
  'end_session_success.error',
  'discovery.error',
  'jwks.error',
  'server_error',
] as const;

/**
 * Calls `change` with every error that the engine has answered by a body, while the body can still be changed. `renderError`
 * cannot do this: the engine calls it only for answers in HTML.
 */
export function changeErrors(
  provider: Provider,
  change: (ctx: KoaContextWithOIDC, error: unknown, event: (typeof refusals)[number]) => void,
): void {
  // The types of the engine do not know every event.
  const events: EventEmitter = provider;
  for (const event of refusals)
    events.on(event, (ctx: KoaContextWithOIDC, error: unknown) => change(ctx, error, event));
}

/**
 * Gives the engine a body that was read before. The engine would accept an object as `request.body`, but it writes a warning
 * to the console then. So the request looks like a stream that nothing has read, with the parts that the engine uses.
 */
export function giveBody(request: IncomingMessage, form: EngineForm): void {
  const fields = Object.entries(form).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const body = Buffer.from(new URLSearchParams(fields).toString());
  request.headers['content-length'] = String(body.length);
  delete request.headers['transfer-encoding'];
  for (const [name, value] of Object.entries({ readable: true, iterator: () => [body] }))
    Object.defineProperty(request, name, { value, configurable: true });
}
