import type { AuthMethod } from './entities/oidc-client.ts';
import { strangerLifetimes } from './strangers.ts';

/** Who may register clients (RFC 7591). */
export type RegistrationMode = 'OFF' | 'INITIAL_ACCESS_TOKEN' | 'OPEN';

/** The setting of a tenant for clients that register themselves (docs/client-registration.md). */
export interface RegistrationSetting {
  mode: RegistrationMode;
  /** Whether a client may send users to a program on their own device. */
  loopbackRedirects: boolean;
  /** The hosts of redirect URIs; null means every host. */
  allowedRedirectHosts: readonly string[] | null;
}

/** The setting of a tenant that has stored some of its fields, or none. */
export const withDefaults = (stored: Partial<RegistrationSetting> | null): RegistrationSetting => ({
  mode: 'OFF',
  loopbackRedirects: true,
  allowedRedirectHosts: null,
  ...stored,
});

/** The rules for a registered client, by its initial access token. */
export interface RegistrationTemplate {
  applicationTypes: readonly ('web' | 'native')[];
  authMethods: readonly AuthMethod[];
  /** They hold in the place of the hosts of the tenant; null if those hold. */
  redirectHosts: readonly string[] | null;
  /** null: all that the tenant offers clients of strangers. */
  scopes: readonly string[] | null;
  /** In seconds, as the next one. */
  accessTokenTtl: number;
  refreshTokenTtl: number;
}

/** The rules for a client that was registered without an initial access token. It proves nothing, so it gets no secret. */
const openTemplate: RegistrationTemplate = {
  applicationTypes: ['web', 'native'],
  authMethods: ['none'],
  redirectHosts: null,
  scopes: null,
  ...strangerLifetimes,
};

/** All rules for one registration. */
export interface RegistrationRules extends RegistrationTemplate {
  loopbackRedirects: boolean;
}

/** Joins the setting of a tenant with a template. @param template null without an initial access token */
export const rulesOf = (
  { loopbackRedirects, allowedRedirectHosts }: RegistrationSetting,
  template: RegistrationTemplate | null,
): RegistrationRules => {
  const ofToken = template ?? openTemplate;
  return { ...ofToken, loopbackRedirects, redirectHosts: ofToken.redirectHosts ?? allowedRedirectHosts };
};
