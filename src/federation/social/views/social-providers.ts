import type { SocialProvider as SocialProviderBody } from '../../../../generated/types/types.gen.ts';
import type { SocialProvider } from '../entities/social-provider.ts';
import { socialCallback } from '../social-callback.ts';

/** Returns the provider without its secret. The view only says whether there is a secret. */
export const viewSocialProvider = (row: SocialProvider, baseUrl: string): SocialProviderBody => ({
  id: row.id,
  provider: row.provider,
  name: row.name,
  clientId: row.clientId,
  clientSecretSet: row.clientSecret !== null,
  issuer: row.issuer,
  scopes: row.scopes,
  enabled: row.enabled,
  allowSignUp: row.allowSignUp,
  accountLinking: row.accountLinking,
  allowedDomains: row.allowedDomains,
  callbackUrl: socialCallback(baseUrl, row.orgId, row.id),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  updatedBy: row.updatedBy,
});
