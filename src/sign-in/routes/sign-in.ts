import type { BreachedPasswords } from '../../users/passwords/breached-passwords.ts';
import type { FindBranding } from '../../users/sql/auth-config.ts';
import { findBrowser, openBrowser } from '../../users/sessions/browsers.ts';
import { demanding } from '../access.ts';
import { judgedAccount } from '../account-frame.ts';
import { endLogin, findLogin } from '../../users/sessions/login-sessions.ts';
import {
  beginOwnPassword,
  hashOwnPassword,
  type OwnPasswordChange,
  setOwnPassword,
} from '../../users/passwords/own-passwords.ts';
import { attempt, type Begun } from '../attempt.ts';
import { takeTicket } from '../device-visits.ts';
import { openSignIn } from '../open-sign-in.ts';
import { startSignIn } from '../sign-ins.ts';
import {
  beginAtOnce,
  beginPassword,
  endPassword,
  judgePassword,
  type PasswordTry,
  readHeld,
} from '../steps/password.ts';
import { newPassword } from '../steps/new-password.ts';
import { isProvedByLink, noteFirstPassword, noteNewPassword } from '../steps/proofs.ts';
import { signInSettings } from '../../users/passwords/settings.ts';
import { isDue } from '../steps/steps.ts';
import { Failure } from '../../failure.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import { csrfOf, isCsrfOf } from '../../users/sessions/browser-token.ts';
import { setCookie } from '../../lib/cookie.ts';
import { languageCookie, locales } from '../../lib/locale.ts';
import { isOwnPath } from '../own-path.ts';
import { overPage, signOutPage } from '../pages/sign-in.ts';
import { signedOutPage } from '../pages/signed-out.ts';
import { viewOf } from '../../platform/pages/view.ts';
import type { Tx } from '../../platform/tx.ts';
import {
  accountPath,
  cookiesOf,
  type HostedCall,
  signInPath,
  signOutHere,
  namedBy,
  tenantOf,
  tokenOf,
  viewIn,
  hosted,
  type HostedPage,
  type HostedParts,
} from '../hosted.ts';
import { rulesOf } from '../../users/passwords/password-rules.ts';
import {
  goOn,
  holding,
  goOnFromDevice,
  onStep,
  type OpenSignIn,
  showAtOnce,
  showStep,
} from '../sign-in-steps.ts';

/** As long as browsers keep a cookie. */
const secondsOfLanguage = 400 * 86_400;

type Family =
  | 'showSignIn'
  | 'submitPassword'
  | 'submitNewPassword'
  | 'finishDeviceVisit'
  | 'showSignOut'
  | 'submitSignOut'
  | 'submitLanguage'
  | 'showSignedOut';

/** The call of a page, without the parameters of its operation. */
type Made = HostedPage & { breached: BreachedPasswords; findBranding: FindBranding };

