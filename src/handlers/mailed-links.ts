import type { EntityManager } from '@mikro-orm/postgresql';
import {
  acceptInvitation,
  findInvitation,
  hashFirstPassword,
  type OpenInvitation,
} from '../users/invitations/accepting-invitations.ts';
import { findBrowser, openBrowser } from '../users/sessions/browsers.ts';
import { findLogin } from '../users/sessions/login-sessions.ts';
import { askForLink, findLink, verifyEmail } from '../users/links/mailed-links.ts';
import { hashOwnPassword } from '../users/passwords/own-passwords.ts';
import { findReset, type OpenReset, resetPassword } from '../users/passwords/password-resets.ts';
import { openSignIn } from '../sign-in/open-sign-in.ts';
import { startSignIn } from '../sign-in/sign-ins.ts';
import {
  askToSignIn,
  findSignInLink,
  magicLinkProof,
  mayLeadTo,
  useSignInLink,
} from '../sign-in/steps/magic-link.ts';
import { authConfig } from '../users/auth-config.ts';
import { noteInvitation } from '../sign-in/invited.ts';
import { noteNewPassword } from '../sign-in/steps/proofs.ts';
import { lockPersonToSignIn } from '../users/sessions/sql/start-login.ts';
import { Failure } from '../failure.ts';
import type { Call, Handlers } from '../operation.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import {
  confirmSignInPage,
  elsewherePage,
  forgottenPage,
  forgottenSentPage,
  invitationPage,
  noMailPage,
  resetDonePage,
  resetPage,
  verificationPage,
  verifiedPage,
} from '../sign-in/pages/mailed-links.ts';
import type { LinkProblem } from '../sign-in/pages/link-form.ts';
import { attempt, type Begun } from '../sign-in/attempt.ts';
import { cookiesOf, signInPath, namedBy, tenantOf, tokenOf, viewIn } from '../sign-in/hosted.ts';
import {
  answer,
  browserOf,
  frameOf,
  leadToCompany,
  type LinkCall,
  linkOver,
  nameIn,
  onLink,
  onwardPath,
  signInOf,
  stale,
} from '../sign-in/link-frame.ts';
import { rulesOf } from '../users/passwords/password-rules.ts';
import { goOn, onStep } from '../sign-in/sign-in-steps.ts';

type TokenCall = LinkCall & { path: { link: string } };

