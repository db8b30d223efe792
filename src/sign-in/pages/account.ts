import { html, type Markup } from '../../lib/markup.ts';
import { deviceOf } from '../user-agent.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { errorsAt, errorSummary, hiddenField, layout, textField } from '../../platform/pages/layout.ts';
import { accountTexts } from './messages/account.ts';
import { linkTexts } from './messages/mailed-links.ts';
import { ruleErrors } from './sign-in.ts';
import type { PageView } from '../../platform/pages/view.ts';

/** What was wrong with a form of the account page. */
export interface AccountProblem {
  text: 'wrong' | 'stale' | 'rules' | 'locked' | 'onlyWay' | 'notConnected';
  field?: string;
  rules?: readonly string[];
}

/** What every section is made of. */
export interface AccountForm {
  view: PageView;
  orgId: string;
  csrf: string;
  /** Whose account it is. */
  person: { displayName: string | null; username: string };
  problem?: AccountProblem;
}

/** A login as the list shows it. */
export interface ShownLogin {
  id: string;
  address: string | null;
  userAgent: string | null;
  lastSeenAt: string;
}

/** A form of a section: `action` is the end of its path. */
export const accountForm = ({ orgId, csrf }: AccountForm, action: string, content: Markup): Markup =>
  html`<form method="post" action="/account/${orgId}/${action}">
${hiddenField('csrf', csrf)}
${content}
</form>`;

/** The page around its sections. @param done what was done just now; whatever it is not, it says nothing */
export function accountPage(
  form: AccountForm,
  sections: readonly (Markup | null)[],
  done: string | undefined,
): Markup {
  const { view, orgId, person } = form;
  const texts = say(accountTexts, view.locale);
  const notices: Readonly<Record<string, string>> = {
    password: texts.passwordDone,
    session: texts.sessionDone,
    'totp-removed': texts.totpRemoved,
    verification: say(linkTexts, view.locale).accountSent,
    connected: texts.connected,
    disconnected: texts.disconnected,
    application: texts.applicationDone,
  };
  const notice = done !== undefined && Object.hasOwn(notices, done) ? notices[done] : undefined;
  return layout(
    view,
    texts.title,
    html`<div class="wide">
<p class="lead">${person.displayName === null ? person.username : html`${person.displayName} (${person.username})`}</p>
${notice && html`<div class="notice" role="status"><p>${notice}</p></div>`}
${errorSummary(view, problemsOf(form))}
${sections}
<p class="after"><a class="button quiet" href="/logout/${orgId}">${texts.signOut}</a></p>
</div>`,
    { failed: form.problem !== undefined },
  );
}

function problemsOf({ view, problem }: AccountForm): { text: string; field?: string }[] {
  if (!problem) return [];
  const at = problem.field === undefined ? {} : { field: problem.field };
  if (problem.rules) return ruleErrors(view, problem.rules).map((text) => ({ text, ...at }));
  return [{ text: say(accountTexts, view.locale)[problem.text], ...at }];
}

/** Changing the password. */
export function passwordSection(form: AccountForm, username: string): Markup {
  const texts = say(accountTexts, form.view.locale);
  const problems = problemsOf(form);
  const field = (name: string, label: string, autocomplete: string, hint?: string) =>
    textField({
      name,
      label,
      type: 'password',
      autocomplete,
      error: errorsAt(problems, name),
      maxlength: 1024,
      ...(hint === undefined ? {} : { hint }),
    });
  return html`<section aria-labelledby="password-title">
<h2 id="password-title">${texts.passwordTitle}</h2>
${accountForm(
  form,
  'password',
  html`<input class="unseen" type="text" name="username" value="${username}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
${field('password', texts.password, 'current-password')}
${field('new_password', texts.newPassword, 'new-password', texts.newPasswordHint)}
<button type="submit">${texts.passwordSave}</button>`,
)}
</section>`;
}

/** Where one is signed in. */
export function sessionsSection(form: AccountForm, logins: readonly ShownLogin[], own: string): Markup {
  const { locale } = form.view;
  const texts = say(accountTexts, locale);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return html`<section aria-labelledby="sessions-title">
<h2 id="sessions-title">${texts.sessionsTitle}</h2>
<ul class="rows">${logins.map(({ id, address, userAgent, lastSeenAt }) => {
    const device = deviceOf(userAgent) ?? texts.unknownDevice;
    const at = new Date(lastSeenAt);
    return html`<li>
<div><strong>${device}</strong>${id === own && html` <span class="tag">${texts.thisBrowser}</span>`}<br>
<span class="hint">${address && html`${address} · `}<time datetime="${at.toISOString()}">${time.format(at)} UTC</time></span></div>
${
  id !== own &&
  accountForm(
    form,
    'sessions/end',
    html`${hiddenField('session', id)}<button class="quiet" type="submit" aria-label="${texts.endOf(device)}">${texts.end}</button>`,
  )
}
</li>`;
  })}</ul>
${accountForm(form, 'sessions/end-all', html`<button class="danger" type="submit">${texts.endAll}</button>`)}
</section>`;
}
