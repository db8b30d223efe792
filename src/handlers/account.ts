import { renewBrowser } from '../users/sessions/browsers.ts';
import { withdrawConsent } from '../oidc/consents.ts';
import { endLogin, endLoginsOf } from '../users/sessions/login-sessions.ts';
import { askForLink, requireMail } from '../users/links/mailed-links.ts';
import {
  beginOwnPassword,
  hashOwnPassword,
  isOwnPassword,
  recordWrongOwnPassword,
  setOwnPassword,
  takeOwnAttempt,
} from '../users/passwords/own-passwords.ts';
import { forgive } from '../users/sessions/attempts.ts';
import type { Handlers } from '../operation.ts';
import { redirect } from '../platform/pages/answers.ts';
import { listLogins } from '../users/sessions/sql/list-logins.ts';
import { accountOf, backToAccount, onAccount, showAccount } from '../sign-in/account-frame.ts';
import { tenantOf, uncounted } from '../sign-in/hosted.ts';
import { socialAccount } from './social-account.ts';
import { rulesOf } from '../users/passwords/password-rules.ts';

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
    const tenant = await tenantOf(call);
    await call.limitSignIns();
    const { password, new_password: typed } = call.body;
    const begun = await onAccount(call, tenant, async (em, { login, browser }) => {
      const change = await beginOwnPassword(em, login.userId);
      const counted = await takeOwnAttempt(em, login.userId, browser.id);
      return change && { change, counted };
    });
    if ('reply' in begun) return begun.reply;
    if (!begun.value) return redirect(`/login/${call.path.orgId}`);
    const { change, counted } = begun.value;
    const judge = async () =>
      (await isOwnPassword(change, password))
        ? hashOwnPassword(change, typed, call.breached).catch(rulesOf)
        : undefined;
    const hash = counted && (await judge().catch(uncounted(call, tenant, counted)));
    const done = await onAccount(call, tenant, async (em, found) => {
      const { login } = found;
      if (counted === undefined) return showAccount(em, call, found, { problem: { text: 'locked' } });
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
    });
    return 'reply' in done ? done.reply : done.value;
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
