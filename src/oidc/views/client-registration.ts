import type { ClientRegistration } from '../../../generated/types/types.gen.ts';
import type { ConfiguredRegistration } from '../registration-setting.ts';

export const viewClientRegistration = ({
  setting: { mode, loopbackRedirects, allowedRedirectHosts },
  updatedAt,
  updatedBy,
}: ConfiguredRegistration): ClientRegistration => ({
  mode,
  loopbackRedirects,
  allowedRedirectHosts: allowedRedirectHosts && [...allowedRedirectHosts],
  updatedAt: updatedAt?.toISOString() ?? null,
  updatedBy,
});
