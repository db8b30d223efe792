import { keepOwnersIn } from '../federation/linking/lockout.ts';
import { changeAuthConfig, findAuthConfig } from '../users/auth-config.ts';
import { type Attempt, type Handlers, ok } from '../operation.ts';
import type { AuthConfigName, Configured } from '../lib/auth-config.ts';
import { etagOf } from '../lib/etag.ts';
import {
  viewBranding,
  viewMagicLinkConfig,
  viewPasswordPolicy,
  viewRegistrationConfig,
  viewTotpConfig,
  viewWebauthnConfig,
} from '../users/views/auth-config.ts';

export const authConfig: Handlers<'auth-config'> = {
  async getPasswordPolicy({ em }) {
    return shown(await findAuthConfig(em, 'passwordPolicy'), viewPasswordPolicy);
  },

  async updatePasswordPolicy(call) {
    return shown(await changed(call, 'passwordPolicy'), viewPasswordPolicy);
  },

  async getTotpConfig({ em }) {
    return shown(await findAuthConfig(em, 'totp'), viewTotpConfig);
  },

  async updateTotpConfig(call) {
    return shown(await changed(call, 'totp'), viewTotpConfig);
  },

  async getWebauthnConfig({ em, baseUrl }) {
    const row = await findAuthConfig(em, 'webauthn');
    return shown(row, () => viewWebauthnConfig(row, baseUrl));
  },

  async updateWebauthnConfig(call) {
    const row = await changed(call, 'webauthn');
    return shown(row, () => viewWebauthnConfig(row, call.baseUrl));
  },

  async getMagicLinkConfig({ em }) {
    return shown(await findAuthConfig(em, 'magicLink'), viewMagicLinkConfig);
  },

  async updateMagicLinkConfig(call) {
    return shown(await changed(call, 'magicLink'), viewMagicLinkConfig);
  },

  async getRegistrationConfig({ em }) {
    return shown(await findAuthConfig(em, 'registration'), viewRegistrationConfig);
  },

  async updateRegistrationConfig(call) {
    return shown(await changed(call, 'registration'), viewRegistrationConfig);
  },

  async getBranding({ em }) {
    return shown(await findAuthConfig(em, 'branding'), viewBranding);
  },

  async updateBranding(call) {
    return shown(await changed(call, 'branding'), viewBranding);
  },
};

/** The parts of a call that a change of any of the objects needs. */
interface Changing {
  em: Parameters<typeof changeAuthConfig>[0];
  body: object;
  caller: Parameters<typeof changeAuthConfig>[4];
  ifMatch: string | undefined;
  baseUrl: string;
  breached: { readonly known: boolean };
  attempt: Attempt;
}

async function changed<Name extends AuthConfigName>(
  { em, body, caller, ifMatch, baseUrl, breached, attempt }: Changing,
  name: Name,
): Promise<Configured<Name>> {
  const around = { ifMatch, baseUrl, knowsBreached: breached.known };
  const { after, changes } = await keepOwnersIn(em, baseUrl, () =>
    changeAuthConfig(em, name, { ...body }, around, caller),
  );
  attempt.changes = changes;
  return after;
}

const shown = <Name extends AuthConfigName, Body>(
  row: Configured<Name>,
  view: (row: Configured<Name>) => Body,
) => ok(view(row), { ETag: etagOf(row.version) });
