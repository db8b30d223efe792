import type { Quotas } from '../../platform/quotas.ts';
import {
  mostReturnTo,
  refused,
  broken,
  confirmation,
  forgotten,
  reset,
  invitation,
  barredReset,
  ledInvitee,
  verification,
} from '../mailed-link-pages.ts';
import type { BreachedPasswords } from '../../users/passwords/breached-passwords.ts';
import {
  acceptInvitation,
  findInvitation,
  hashFirstPassword,
  type OpenInvitation,
} from '../../users/invitations/accepting-invitations.ts';
import { findBrowser, openBrowser } from '../../users/sessions/browsers.ts';
import { findLogin } from '../../users/sessions/login-sessions.ts';
import { askForLink, verifyEmail } from '../../users/links/mailed-links.ts';
import { hashOwnPassword } from '../../users/passwords/own-passwords.ts';
import { findReset, type OpenReset, resetPassword } from '../../users/passwords/password-resets.ts';
import { openSignIn } from '../open-sign-in.ts';
import { startSignIn } from '../sign-ins.ts';
import { askToSignIn, magicLinkProof, mayLeadTo, useSignInLink } from '../steps/magic-link.ts';
import { authConfig } from '../../users/auth-config.ts';
import { noteNewPassword } from '../steps/proofs.ts';
import { lockPersonToSignIn } from '../../users/sessions/sql/start-login.ts';
import { Failure } from '../../failure.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { page, redirect } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { forgottenSentPage, noMailPage, resetDonePage, verifiedPage } from '../pages/mailed-links.ts';
import { attempt, type Begun } from '../attempt.ts';
import {
  cookiesOf,
  signInPath,
  namedBy,
  tenantOf,
  tokenOf,
  viewIn,
  hosted,
  type HostedPage,
  type HostedParts,
} from '../hosted.ts';
import {
  browserOf,
  leadToCompany,
  linkOver,
  nameIn,
  onLink,
  onwardPath,
  signInOf,
  stale,
} from '../link-frame.ts';
import { rulesOf } from '../../users/passwords/password-rules.ts';
import { goOn, onStep } from '../sign-in-steps.ts';

/** The call of a page, without the parameters of its operation. */
type Made = HostedPage & { breached: BreachedPasswords; quotas: Quotas };

