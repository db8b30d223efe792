import type { BreachedPasswords } from '../../users/passwords/breached-passwords.ts';
import type { MailAbility } from '../../users/invitations/invitations.ts';
import { refusalOfShownText } from '../../lib/shown-text.ts';
import { changeOwnName } from '../../users/directory/own-name.ts';
import { renewBrowser } from '../../users/sessions/browsers.ts';
import { endLogin, endLoginsOf } from '../../users/sessions/login-sessions.ts';
import { askForLink, requireMail } from '../../users/links/mailed-links.ts';
import {
  beginOwnPassword,
  hashReplacement,
  type OwnPasswordChange,
  recordWrongOwnPassword,
  setOwnPassword,
  takeOwnAttempt,
} from '../../users/passwords/own-passwords.ts';
import { type Counted, forgive } from '../../users/sessions/attempts.ts';
import { type Asked, type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { redirect } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { listLogins } from '../../users/sessions/sql/logins.ts';
import { type Account, asAccount, areaOf, backToAccount, onAccount, showAccount } from '../account-frame.ts';
import type { AccountProblem } from '../pages/account.ts';
import { attempt, type Begun } from '../attempt.ts';
import { isBarred } from '../enforced.ts';
import { signOutHere, namedBy, tenantOf, hosted, type HostedPage, type HostedParts } from '../hosted.ts';
import { rulesOf } from '../../users/passwords/password-rules.ts';

/** An attempt at the own password that is counted and not judged yet. */
interface OwnPasswordTry {
  change: OwnPasswordChange;
  counted: Counted;
}

/** Only the application list has a search. */
function toldBy({ section, done, search }: Asked<'showAccount'>['query']) {
  const area = areaOf(section);
  return { area, done, search: area === 'applications' ? search : undefined };
}

const wrong = { text: 'wrong', field: 'password' } as const;

/** The user signs in by a connection only. */
const noPassword = { area: 'security', problem: { text: 'noPassword' }, status: 403 } as const;

type Family = Exclude<
  keyof Handlers<'account'>,
  | 'addOwnFederatedAccount'
  | 'removeOwnFederatedAccount'
  | 'addOwnSocialAccount'
  | 'removeOwnSocialAccount'
  | 'startOwnApplication'
  | 'revokeOwnConsent'
>;

/** The call of a page, without the parameters of its operation. */
type Made = HostedPage & { breached: BreachedPasswords; mail: MailAbility };

const pages: Pick<Pages<'account', Made>, Family> = {
  async showAccount(call) {
    return asAccount(call, namedBy(call), async (tx, found) =>
      found ? showAccount(tx, call, found, toldBy(call.query)) : redirect(`/login/${call.path.orgId}`),
    );
  },

  async updateOwnPassword(call) {
    const { password, new_password: typed } = call.body;
    return attempt(onAccount, call, {
      async begin(tx, found): Promise<Begun<OwnPasswordTry>> {
        const { login, browser } = found;
        if (await isBarred(tx, call.wired.enforcement, login.userId))
          return { reply: await showAccount(tx, call, found, noPassword) };
        const change = await beginOwnPassword(tx, login.userId);
        const counted = await takeOwnAttempt(tx, login.userId, browser.id);
        if (!change) return { reply: redirect(`/login/${call.path.orgId}`) };
        if (counted) return { tried: { change, counted }, counted };
        return {
          reply: await showAccount(tx, call, found, { area: 'security', problem: { text: 'locked' } }),
        };
      },
      judge: ({ change }) =>
        hashReplacement(change, { present: password, next: typed }, call.breached).catch(rulesOf),
      async end(tx, found, { change, counted }, hash) {
        const { login } = found;
        if (await isBarred(tx, call.wired.enforcement, login.userId))
          return showAccount(tx, call, found, noPassword);
        if (hash === undefined) await recordWrongOwnPassword(tx, change, call.origin);
        if (login.userId !== change.own.id || hash === undefined)
          return showAccount(tx, call, found, { area: 'security', problem: wrong });
        if (typeof hash !== 'string') {
          // A user who knew their password has not guessed.
          await forgive(tx, counted);
          const problem = { text: 'rules', field: 'new_password', rules: hash } as const;
          return showAccount(tx, call, found, { area: 'security', problem });
        }
        const kept = { except: login.id, counted, origin: call.origin };
        if (!(await setOwnPassword(tx, change, hash, kept, call.wired.endings)))
          return showAccount(tx, call, found, { area: 'security', problem: wrong });
        return backToAccount(call, 'security', 'password', await renewBrowser(tx, found.browser));
      },
    });
  },

  async updateOwnProfile(call) {
    const { version, display_name, first_name, last_name } = call.body;
    const typed = { display_name, first_name, last_name };
    const disguised = Object.entries(typed).find(
      ([, text]) => refusalOfShownText(text.trim(), 'line') !== undefined,
    );
    const work = async (tx: Tx, found: Account) => {
      const again = (problem: AccountProblem) => showAccount(tx, call, found, { area: 'profile', problem });
      if (disguised) return again({ text: 'refused', field: disguised[0], typed });
      const name = {
        displayName: display_name.trim() || null,
        firstName: first_name.trim() || null,
        lastName: last_name.trim() || null,
      };
      const change = { version: Number(version), name };
      const outcome = await changeOwnName(tx, found.login.userId, change, call.origin);
      if (outcome === 'MANAGED') return again({ text: 'managed' });
      if (outcome === 'OUTDATED') return again({ text: 'outdated' });
      return backToAccount(call, 'profile', 'profile');
    };
    const done = await onAccount(call, namedBy(call), work, 'profile');
    return 'reply' in done ? done.reply : done.value;
  },

  async submitEmailVerificationRequest(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    requireMail(call.mail);
    const work = async (tx: Tx, { login: { userId } }: Account) => {
      await askForLink(tx, 'VERIFY_EMAIL', { userId, limits: call.mail }, call.locale);
      return backToAccount(call, 'profile', 'verification');
    };
    const done = await onAccount(call, tenant, work, 'profile');
    return 'reply' in done ? done.reply : done.value;
  },

  async revokeOwnSession(call) {
    const work = async (tx: Tx, { login }: Account) => {
      const { session } = call.body;
      const mine = (await listLogins(tx, call.path.orgId, login.userId)).some(({ id }) => id === session);
      const end = async () =>
        mine && endLogin(tx, session, call.wired.endings, { reason: 'ENDED_BY_USER', origin: call.origin });
      if (session === login.id) return signOutHere(tx, call, session, end);
      await end();
      return backToAccount(call, 'sessions', 'session');
    };
    const done = await onAccount(call, namedBy(call), work, 'sessions');
    return 'reply' in done ? done.reply : done.value;
  },

  async revokeOwnSessions(call) {
    const work = async (tx: Tx, { login }: Account) => {
      const ending = { reason: 'ENDED_BY_USER', origin: call.origin } as const;
      return signOutHere(tx, call, login.id, () => endLoginsOf(tx, login.userId, call.wired.endings, ending));
    };
    const done = await onAccount(call, namedBy(call), work, 'sessions');
    return 'reply' in done ? done.reply : done.value;
  },
};

export const routes = (
  parts: HostedParts & { breached: BreachedPasswords; mail: MailAbility },
): Pick<Handlers<'account'>, Family> =>
  handlersOf(pages, hosted(parts, { breached: parts.breached, mail: parts.mail }));
