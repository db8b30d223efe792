import { html, type Markup } from '../../lib/markup.ts';
import { deviceOf } from '../../lib/user-agent.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { errorsAt, errorSummary, hiddenField, layout } from '../../platform/pages/layout.ts';
import { passwordField, passwordScript } from './password-field.ts';
import { accountTexts } from './messages/account.ts';
import { companyTexts } from './messages/company.ts';
import { applicationListTexts } from './messages/application-list.ts';
import { linkTexts } from './messages/mailed-links.ts';
import { profileTexts } from './messages/profile.ts';
import { ruleErrors } from './sign-in.ts';
import type { PageView } from '../../platform/pages/view.ts';

/** The parts of the account page, in the order of its navigation. The first needs no name in the address. */
export const accountAreas = ['profile', 'security', 'sessions', 'applications'] as const;

export type AccountArea = (typeof accountAreas)[number];

/** A problem with a form of the account page. */
export interface AccountProblem {
  text:
    | 'wrong'
    | 'stale'
    | 'rules'
    | 'locked'
    | 'onlyWay'
    | 'notConnected'
    | 'refused'
    | 'outdated'
    | 'managed'
    | 'notOpened'
    | 'notAllowed'
    | 'notNamed'
    | 'tooLong'
    | 'noAccount'
    | 'noPassword'
    | 'lastOwner';
  field?: string;
  /** The values that the user typed, by the names of the fields. */
  typed?: Readonly<Record<string, string>>;
  rules?: readonly string[];
}

/** The parts that every section is made of. */
export interface AccountForm {
  view: PageView;
  orgId: string;
  area: AccountArea;
  csrf: string;
  /** The user of the account. */
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

/** The path of a part of the account page. */
export const accountPath = (orgId: string, area: AccountArea = 'profile'): string =>
  area === 'profile' ? `/account/${orgId}` : `/account/${orgId}?section=${area}`;

/** A form of a section: `action` is the end of its path. */
export const accountForm = ({ orgId, csrf }: AccountForm, action: string, content: Markup): Markup =>
  html`<form method="post" action="/account/${orgId}/${action}">
${hiddenField('csrf', csrf)}
${content}
</form>`;

/** Shows the page around its sections. @param done what was done just now; an unknown value shows nothing */
export function accountPage(
  form: AccountForm,
  sections: readonly (Markup | null)[],
  done: string | undefined,
): Markup {
  const { view, orgId, person } = form;
  const texts = say(accountTexts, view.locale);
  const names = say(profileTexts, view.locale);
  const notices: Readonly<Record<string, string>> = {
    password: texts.passwordDone,
    session: texts.sessionDone,
    'totp-removed': texts.totpRemoved,
    verification: say(linkTexts, view.locale).accountSent,
    connected: texts.connected,
    disconnected: texts.disconnected,
    application: texts.applicationDone,
    profile: names.saved,
  };
  const shown = sections.filter((section) => section !== null);
  const notice = done !== undefined && Object.hasOwn(notices, done) ? notices[done] : undefined;
  return layout(
    view,
    texts.title,
    html`<div class="account-top">
<p class="lead">${person.displayName !== null && html`<strong>${person.displayName}</strong>`}<span>${person.username}</span></p>
<a class="button quiet" href="/logout/${orgId}">${texts.signOut}</a>
</div>
<nav class="tabs" aria-label="${texts.title}"><ul>${accountAreas.map(
      (area) =>
        html`<li><a href="${accountPath(orgId, area)}"${area === form.area && html` aria-current="page"`}>${names[area]}</a></li>`,
    )}</ul></nav>
<div class="account">
${notice && html`<div class="notice" role="status"><p>${notice}</p></div>`}
${errorSummary(problemsOf(form))}
${shown.length > 0 ? shown : html`<section><p>${form.area === 'applications' ? names.noApplications : names.noSecurity}</p></section>`}
</div>`,
    {
      part: names[form.area],
      failed: form.problem !== undefined,
      scripts: form.area === 'security' ? [passwordScript] : [],
    },
  );
}

/** Returns the problem with the form, in the words of its page. */
export function problemsOf({ view, problem }: AccountForm): { text: string; field?: string }[] {
  if (!problem) return [];
  const at = problem.field === undefined ? {} : { field: problem.field };
  if (problem.rules) return ruleErrors(view, problem.rules).map((text) => ({ text, ...at }));
  const { locale } = view;
  const words = {
    ...say(accountTexts, locale),
    ...say(profileTexts, locale),
    ...say(applicationListTexts, locale),
    ...say(companyTexts, locale),
  };
  return [{ text: words[problem.text], ...at }];
}

/** Changing the password. */
export function passwordSection(form: AccountForm, username: string): Markup {
  const texts = say(accountTexts, form.view.locale);
  const problems = problemsOf(form);
  const field = (name: string, label: string) => ({ name, label, error: errorsAt(problems, name) });
  return html`<section aria-labelledby="password-title">
<h2 id="password-title">${texts.passwordTitle}</h2>
${accountForm(
  form,
  'password',
  html`<input class="unseen" type="text" name="username" value="${username}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
${passwordField(form.view, field('password', texts.password))}
${passwordField(form.view, { ...field('new_password', texts.newPassword), hint: texts.newPasswordHint, isNew: true })}
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
