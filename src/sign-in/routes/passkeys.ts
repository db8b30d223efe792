import type { MailAbility } from '../../users/invitations/invitations.ts';
import type { WayIn } from '../../users/ways-in.ts';
import { type PasskeySettings, passkeySettings } from '../../users/passkeys/passkey-party.ts';
import {
  beginRegistration,
  finishRegistration,
  removeOwnPasskey,
  renamePasskey,
} from '../../users/passkeys/passkey-registration.ts';
import { amrOf, beginAuthentication } from '../../users/passkeys/passkey-sign-in.ts';
import { loadWebauthn } from '../../users/passkeys/protocol/ceremonies.ts';
import { mostPasskeys, passkeysOf } from '../../users/passkeys/passkeys.ts';
import { mayEnrolBy } from '../access.ts';
import { enrolling } from '../enrol-passkey.ts';
import { isBarred } from '../enforced.ts';
import { endUnlessMayEnrol, wayToEnrol } from '../own-factors.ts';
import { enrolmentError } from '../pages/enrol-passkey.ts';
import { enrolPasskey } from '../steps/enrolment.ts';
import { noteEnrolled } from '../steps/proofs.ts';
import { isDue } from '../steps/steps.ts';
import { passkeyFactorOf, proveByPasskey, stepOf } from '../steps/passkey.ts';
import { Failure } from '../../failure.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { withoutDisguise } from '../../lib/shown-text.ts';
import { type PasskeyOutcome, passkeyOutcomeOf, passkeysPage } from '../../users/passkeys/pages/passkeys.ts';
import {
  signInPath,
  namedBy,
  tenantOf,
  viewIn,
  hosted,
  type HostedPage,
  type HostedParts,
} from '../hosted.ts';
import { asThemselves, passkeysPath } from '../passkey-visits.ts';
import { goOn, onStep, showStep } from '../sign-in-steps.ts';

/** The call of a page, without the parameters of its operation. */
type Made = HostedPage & { mail: MailAbility; wired: { waysIn: readonly WayIn[] } };

