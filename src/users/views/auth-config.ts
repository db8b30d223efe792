import type {
  Branding,
  MagicLinkConfig,
  PasswordPolicy,
  RegistrationConfig,
  TotpConfig,
  WebauthnConfig,
} from '../../../generated/types/types.gen.ts';
import { type AuthConfigName, type Configured, relyingPartyOf } from '../../lib/auth-config.ts';

const stamp = ({ updatedAt, updatedBy }: Configured<AuthConfigName>) => ({
  updatedAt: updatedAt?.toISOString() ?? null,
  updatedBy,
});

export const viewPasswordPolicy = (row: Configured<'passwordPolicy'>): PasswordPolicy => ({
  ...row.config,
  customBlockedWords: [...row.config.customBlockedWords],
  ...stamp(row),
});

export const viewTotpConfig = (row: Configured<'totp'>): TotpConfig => ({ ...row.config, ...stamp(row) });

/** Adds the defaults for fields that are not set: the values that browsers get. */
export function viewWebauthnConfig(row: Configured<'webauthn'>, baseUrl: string): WebauthnConfig {
  const { id, origins } = relyingPartyOf(row.config, baseUrl);
  const { allowedAaguids } = row.config;
  return {
    ...row.config,
    rpId: id,
    origins,
    allowedAaguids: allowedAaguids && [...allowedAaguids],
    ...stamp(row),
  };
}

export const viewMagicLinkConfig = (row: Configured<'magicLink'>): MagicLinkConfig => ({
  ...row.config,
  redirectAllowlist: [...row.config.redirectAllowlist],
  ...stamp(row),
});

export const viewRegistrationConfig = (row: Configured<'registration'>): RegistrationConfig => ({
  ...row.config,
  allowedDomains: [...row.config.allowedDomains],
  ...stamp(row),
});

export const viewBranding = (row: Configured<'branding'>): Branding => ({ ...row.config, ...stamp(row) });
