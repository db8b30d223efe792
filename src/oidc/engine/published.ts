import type { Provider } from 'oidc-provider';
import { oidcOf } from './oidc-of.ts';
import type { TenantSettings } from './parts.ts';
import { protocolScopes } from './scopes.ts';

/** The routes of the engine that answer every caller alike. */
const published: ReadonlySet<string> = new Set(['discovery', 'jwks']);

/**
 * Lets clients and proxies keep the document and the keys for five minutes. A new key is published for a day before it signs
 * (`publishedBeforeMs` in `signing-keys.ts`), so a copy has each key in time. After an emergency rotation, a copy still has
 * the removed keys until it is fetched again.
 */
export function allowCaching(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const oidc = oidcOf(ctx);
    if (oidc && published.has(oidc.route) && ctx.status === 200)
      ctx.set('Cache-Control', 'public, max-age=300');
  });
}

/** The most scopes in the document. A server need not list all (RFC 8414 section 2), and everybody may read the document. */
const mostPublished = 500;

/**
 * Has the document list the scopes of resources that are open to agents, and of no others: these are between administrators and their clients.
 * The engine has no option for it, because it knows only clients whose scopes it knows itself.
 */
export function publishScopes(
  provider: Provider,
  { scopes, resources }: Pick<TenantSettings, 'scopes' | 'resources'>,
): void {
  const offered = resources.filter(({ agents }) => agents).flatMap((one) => one.scopes);
  const all = [...new Set([...protocolScopes, ...scopes.map(({ name }) => name), ...offered])];
  const supported = all.slice(0, mostPublished);
  provider.use(async (ctx, next) => {
    await next();
    if (oidcOf(ctx)?.route === 'discovery' && ctx.status === 200)
      Object.assign(ctx.body as object, { scopes_supported: supported });
  });
}
