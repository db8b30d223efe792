import type { Provider } from 'oidc-provider';
import { oidcOf } from './oidc-of.ts';

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