const pages: Pages<'mailed-links', Made> = {
  async startMagicLink(call) {
    const { redirect_uri: address } = call.query;
    const { orgId } = call.path;
    return call.inTenant(namedBy(call), async (tx) => {
      const returnTo = onwardPath(orgId, address);
      if (!(await mayLeadTo(tx, address)) || returnTo.length > mostReturnTo) throw refused();
      if (await findLogin(tx, tokenOf(call))) return redirect(returnTo);
      const browser = await openBrowser(tx, tokenOf(call));
      const { locale } = call;
      const { id } = await startSignIn(tx, browser, { returnTo, ...(locale ? { locale } : {}) });
      return redirect(signInPath(orgId, id), { cookies: cookiesOf(browser, call.baseUrl) });
    });
  },

  async finishMagicLink(call) {
    const { redirect_uri: address } = call.query;
    return call.inTenant(namedBy(call), async (tx) => {
      if (!(await mayLeadTo(tx, address))) throw refused();
      return redirect((await findLogin(tx, tokenOf(call))) ? address : `/login/${call.path.orgId}`);
    });
  },

  async submitMagicLinkRequest(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const done = await onStep(call, tenant, async (tx, { signIn }) => {
      const { enabled } = (await authConfig(tx)).magicLink;
      if (enabled && call.mail.enabled && !signIn.isProved())
        await askToSignIn(tx, signIn, call.origin.ipAddress, call.locale);
      return redirect(`${signInPath(call.path.orgId, signIn.id)}&factor=magic-link`);
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async showMagicLink(call) {
    return call.inTenant(namedBy(call), (tx) => confirmation(tx, call));
  },

  async submitMagicLink(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const signIn = async (tx: Tx) => {
      const browser = await browserOf(tx, call, 'magic-link');
      if (!browser) return confirmation(tx, call, stale);
      const used = await useSignInLink(tx, call.path.link, browser.id, call);
      if (!used) return confirmation(tx, call);
      if ('connection' in used)
        return leadToCompany(tx, call, used.connection, { name: used.email, signInId: used.signInId });
      const opened = await signInOf(tx, call, browser, { ...used, name: used.email });
      return goOn(tx, call, opened, magicLinkProof);
    };
    return call.inTenant(tenant, signIn).catch((error: unknown) => {
      // Another request created the user who was to sign up. The user exists now.
      if (error instanceof Failure && error.code === 'USER_EXISTS') return call.inTenant(tenant, signIn);
      throw error;
    });
  },

  async showForgottenPassword(call) {
    const { orgId } = call.path;
    const { sign_in: id } = call.query;
    return call.inTenant(namedBy(call), async (tx) => {
      if (!call.mail.enabled) return page(noMailPage(await viewIn(tx, call), orgId));
      return forgotten(tx, call, { name: await nameIn(tx, call, id), signIn: id });
    });
  },

  async submitForgottenPassword(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { username, sign_in: signIn } = call.body;
    const name = username.trim();
    return call.inTenant(tenant, async (tx) => {
      if (!call.mail.enabled) return page(noMailPage(await viewIn(tx, call), call.path.orgId));
      const browser = await browserOf(tx, call, 'forgot-password');
      if (!browser) return forgotten(tx, call, { name, signIn }, stale);
      if (name === '') return forgotten(tx, call, { name, signIn }, { text: 'noName', field: 'username' });
      const wanting = {
        name,
        browserId: browser.id,
        address: call.origin.ipAddress,
        signInId: signIn ?? null,
      };
      await askForLink(tx, 'RESET_PASSWORD', wanting, call.locale);
      return page(forgottenSentPage(await viewIn(tx, call), call.path.orgId, name));
    });
  },

  async showPasswordReset(call) {
    return call.inTenant(namedBy(call), (tx) => reset(tx, call));
  },

  async submitPasswordReset(call) {
    const { orgId } = call.path;
    return attempt(onLink, call, {
      async begin(tx, token): Promise<Begun<OpenReset>> {
        if (!(await browserOf(tx, call, 'reset-password'))) return { reply: await reset(tx, call, stale) };
        const found = await findReset(tx, token);
        if (!found) return { reply: await linkOver(tx, call) };
        const barred = await barredReset(tx, call, found);
        return barred ? { reply: barred } : { tried: found };
      },
      judge: ({ change }) => hashOwnPassword(change, call.body.new_password, call.breached).catch(rulesOf),
      async end(tx, token, found, hash) {
        if (typeof hash !== 'string') return reset(tx, call, broken(hash));
        // Locks the user, so that the answer stays true until the password is set.
        await lockPersonToSignIn(tx, orgId, found.change.own.id);
        const barred = await barredReset(tx, call, found);
        if (barred) return barred;
        if (!(await resetPassword(tx, token, found, hash, call.origin, call.wired.endings)))
          return linkOver(tx, call);
        const id = found.link.signInId ?? '';
        const { state } = await openSignIn(tx, { token: tokenOf(call), id });
        const next = state === 'open' ? signInPath(orgId, encodeURIComponent(id)) : `/login/${orgId}`;
        return page(resetDonePage(await viewIn(tx, call), next));
      },
    });
  },

  async showInvitation(call) {
    return call.inTenant(namedBy(call), (tx) => invitation(tx, call));
  },

  async submitInvitation(call) {
    return attempt(onLink, call, {
      async begin(tx, token): Promise<Begun<OpenInvitation>> {
        if (!(await browserOf(tx, call, 'invite'))) return { reply: await invitation(tx, call, stale) };
        const found = await findInvitation(tx, token, call.breached);
        if (!found) return { reply: await linkOver(tx, call, 'overInvitation') };
        const led = await ledInvitee(tx, call, found, 403);
        return led ? { reply: led } : { tried: found };
      },
      judge: (found) => hashFirstPassword(found, call.body.new_password).catch(rulesOf),
      async end(tx, token, found, hash) {
        const { invitee } = found;
        if (typeof hash !== 'string') return invitation(tx, call, broken(hash));
        const led = await ledInvitee(tx, call, found, 403);
        if (led) return led;
        const browser = await findBrowser(tx, tokenOf(call));
        const accepted = browser && (await acceptInvitation(tx, token, hash, call.origin));
        if (!browser || !accepted) return linkOver(tx, call, 'overInvitation');
        const known = { userId: accepted.id, name: invitee.username, signInId: null };
        const opened = await signInOf(tx, call, browser, known);
        await noteNewPassword(tx, opened.signIn);
        return goOn(tx, call, opened, ['pwd']);
      },
    });
  },

  async showEmailVerification(call) {
    return call.inTenant(namedBy(call), (tx) => verification(tx, call));
  },

  async verifyEmail(call) {
    const { orgId, link: token } = call.path;
    return call.inTenant(namedBy(call), async (tx) => {
      if (!(await browserOf(tx, call, 'verify-email'))) return verification(tx, call, stale);
      if (!(await verifyEmail(tx, token, call.origin))) return linkOver(tx, call);
      return page(verifiedPage(await viewIn(tx, call), orgId));
    });
  },
};

export const routes = (
  parts: HostedParts & { breached: BreachedPasswords; quotas: Quotas },
): Handlers<'mailed-links'> =>
  handlersOf(pages, hosted(parts, { breached: parts.breached, quotas: parts.quotas }));
