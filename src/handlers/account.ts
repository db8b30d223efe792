import { renewBrowser } from '../users/sessions/browsers.ts';
import { withdrawConsent } from '../oidc/consents.ts';
import { endLogin, endLoginsOf } from '../users/sessions/login-sessions.ts';
import { askForLink, requireMail } from '../users/links/mailed-links.ts';
import {
  beginOwnPassword,
  hashOwnPassword,
  isOwnPassword,
  type OwnPasswordChange,
  recordWrongOwnPassword,
  setOwnPassword,
  takeOwnAttempt,
} from '../users/passwords/own-passwords.ts';
import { type Counted, forgive } from '../users/sessions/attempts.ts';
import type { Handlers } from '../operation.ts';
import { redirect } from '../platform/pages/answers.ts';
import { listLogins } from '../users/sessions/sql/list-logins.ts';
import { accountOf, backToAccount, onAccount, showAccount } from '../sign-in/account-frame.ts';
import { attempt, type Begun } from '../sign-in/attempt.ts';
import { tenantOf } from '../sign-in/hosted.ts';
import { socialAccount } from './social-account.ts';
import { rulesOf } from '../users/passwords/password-rules.ts';

/** An attempt at the own password that is counted and not judged yet. */
interface OwnPasswordTry {
  change: OwnPasswordChange;
  counted: Counted;
}

export const account: Handlers<'account'> = {
  ...socialAccount,

  async showAccount(call) {
    return call.inTenant(await tenantOf(call), async (em) => {
      const found = await accountOf(em, call);
      return found
        ? showAccount(em, call, found, { done: call.query.done })
        : redirect(`/login/${call.path.orgId}`);
    });
  },

  async updateOwnPassword(call) {
    const { password, new_password: typed } = call.body;
    return attempt(onAccount, call, {
      async begin(em, found): Promise<Begun<OwnPasswordTry>> {
        const { login, browser } = found;
        const change = await beginOwnPassword(em, login.userId);
        const counted = await takeOwnAttempt(em, login.userId, browser.id);
        if (!change) return { reply: redirect(`/login/${call.path.orgId}`) };
        if (counted) return { tried: { change, counted }, counted };
        return { reply: await showAccount(em, call, found, { problem: { text: 'locked' } }) };
      },
      judge: async ({ change }) =>
        (await isOwnPassword(change, password))
          ? hashOwnPassword(change, typed, call.breached).catch(rulesOf)
          : undefined,
      async end(em, found, { change, counted }, hash) {
        const { login } = found;
        if (hash === undefined) await recordWrongOwnPassword(em, change, call.origin);
        if (login.userId !== change.own.id || hash === undefined)
          return showAccount(em, call, found, { problem: { text: 'wrong', field: 'password' } });
        if (typeof hash !== 'string') {
          // Whoever knew their password has guessed at nothing.
          await forgive(em, counted);
          const problem = { text: 'rules', field: 'new_password', rules: hash } as const;
          return showAccount(em, call, found, { problem });
        }
        const kept = { except: login.id, counted, origin: call.origin };
        if (!(await setOwnPassword(em, change, hash, kept, call.wired.endings)))
          return showAccount(em, call, found, { problem: { text: 'wrong', field: 'password' } });
        return backToAccount(call, 'password', await renewBrowser(em, found.browser));
      },
    });
  },

  async submitEmailVerificationRequest(call) {
    const tenant = await tenantOf(call);
    await call.limitSignIns();
    requireMail(call.mail);
    const done = await onAccount(call, tenant, async (em, { login: { userId } }) => {
      await askForLink(em, 'VERIFY_EMAIL', { userId, limits: call.mail }, call.locale);
      return backToAccount(call, 'verification');
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async revokeOwnConsent(call) {
    const done = await onAccount(call, await tenantOf(call), async (em, { login: { userId } }) => {
      await withdrawConsent(em, { userId, clientId: call.body.client }, call.origin);
      return backToAccount(call, 'application');
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async revokeOwnSession(call) {
    const done = await onAccount(call, await tenantOf(call), async (em, { login }) => {
      const { session } = call.body;
      const mine = (await listLogins(em, call.path.orgId, login.userId)).some(({ id }) => id === session);
      if (mine)
        await endLogin(em, session, call.wired.endings, { reason: 'ENDED_BY_USER', origin: call.origin });
      return session === login.id
        ? redirect(`/login/${call.path.orgId}/signed-out`)
        : backToAccount(call, 'session');
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async revokeOwnSessions(call) {
    const done = await onAccount(call, await tenantOf(call), async (em, { login: { userId } }) => {
      await endLoginsOf(em, userId, call.wired.endings, { reason: 'ENDED_BY_USER', origin: call.origin });
      return redirect(`/login/${call.path.orgId}/signed-out`);
    });
    return 'reply' in done ? done.reply : done.value;
  },
};
