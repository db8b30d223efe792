import type { Provider } from 'oidc-provider';
import { jwtBearer } from '../../lib/oauth-grant-types.ts';
import { identityAssertionType } from './assertion-issuing.ts';
import { oidcOf } from './oidc-of.ts';
import type { EngineParts, TenantSettings } from './parts.ts';
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

/** The profile of the grant (draft-ietf-oauth-identity-assertion-authz-grant-03 section 7.2). */
const profile = 'urn:ietf:params:oauth:grant-profile:id-jag';

/**
 * Says in the metadata which identity assertions the tenant issues and accepts (sections 7.1 and 7.2 of the draft). It names no issuer and no
 * audience. A change of a client or of a connection makes no new version of the provider, so each document asks the database.
 */
export function tellAssertions(
  provider: Provider,
  orgId: string,
  { assertions }: Pick<EngineParts, 'assertions'>,
): void {
  provider.use(async (ctx, next) => {
    await next();
    if (oidcOf(ctx)?.route !== 'discovery' || ctx.status !== 200) return;
    const { accepts, issues } = await assertions.offered(orgId);
    const body = ctx.body as { grant_types_supported: string[] };
    if (!accepts)
      body.grant_types_supported = body.grant_types_supported.filter((grant) => grant !== jwtBearer);
    Object.assign(
      body,
      accepts ? { authorization_grant_profiles_supported: [profile] } : {},
      issues ? { identity_chaining_requested_token_types_supported: [identityAssertionType] } : {},
    );
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
