import { importJWK, SignJWT } from 'jose';
import type { Provider } from 'oidc-provider';
import { isWantedMore } from '../../lib/accept.ts';
import { oidcOf } from './oidc-of.ts';
import type { TenantSettings } from './parts.ts';
import { visitOf } from './visits.ts';

/** The type of a signed answer (RFC 9701 section 5), which is also the `typ` of its header. */
const introspectionJwt = 'application/token-introspection+jwt';

/** Whether a resource server wants the answer as a JWT: it names this type in `Accept` before JSON (RFC 9701 section 4). */
export const wantsSignedAnswer = (accept: string | undefined): boolean =>
  isWantedMore(accept, introspectionJwt, 'application/json');

/**
 * Signs what introspection answers, for resource servers that want to keep it as evidence (RFC 9701). The engine has this, too, but it signs
 * before {@link changeShownJti} has changed the answer, so this comes first in the order of the steps around it.
 */
export function signIntrospections(provider: Provider, { keys }: Pick<TenantSettings, 'keys'>): void {
  provider.use(async (ctx, next) => {
    await next();
    const client = oidcOf(ctx)?.client;
    if (ctx.path !== '/introspect' || ctx.status !== 200 || !client || !visitOf(ctx.req).isSigned) return;
    const alg = client.idTokenSignedResponseAlg ?? 'RS256';
    const key = keys.find((one) => one.alg === alg);
    if (!key) throw new Error(`there is no signing key for ${alg}`);
    ctx.body = await new SignJWT({ token_introspection: ctx.body })
      .setIssuer(provider.issuer)
      .setAudience(client.clientId)
      .setIssuedAt()
      .setProtectedHeader({ alg, typ: 'token-introspection+jwt', kid: key.kid ?? '' })
      .sign(await importJWK(key, alg));
    ctx.type = introspectionJwt;
  });
}