export const mailedLinks: Handlers<'mailed-links'> = {
  async startMagicLink(call) {
    const { redirect_uri: address } = call.query;
    const { orgId } = call.path;
    return call.inTenant(namedBy(call), async (em) => {
      const returnTo = onwardPath(orgId, address);
      if (!(await mayLeadTo(em, address)) || returnTo.length > mostReturnTo) throw refused();
      if (await findLogin(em, tokenOf(call))) return redirect(returnTo);
      const browser = await openBrowser(em, tokenOf(call));
      const { locale } = call;
      const { id } = await startSignIn(em, browser, { returnTo, ...(locale ? { locale } : {}) });
      return redirect(signInPath(orgId, id), { cookies: cookiesOf(browser, call.baseUrl) });
    });
  },

  async finishMagicLink(call) {
    const { redirect_uri: address } = call.query;
    return call.inTenant(namedBy(call), async (em) => {
      if (!(await mayLeadTo(em, address))) throw refused();
      return redirect((await findLogin(em, tokenOf(call))) ? address : `/login/${call.path.orgId}`);
    });
  },

  async submitMagicLinkRequest(call) {
    const tenant = await tenantOf(call);
    await call.limitSignIns();
    const done = await onStep(call, tenant, async (em, { signIn }) => {
      const { enabled } = (await authConfig(em)).magicLink;
      if (enabled && call.mail.enabled && !signIn.isProved())
        await askToSignIn(em, signIn, call.address, call.locale);
      return redirect(`${signInPath(call.path.orgId, signIn.id)}&factor=magic-link`);
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async showMagicLink(call) {
    return call.inTenant(namedBy(call), (em) => confirmation(em, call));
  },

  async submitMagicLink(call) {
    const tenant = await tenantOf(call);
    await call.limitSignIns();
    const signIn = async (em: EntityManager) => {
      const browser = await browserOf(em, call, 'magic-link');
      if (!browser) return confirmation(em, call, stale);
      const used = await useSignInLink(em, call.path.link, browser.id, call);
      if (!used) return confirmation(em, call);
      if ('connection' in used)
        return leadToCompany(em, call, used.connection, { name: used.email, signInId: used.signInId });
      const opened = await signInOf(em, call, browser, { ...used, name: used.email });
      return goOn(em, call, opened, magicLinkProof);
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
    return call.inTenant(namedBy(call), async (em) => {
      if (!call.mail.enabled) return page(noMailPage(await viewIn(em, call), orgId));
      return forgotten(em, call, { name: await nameIn(em, call, id), signIn: id });
    });
  },

  async submitForgottenPassword(call) {
    const tenant = await tenantOf(call);
    await call.limitSignIns();
    const { username, sign_in: signIn } = call.body;
    const name = username.trim();
    return call.inTenant(tenant, async (em) => {
      if (!call.mail.enabled) return page(noMailPage(await viewIn(em, call), call.path.orgId));
      const browser = await browserOf(em, call, 'forgot-password');
      if (!browser) return forgotten(em, call, { name, signIn }, stale);
      if (name === '') return forgotten(em, call, { name, signIn }, { text: 'noName', field: 'username' });
      const wanting = { name, browserId: browser.id, address: call.address, signInId: signIn ?? null };
      await askForLink(em, 'RESET_PASSWORD', wanting, call.locale);
      return page(forgottenSentPage(await viewIn(em, call), call.path.orgId, name));
    });
  },

  async showPasswordReset(call) {
    return call.inTenant(namedBy(call), (em) => reset(em, call));
  },

  async submitPasswordReset(call) {
    const { orgId } = call.path;
    return attempt(onLink, call, {
      async begin(em, token): Promise<Begun<OpenReset>> {
        if (!(await browserOf(em, call, 'reset-password'))) return { reply: await reset(em, call, stale) };
        const found = await findReset(em, token);
        if (!found) return { reply: await linkOver(em, call) };
        const barred = await barredReset(em, call, found);
        return barred ? { reply: barred } : { tried: found };
      },
      judge: ({ change }) => hashOwnPassword(change, call.body.new_password, call.breached).catch(rulesOf),
      async end(em, token, found, hash) {
        if (typeof hash !== 'string') return reset(em, call, broken(hash));
        // Locks the user, so that the answer stays true until the password is set.
        await lockPersonToSignIn(em, orgId, found.change.own.id);
        const barred = await barredReset(em, call, found);
        if (barred) return barred;
        if (!(await resetPassword(em, token, found, hash, call.origin, call.wired.endings)))
          return linkOver(em, call);
        const id = found.link.signInId ?? '';
        const { state } = await openSignIn(em, { token: tokenOf(call), id });
        const next = state === 'open' ? signInPath(orgId, encodeURIComponent(id)) : `/login/${orgId}`;
        return page(resetDonePage(await viewIn(em, call), next));
      },
    });
  },

  async showInvitation(call) {
    return call.inTenant(namedBy(call), (em) => invitation(em, call));
  },

  async submitInvitation(call) {
    return attempt(onLink, call, {
      async begin(em, token): Promise<Begun<OpenInvitation>> {
        if (!(await browserOf(em, call, 'invite'))) return { reply: await invitation(em, call, stale) };
        const found = await findInvitation(em, token, call.breached);
        if (!found) return { reply: await linkOver(em, call, 'overInvitation') };
        const led = await ledInvitee(em, call, found, 403);
        return led ? { reply: led } : { tried: found };
      },
      judge: (found) => hashFirstPassword(found, call.body.new_password).catch(rulesOf),
      async end(em, token, found, hash) {
        const { invitee } = found;
        if (typeof hash !== 'string') return invitation(em, call, broken(hash));
        const led = await ledInvitee(em, call, found, 403);
        if (led) return led;
        const browser = await findBrowser(em, tokenOf(call));
        const accepted = browser && (await acceptInvitation(em, token, hash, call.origin));
        if (!browser || !accepted) return linkOver(em, call, 'overInvitation');
        const known = { userId: accepted.id, name: invitee.username, signInId: null };
        const opened = await signInOf(em, call, browser, known);
        await noteNewPassword(em, opened.signIn);
        return goOn(em, call, opened, ['pwd']);
      },
    });
  },

  async showEmailVerification(call) {
    return call.inTenant(namedBy(call), (em) => verification(em, call));
  },

  async verifyEmail(call) {
    const { orgId, link: token } = call.path;
    return call.inTenant(namedBy(call), async (em) => {
      if (!(await browserOf(em, call, 'verify-email'))) return verification(em, call, stale);
      if (!(await verifyEmail(em, token, call.origin))) return linkOver(em, call);
      return page(verifiedPage(await viewIn(em, call), orgId));
    });
  },
};

/** What the column of a sign-in holds. */
const mostReturnTo = 4096;

const refused = (): Failure =>
  new Failure('VALIDATION_ERROR', {
    redirect_uri: 'is not in redirectAllowlist of the magic-link settings',
  });

const broken = (rules: readonly string[]): LinkProblem => ({ text: 'rules', field: 'new_password', rules });

async function confirmation(em: EntityManager, call: TokenCall, problem?: LinkProblem): Promise<Hosted> {
  const browser = await findBrowser(em, tokenOf(call));
  const found = await findSignInLink(em, call.path.link, browser?.id);
  if (found.state === 'elsewhere')
    return page(elsewherePage(await viewIn(em, call), call.path.orgId), { status: 403 });
  if (found.state !== 'works') return linkOver(em, call);
  const frame = await frameOf(em, call, 'magic-link', problem);
  return answer(call, frame, confirmSignInPage(frame.form, found.link.email));
}

async function forgotten(
  em: EntityManager,
  call: LinkCall,
  asked: { name: string; signIn: string | undefined },
  problem?: LinkProblem,
): Promise<Hosted> {
  const frame = await frameOf(em, call, 'forgot-password', problem);
  return answer(call, frame, forgottenPage(frame.form, asked));
}

async function reset(em: EntityManager, call: TokenCall, problem?: LinkProblem): Promise<Hosted> {
  const found = await findReset(em, call.path.link);
  if (!found) return linkOver(em, call);
  const barred = await barredReset(em, call, found);
  if (barred) return barred;
  const frame = await frameOf(em, call, 'reset-password', problem);
  return answer(call, frame, resetPage(frame.form, found.change.own.username));
}

async function invitation(
  em: EntityManager,
  call: TokenCall & Pick<Call<'showInvitation'>, 'breached'>,
  problem?: LinkProblem,
): Promise<Hosted> {
  const found = await findInvitation(em, call.path.link, call.breached);
  if (!found) return linkOver(em, call, 'overInvitation');
  const led = await ledInvitee(em, call, found, 200);
  if (led) return led;
  const frame = await frameOf(em, call, 'invite', problem);
  return answer(call, frame, invitationPage(frame.form, found.invitee.username));
}

/** The response to a user who has no use for a password; undefined for others. Owners keep theirs. */
async function barredReset(
  em: EntityManager,
  call: TokenCall,
  { link }: OpenReset,
): Promise<Hosted | undefined> {
  const { userId, email, signInId } = link;
  const found = userId === null ? undefined : await call.wired.enforcement.ofUser(em, userId);
  if (!found || found.isOwner) return undefined;
  return leadToCompany(em, call, found.connections[0], { name: email, signInId });
}

/**
 * Leads an invited user to the identity provider, instead of asking for a password; undefined if no connection is enforced.
 * Owners are led there, too: with a first password alone, they could not sign in.
 */
async function ledInvitee(
  em: EntityManager,
  call: TokenCall,
  { invitee }: OpenInvitation,
  status: number,
): Promise<Hosted | undefined> {
  const found = await call.wired.enforcement.ofUser(em, invitee.id);
  if (!found) return undefined;
  // The user has typed nothing.
  return leadToCompany(em, call, found.connections[0], {
    name: null,
    signInId: null,
    status,
    prepare: (signIn) => noteInvitation(signIn, call.path.link),
  });
}

async function verification(em: EntityManager, call: TokenCall, problem?: LinkProblem): Promise<Hosted> {
  const link = await findLink(em, 'VERIFY_EMAIL', call.path.link);
  if (!link) return linkOver(em, call);
  const frame = await frameOf(em, call, 'verify-email', problem);
  return answer(call, frame, verificationPage(frame.form, link.email));
}
