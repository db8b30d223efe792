import type { KoaContextWithOIDC } from 'oidc-provider';

/** Returns what the engine knows of a request; undefined if no route of the engine answers it. The types of the engine say less. */
export const oidcOf = (ctx: object): KoaContextWithOIDC['oidc'] | undefined =>
  (ctx as { oidc?: KoaContextWithOIDC['oidc'] }).oidc;
