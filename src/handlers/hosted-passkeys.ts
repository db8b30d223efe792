import type { EntityManager } from '@mikro-orm/postgresql';
import { authConfig } from '../domain/auth-config.ts';
import { type PasskeySettings, passkeySettings } from '../domain/passkey-party.ts';
import {
  beginRegistration,
  finishRegistration,
  removeOwnPasskey,
  renamePasskey,
} from '../domain/passkey-registration.ts';
import { beginAuthentication } from '../domain/passkey-sign-in.ts';
import { mostPasskeys, passkeysOf } from '../domain/passkeys.ts';

import { passkeyFactorOf, proveByPasskey, stepOf } from '../domain/sign-in/passkey.ts';
import { advance, openSignIn } from '../domain/sign-ins.ts';
import { Failure } from '../failure.ts';
import { type Handlers, ok, page, redirect } from '../http/operation.ts';
import { passkeyOutcomeOf, passkeysPage } from '../pages/passkeys.ts';
import { viewOf } from '../pages/view.ts';
import { asThemselves, passkeysPath } from './passkey-visits.ts';
import { browserToken, hostedTenant, signInPath, steppedTo } from './sign-in-visits.ts';

export const hostedPasskeys: Handlers<'hosted-passkeys'> = {
  async beginPasskeySignIn(call) {
    const { body, baseUrl } = call;
    return call.inTenant(await hostedTenant(call), async (em) => {
      const opened = await openSignIn(em, {
        token: browserToken(call),
        id: body.sign_in,
        form: { csrf: body.csrf },
      });
      if (opened.state !== 'open') throw new Failure('CROSS_SITE_REQUEST');
      const { party } = await passkeySettings(em, baseUrl);
      if (!(await passkeyFactorOf(opened.signIn).offered(em, opened.signIn))) throw new Failure('NOT_FOUND');
      return ok(await beginAuthentication(em, party, stepOf(opened.signIn)));
    });
  },

  async signInWithPasskey(call) {
    const { body, baseUrl, origin, path } = call;
    return call.inTenant(await hostedTenant(call), async (em) => {
      const opened = await openSignIn(em, {
        token: browserToken(call),
        id: body.sign_in,
        form: { csrf: body.csrf },
      });
      if (opened.state === 'completed') return redirect(opened.returnTo);
      if (opened.state !== 'open') return redirect(signInPath(path.orgId, body.sign_in));
      const { party } = await passkeySettings(em, baseUrl);
      const proof = await proveByPasskey(em, party, opened.signIn, body.credential, origin);
      if (!proof) return redirect(signInPath(path.orgId, body.sign_in, { failed: 'passkey' }));
      return steppedTo(call, body.sign_in, await advance(em, opened, proof.amr, origin));
    });
  },

  async showOwnPasskeys(call) {
    const { path, query, baseUrl } = call;
    return asThemselves(call, undefined, async (em, self, csrf) => {
      const settings = await passkeySettings(em, baseUrl);
      const known = await passkeysOf(em, self.userId);
      const passkeys = known.map((one) => ({ ...shownOf(one), usable: one.rpId === settings.party.rpId }));
      const addable = settings.enabled && known.length < mostPasskeys;
      const outcome = passkeyOutcomeOf(query.done);
      return page(passkeysPage(viewOf(call), { orgId: path.orgId, csrf, passkeys, addable, outcome }));
    });
  },

  async beginPasskeyRegistration(call) {
    return asThemselves(call, call.body.csrf, async (em, self) => {
      const { party } = await enabledSettings(em, call.baseUrl);
      return ok(await beginRegistration(em, party, self));
    });
  },

  async addOwnPasskey(call) {
    const { path, body, baseUrl } = call;
    return asThemselves(call, body.csrf, async (em, self) => {
      const name = body.name.trim();
      if (name === '') return redirect(passkeysPath(path.orgId, 'nameNeeded'));
      const { party } = await enabledSettings(em, baseUrl);
      const made = await finishRegistration(em, party, self, { text: body.credential, name });
      return redirect(passkeysPath(path.orgId, typeof made === 'string' ? made : 'added'));
    });
  },

  async renameOwnPasskey(call) {
    const { path, body } = call;
    return asThemselves(call, body.csrf, async (em, self) => {
      const name = body.name.trim();
      if (name === '') return redirect(passkeysPath(path.orgId, 'nameNeeded'));
      await renamePasskey(em, self, path.passkeyId, name);
      return redirect(passkeysPath(path.orgId, 'renamed'));
    });
  },

  async removeOwnPasskey(call) {
    const { path, body } = call;
    return asThemselves(call, body.csrf, async (em, self) => {
      const { magicLink } = await authConfig(em);
      const otherWay = magicLink.enabled || (await hasPassword(em, self.userId));
      const outcome = await removeOwnPasskey(em, self, path.passkeyId, { otherWay });
      return redirect(passkeysPath(path.orgId, outcome === 'LAST' ? 'LAST' : 'removed'));
    });
  },
};

/** @throws {Failure} NOT_FOUND where the organization uses no passkeys */
async function enabledSettings(em: EntityManager, baseUrl: string): Promise<PasskeySettings> {
  const settings = await passkeySettings(em, baseUrl);
  if (!settings.enabled) throw new Failure('NOT_FOUND');
  return settings;
}

type Stored = Awaited<ReturnType<typeof passkeysOf>>[number];

const shownOf = ({ id, name, createdAt, lastUsedAt, deviceType }: Stored) => ({
  id,
  name,
  createdAt,
  lastUsedAt,
  deviceType,
});