const pages: Pick<Pages<'sign-in', Made>, Family> = {
  async showSignIn(call) {
    const { path, query, inTenant } = call;
    const { sign_in: id, factor } = query;
    const shown = id === undefined ? undefined : await showAtOnce(call, id, factor);
    if (shown) return shown;
    return inTenant(namedBy(call), async (tx) => {
      if (id === undefined) return begin(tx, call);
      const opened = await openSignIn(tx, { token: tokenOf(call), id });
      if (opened.state === 'completed') return redirect(opened.returnTo);
      if (opened.state !== 'none') return showStep(tx, call, opened, { factor });
      return page(overPage(await viewIn(tx, call), path.orgId), { status: 400 });
    });
  },

  async submitPassword(call) {
    const { password } = call.body;
    const isAsked = ({ signIn }: OpenSignIn) => !signIn.isProved() && signIn.identifier !== null;
    const { sign_in: id, csrf } = call.body;
    return attempt(
      onStep,
      call,
      {
        async atOnce() {
          const tried = password === '' ? undefined : await beginAtOnce(call, { id, csrf });
          return tried && { tried, counted: tried.counted };
        },
        async begin(tx, opened): Promise<Begun<PasswordTry>> {
          if (!isAsked(opened)) return { reply: redirect(signInPath(call.path.orgId, opened.signIn.id)) };
          if (password === '') {
            const error = { text: 'noPassword', field: 'password' } as const;
            return { reply: await showStep(tx, call, opened, { factor: 'password', error }) };
          }
          const tried = await beginPassword(tx, opened.signIn);
          return tried ? { tried, counted: tried.counted } : { reply: await locked(tx, call, opened) };
        },
        judge: (tried) => judgePassword(tried, password, call.breached),
        async end(tx, opened, tried, judged) {
          if (!isAsked(opened)) return redirect(signInPath(call.path.orgId, opened.signIn.id));
          const userId = opened.holdsUser ? tried.person?.id : undefined;
          const { enforcement } = call.wired;
          const read =
            userId === undefined ? undefined : await readHeld(tx, opened.signIn, userId, enforcement);
          if (await endPassword(tx, opened.signIn, tried, judged, { origin: call.origin, read }))
            return goOn(tx, { ...call, facts: read?.held }, opened, ['pwd']);
          return showStep(tx, call, opened, {
            factor: 'password',
            error: { text: 'wrong', field: 'password' },
          });
        },
      },
      ({ person }, { isRight }) => holding(isRight ? person?.id : undefined),
    );
  },

  async submitNewPassword(call) {
    const { sign_in: id, new_password: typed } = call.body;
    return attempt(onStep, call, {
      async begin(tx, { signIn: open }): Promise<Begun<OwnPasswordChange>> {
        const change =
          open.userId !== null && (await isDue(tx, open, newPassword, call))
            ? await beginOwnPassword(tx, open.userId)
            : undefined;
        return change
          ? { tried: change }
          : { reply: redirect(signInPath(call.path.orgId, encodeURIComponent(id))) };
      },
      judge: (change) => hashOwnPassword(change, typed, call.breached).catch(rulesOf),
      async end(tx, opened, change, hash) {
        const { signIn: open } = opened;
        const again = redirect(signInPath(call.path.orgId, open.id));
        if (open.userId !== change.own.id || !(await isDue(tx, open, newPassword, call))) return again;
        if (typeof hash !== 'string') {
          const error = { text: 'rules', field: 'new_password', rules: hash } as const;
          return showStep(tx, call, opened, { factor: newPassword, error });
        }
        if (
          !(await setOwnPassword(tx, change, hash, { except: null, origin: call.origin }, call.wired.endings))
        )
          return again;
        await noteNewPassword(tx, open);
        if (isProvedByLink(open)) noteFirstPassword(open);
        return goOn(tx, call, opened, []);
      },
    });
  },

  async finishDeviceVisit(call) {
    const { sign_in: id = '', ticket = '' } = call.query;
    const again = redirect(signInPath(call.path.orgId, encodeURIComponent(id)));
    // The ticket stands for a form of ours: only this sign-in has it.
    const form = { ...call, body: { sign_in: id, csrf: csrfOf(tokenOf(call) ?? '', id) } };
    const done = await onStep(form, namedBy(call), async (tx, opened) => {
      return takeTicket(tx, opened.signIn, ticket) ? goOnFromDevice(tx, call, opened) : again;
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async showSignOut(call) {
    return call.inTenant(namedBy(call), async (tx) => {
      const view = await viewIn(tx, call);
      const browser = await findBrowser(tx, tokenOf(call));
      const login = browser && (await findLogin(tx, browser.token));
      if (!browser || !login) return page(signedOutPage(view, call.path.orgId));
      return page(signOutPage(view, call.path.orgId, csrfOf(browser.token, `logout ${call.path.orgId}`)));
    });
  },

  async submitSignOut(call) {
    const { path, body, origin, wired } = call;
    return call.inTenant(namedBy(call), async (tx) => {
      const browser = await findBrowser(tx, tokenOf(call));
      const login = browser && (await findLogin(tx, browser.token));
      if (browser && login) {
        const form = `logout ${path.orgId}`;
        if (!isCsrfOf(browser.token, form, body.csrf)) {
          const view = await viewIn(tx, call);
          return page(signOutPage(view, path.orgId, csrfOf(browser.token, form)), { status: 403 });
        }
        return signOutHere(tx, call, login.id, () =>
          endLogin(tx, login.id, wired.endings, { reason: 'SIGNED_OUT', origin }),
        );
      }
      return redirect(`/login/${path.orgId}/signed-out`);
    });
  },

  async submitLanguage({ body, baseUrl }) {
    const language = locales.find((locale) => locale === body.language);
    const maxAge = secondsOfLanguage;
    const cookies = language ? [setCookie(languageCookie, language, { baseUrl, maxAge })] : [];
    return redirect(isOwnPath(body.to) ? body.to : '/', { cookies });
  },

  async showSignedOut(call) {
    await tenantOf(call);
    const branding = await call.findBranding(call.path.orgId);
    if (!branding) throw new Failure('ORGANIZATION_NOT_FOUND');
    return page(signedOutPage(viewOf(call, branding), call.path.orgId));
  },
};

export const routes = (
  parts: HostedParts & { breached: BreachedPasswords; findBranding: FindBranding },
): Pick<Handlers<'sign-in'>, Family> =>
  handlersOf(pages, hosted(parts, { breached: parts.breached, findBranding: parts.findBranding }));

/** Begins a sign-in that leads to the account page, for a user who opens the page without a client. */
async function begin(tx: Tx, call: HostedCall): Promise<Hosted> {
  const { orgId } = call.path;
  const token = tokenOf(call);
  const verdict = (await judgedAccount(tx, call))?.verdict;
  if (verdict?.kind === 'allowed') return redirect(accountPath(orgId));
  const browser = await openBrowser(tx, token);
  const { locale } = call;
  const { id } = await startSignIn(tx, browser, {
    returnTo: accountPath(orgId),
    ...(verdict?.kind === 'asked' ? demanding(verdict) : {}),
    ...(locale ? { locale } : {}),
  });
  return redirect(signInPath(orgId, id), { cookies: cookiesOf(browser, call.baseUrl) });
}

/** Tells a user who guesses to wait. The page does not tell whether the account exists. */
async function locked(tx: Tx, call: HostedCall, opened: OpenSignIn): Promise<Hosted> {
  const { lockoutDurationSeconds: seconds } = (await signInSettings(tx)).limits;
  const error = { text: 'locked', minutes: Math.ceil(seconds / 60) } as const;
  const reply = await showStep(tx, call, opened, { error, status: 429 });
  return { ...reply, headers: { ...reply.headers, 'Retry-After': String(seconds) } };
}