const pages: Pages<'hosted-passkeys', Made> = {
  async startPasskeySignIn(call) {
    const webauthn = await loadWebauthn();
    const done = await onStep(call, namedBy(call), async (tx, { signIn }) => {
      const { party } = await passkeySettings(tx, call.baseUrl);
      if (!(await passkeyFactorOf(signIn).offered(tx, signIn, call))) throw new Failure('NOT_FOUND');
      return told(await beginAuthentication(tx, webauthn, party, stepOf(signIn)));
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async submitPasskey(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { body, baseUrl, origin } = call;
    const done = await onStep(call, tenant, async (tx, opened) => {
      const proof = await proveByPasskey(tx, baseUrl, opened.signIn, body.credential, origin);
      if (proof) return goOn(tx, call, opened, proof.amr);
      return showStep(tx, call, opened, { factor: 'passkey', error: { text: 'wrongPasskey' } });
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async startPasskeyEnrolment(call) {
    const webauthn = await loadWebauthn();
    const done = await onStep(call, namedBy(call), async (tx, { signIn }) => {
      const { party } = await enabledSettings(tx, call.baseUrl);
      const { userId } = signIn;
      if (userId === null || !(await isDue(tx, signIn, enrolPasskey, call))) throw new Failure('NOT_FOUND');
      return told(await beginRegistration(tx, webauthn, party, enrolling(signIn, userId, call.origin)));
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async submitPasskeyEnrolment(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { path, body, baseUrl, origin } = call;
    const done = await onStep(call, tenant, async (tx, opened) => {
      const { signIn } = opened;
      const { id, userId } = signIn;
      if (userId === null || !(await isDue(tx, signIn, enrolPasskey, call)))
        return redirect(signInPath(path.orgId, id));
      const refuse = (why: PasskeyOutcome) =>
        showStep(tx, call, opened, { factor: enrolPasskey, error: enrolmentError(why) });
      const name = withoutDisguise(body.name).trim();
      if (name === '') return refuse('nameNeeded');
      const { party } = await passkeySettings(tx, baseUrl);
      const self = enrolling(signIn, userId, origin);
      const made = await finishRegistration(tx, party, self, { text: body.credential, name });
      if (typeof made === 'string') return refuse(made);
      noteEnrolled(signIn);
      return goOn(tx, call, opened, amrOf(made, false));
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async showOwnPasskeys(call) {
    const { path, query, baseUrl } = call;
    return asThemselves(call, undefined, async (tx, self, csrf, login) => {
      const settings = await passkeySettings(tx, baseUrl);
      const known = await passkeysOf(tx, self.userId);
      const passkeys = known.map((one) => ({ ...shownOf(one), usable: one.rpId === settings.party.rpId }));
      const barred = await isBarred(tx, call.wired.enforcement, self.userId);
      const mayAdd = settings.enabled && !barred && known.length < mostPasskeys;
      const way = mayAdd ? await wayToEnrol(tx, call, login, passkeysPath(path.orgId)) : 'BLOCKED';
      if (typeof way !== 'string') return way;
      const addable = way === 'OPEN';
      const outcome = passkeyOutcomeOf(query.done);
      const device = call.origin.userAgent;
      return page(
        passkeysPage(await viewIn(tx, call), { orgId: path.orgId, csrf, passkeys, addable, outcome, device }),
      );
    });
  },

  async startPasskeyRegistration(call) {
    const webauthn = await loadWebauthn();
    return asThemselves(call, call.body.csrf, async (tx, self, _csrf, login) => {
      const { party } = await enabledSettings(tx, call.baseUrl);
      if (!(await mayEnrolBy(tx, call, login))) throw new Failure('ACCESS_BLOCKED');
      if (await isBarred(tx, call.wired.enforcement, self.userId)) throw new Failure('NOT_FOUND');
      return told(await beginRegistration(tx, webauthn, party, self));
    });
  },

  async addOwnPasskey(call) {
    const { path, body, baseUrl } = call;
    return asThemselves(call, body.csrf, async (tx, self, _csrf, login) => {
      const name = withoutDisguise(body.name).trim();
      if (name === '') return redirect(passkeysPath(path.orgId, 'nameNeeded'));
      const { party } = await enabledSettings(tx, baseUrl);
      const ended = await endUnlessMayEnrol(tx, call, login, passkeysPath(path.orgId));
      if (ended) return ended;
      if (await isBarred(tx, call.wired.enforcement, self.userId))
        return redirect(passkeysPath(path.orgId, 'ENFORCED'));
      const made = await finishRegistration(tx, party, self, { text: body.credential, name });
      return redirect(passkeysPath(path.orgId, typeof made === 'string' ? made : 'added'));
    });
  },

  async updateOwnPasskey(call) {
    const { path, body } = call;
    return asThemselves(call, body.csrf, async (tx, self) => {
      const name = withoutDisguise(body.name).trim();
      if (name === '') return redirect(passkeysPath(path.orgId, 'nameNeeded'));
      await renamePasskey(tx, self, path.passkeyId, name);
      return redirect(passkeysPath(path.orgId, 'renamed'));
    });
  },

  async removeOwnPasskey(call) {
    const { path, body, baseUrl } = call;
    return asThemselves(call, body.csrf, async (tx, self) => {
      const outcome = await call.wired.keepOwnersIn(tx, baseUrl, () =>
        removeOwnPasskey(tx, self, path.passkeyId, call),
      );
      return redirect(passkeysPath(path.orgId, outcome === 'LAST' ? 'LAST' : 'removed'));
    }).catch((error: unknown) => {
      if (!(error instanceof Failure && error.code === 'LOCKOUT_RISK')) throw error;
      return redirect(passkeysPath(path.orgId, 'LAST_OWNER'));
    });
  },
};

export const routes = (
  parts: HostedParts & { mail: MailAbility; wired: { waysIn: readonly WayIn[] } },
): Handlers<'hosted-passkeys'> => handlersOf(pages, hosted(parts, { mail: parts.mail, wired: parts.wired }));

/** @throws {Failure} NOT_FOUND where the organization uses no passkeys */
async function enabledSettings(tx: Tx, baseUrl: string): Promise<PasskeySettings> {
  const settings = await passkeySettings(tx, baseUrl);
  if (!settings.enabled) throw new Failure('NOT_FOUND');
  return settings;
}

/** Returns the response to a script of the page. */
const told = (options: object): Hosted => ({
  status: 200,
  body: options,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  cookies: [],
});

type Stored = Awaited<ReturnType<typeof passkeysOf>>[number];

const shownOf = ({ id, name, createdAt, lastUsedAt, deviceType }: Stored) => ({
  id,
  name,
  createdAt,
  lastUsedAt,
  deviceType,
});
