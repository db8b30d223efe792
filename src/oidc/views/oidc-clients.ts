import type {
  OidcClient as OidcClientBody,
  OidcClientWithSecret,
} from '../../../generated/types/types.gen.ts';
import type { OidcClient } from '../entities/oidc-client.ts';
import { responseTypesOf } from '../response-type.ts';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** @param now a secret whose time of grace is over is not told of any more */
export const viewOidcClient = (client: OidcClient, now: Date): OidcClientBody => ({
  clientId: client.id,
  ...client.settings(),
  responseTypes: responseTypesOf(client.grantTypes),
  jwks: client.jwks as OidcClientBody['jwks'],
  servedResourcesCopied: client.servedResourcesCopied,
  secretRotatedAt: iso(client.secretRotatedAt),
  previousSecretExpiresAt: iso(client.secretGraceAt(now)),
  createdAt: client.createdAt.toISOString(),
  updatedAt: client.updatedAt.toISOString(),
  createdBy: client.createdBy,
});

export const viewOidcClientWithSecret = (
  client: OidcClient,
  now: Date,
  clientSecret: string | null,
): OidcClientWithSecret => ({ ...viewOidcClient(client, now), clientSecret });
