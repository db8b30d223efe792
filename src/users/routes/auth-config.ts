import type { KeepOwnersIn } from '../keep-owners.ts';
import type { BreachedPasswords } from '../passwords/breached-passwords.ts';
import { changeAuthConfig, findAuthConfig } from '../auth-config.ts';
import { type Attempt, type Handlers, ok } from '../../operation.ts';
import type { AuthConfigName, Configured } from '../../lib/auth-config.ts';
import { etagOf } from '../../lib/etag.ts';
import {
  viewBranding,
  viewMagicLinkConfig,
  viewPasswordPolicy,
  viewRegistrationConfig,
  viewTotpConfig,
  viewWebauthnConfig,
} from '../views/auth-config.ts';

interface Means {
  baseUrl: () => string;
  breached: Pick<BreachedPasswords, 'known'>;
  wired: { keepOwnersIn: KeepOwnersIn };
}

type SettingOperation = Exclude<keyof Handlers<'auth-config'>, `${string}MailTemplate${string}`>;

export const routes = (means: Means): Pick<Handlers<'auth-config'>, SettingOperation> => {
  const { baseUrl } = means;
  const changed = changing(means);
  return {
    async getPasswordPolicy({ tx }) {
      return shown(await findAuthConfig(tx, 'passwordPolicy'), viewPasswordPolicy);
    },

    async updatePasswordPolicy(call) {
      return shown(await changed(call, 'passwordPolicy'), viewPasswordPolicy);
    },

    async getTotpConfig({ tx }) {
      return shown(await findAuthConfig(tx, 'totp'), viewTotpConfig);
    },

    async updateTotpConfig(call) {
      return shown(await changed(call, 'totp'), viewTotpConfig);
    },

    async getWebauthnConfig({ tx }) {
      const row = await findAuthConfig(tx, 'webauthn');
      return shown(row, () => viewWebauthnConfig(row, baseUrl()));
    },

    async updateWebauthnConfig(call) {
      const row = await changed(call, 'webauthn');
      return shown(row, () => viewWebauthnConfig(row, baseUrl()));
    },

    async getMagicLinkConfig({ tx }) {
      return shown(await findAuthConfig(tx, 'magicLink'), viewMagicLinkConfig);
    },

    async updateMagicLinkConfig(call) {
      return shown(await changed(call, 'magicLink'), viewMagicLinkConfig);
    },

    async getRegistrationConfig({ tx }) {
      return shown(await findAuthConfig(tx, 'registration'), viewRegistrationConfig);
    },

    async updateRegistrationConfig(call) {
      return shown(await changed(call, 'registration'), viewRegistrationConfig);
    },

    async getBranding({ tx }) {
      return shown(await findAuthConfig(tx, 'branding'), viewBranding);
    },

    async updateBranding(call) {
      return shown(await changed(call, 'branding'), viewBranding);
    },
  };
};

/** The parts of a request that a change of any of the objects needs. */
interface Changing {
  tx: Parameters<typeof changeAuthConfig>[0];
  body: object;
  caller: Parameters<typeof changeAuthConfig>[4];
  sent: { readonly ifMatch: string | undefined };
  attempt: Attempt;
}

/** Makes the function that changes an object, and keeps an owner who can sign in. */
const changing =
  ({ baseUrl, breached, wired: { keepOwnersIn } }: Means) =>
  async <Name extends AuthConfigName>(
    { tx, body, caller, sent: { ifMatch }, attempt }: Changing,
    name: Name,
  ): Promise<Configured<Name>> => {
    const around = { ifMatch, baseUrl: baseUrl(), knowsBreached: breached.known };
    const { after, changes } = await keepOwnersIn(tx, baseUrl(), () =>
      changeAuthConfig(tx, name, { ...body }, around, caller),
    );
    attempt.changes = changes;
    return after;
  };

const shown = <Name extends AuthConfigName, Body>(
  row: Configured<Name>,
  view: (row: Configured<Name>) => Body,
) => ok(view(row), { ETag: etagOf(row.version) });
