import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { isStranger } from '../strangers.ts';
import { settingsOf } from './clients.ts';
import type { CustomScope } from './parts.ts';

/**
 * The parameters of a request. A parameter that was sent several times is a list until the engine refuses it.
 */
type Params = Record<string, unknown>;

type Oidc = Omit<KoaContextWithOIDC['oidc'], 'params'> & { params?: Params | undefined };

/** Where a client asks for scopes. A refresh token and an exchanged token have scopes already. */
const askingRoutes: ReadonlySet<string> = new Set([
  'authorization',
  'pushed_authorization_request',
  'device_authorization',
]);

const asksForScopes = ({ route, params }: Oidc): boolean =>
  askingRoutes.has(route) || (route === 'token' && params?.['grant_type'] === 'client_credentials');

/**
 * Returns the scopes that a request is answered for. Scopes that the client does not have are dropped like unknown ones, and the response
 * shows the scopes that are left (RFC 6749 section 3.3). Without the parameter, the client gets its default scopes.
 * @param asked undefined without the parameter
 * @param defaults the custom scopes that are marked as default; so never `openid`, which makes a request one of OpenID Connect
 */
export function scopesFor(
  asked: string | undefined,
  has: ReadonlySet<string>,
  defaults: readonly string[],
): string | undefined {
  const wanted = asked === undefined ? defaults : [...new Set(asked.split(' '))];
  return wanted.filter((scope) => has.has(scope)).join(' ') || undefined;
}

/** The names of the scopes that a client gets without asking for scopes. */
export const defaultScopes = (scopes: readonly CustomScope[]): string[] =>
  scopes.filter(({ isDefault }) => isDefault).map(({ name }) => name);

const scopesOf = (client: Client): ReadonlySet<string> => new Set((client.scope ?? '').split(' '));

/**
 * Returns the scopes of a request that names none. An administrator marks the default scopes of a tenant, and a client has those that are its own.
 * A stranger gets the scopes of the resources that it names. A resource may have none: then `openid` is left, so that the user is asked.
 */
function unnamedScopes(
  client: Client,
  params: Params,
  { defaults, atResource }: Narrowing,
): string | undefined {
  const own = new Set(settingsOf(client).ownScopes);
  if (!isStranger(settingsOf(client))) return scopesFor(undefined, own, defaults);
  const named = [params['resource']].flat().filter((one) => typeof one === 'string');
  if (named.length === 0) return undefined;
  return [...new Set(named.flatMap((one) => atResource(client, one) ?? []))].join(' ') || 'openid';
}

/** Facts of a tenant that narrow the scopes of requests. */
interface Narrowing {
  /** The default scopes of the tenant. */
  defaults: readonly string[];
  /** Returns the scopes that a client may ask for at a resource. */
  atResource: (client: Client, identifier: string) => readonly string[] | undefined;
}

/**
 * Has the engine see only the scopes that {@link scopesFor} leaves. The engine refuses a scope that the client does not have, and has no
 * option for it. Parameters may stand in a request object, and the client is known only later. So the parameter is computed when it is read.
 * As the patches in `patches.ts`, this one was written for the version of the engine that is named there.
 */
export function narrowScopes(provider: Provider, narrowing: Narrowing): void {
  keepOwnScopes(provider);
  const kept = new WeakMap<Oidc, Params | undefined>();
  Object.defineProperty(provider.OIDCContext.prototype, 'params', {
    configurable: true,
    get(this: Oidc) {
      return kept.get(this);
    },
    set(this: Oidc, params: Params | undefined) {
      kept.set(this, params);
      if (params && 'scope' in params) computeScope(this, params, narrowing);
    },
  });
}

/**
 * Has the engine take a scope for one of OpenID Connect only if it is a client's own. The engine knows the names alone, and a resource may have a scope
 * with the name of a scope of the tenant, whose claims are not for the clients of the resource.
 */
function keepOwnScopes(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'requestParamOIDCScopes');
  if (!descriptor?.get) throw new Error('the engine has no requestParamOIDCScopes');
  Object.defineProperty(prototype, 'requestParamOIDCScopes', {
    configurable: true,
    get(this: Oidc): Set<string> {
      const asked = descriptor.get?.call(this) as Set<string>;
      const own = this.client && settingsOf(this.client).ownScopes;
      return own ? new Set([...asked].filter((scope) => own.includes(scope))) : asked;
    },
  });
}

function computeScope(oidc: Oidc, params: Params, narrowing: Narrowing): void {
  let sent = params['scope'];
  // The engine sets the parameter to undefined if no scope is left.
  let isAsked = sent !== undefined;
  Object.defineProperty(params, 'scope', {
    enumerable: true,
    configurable: true,
    get() {
      const { client } = oidc;
      // The command line asks for scopes of our API, which are not those of a client (resources.ts).
      if (!client || isCommandLine(client.clientId) || !asksForScopes(oidc)) return sent;
      if (sent === undefined)
        return isAsked || isPushed(oidc) ? undefined : unnamedScopes(client, params, narrowing);
      return typeof sent === 'string' && scopeSyntax.test(sent)
        ? scopesFor(sent, scopesOf(client), [])
        : sent;
    },
    set(value: unknown) {
      sent = value;
      isAsked ||= value !== undefined;
    },
  });
}

/**
 * Whether the parameters are those of a pushed request, which has its scopes already. The engine stores a signed one as the client sent it, and
 * others as a JWT without a signature, which ends with a dot (RFC 7519 section 6).
 */
const isPushed = ({ entities }: Oidc): boolean =>
  entities.PushedAuthorizationRequest?.request?.endsWith('.') === true;

/** RFC 6749 appendix A.4. The engine refuses other texts. */
export const scopeSyntax = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
