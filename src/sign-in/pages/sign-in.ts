import type { Locale } from '../../lib/locale.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { applicationLogo, type PageApplication } from '../../platform/pages/application.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { errorsAt, errorSummary, hiddenField, layout, textField } from '../../platform/pages/layout.ts';
import { passwordField, passwordScript } from './password-field.ts';
import { factorTexts } from './messages/factors.ts';
import { linkTexts } from './messages/mailed-links.ts';
import { passwordRuleTexts } from './messages/password-rules.ts';
import { signInTexts } from './messages/sign-in.ts';
import { registrationTexts } from './messages/registration.ts';
import { passkeyOffer, passkeyScript } from '../../users/passkeys/pages/passkey-offer.ts';
import type { PageView } from '../../platform/pages/view.ts';

type ErrorText = 'wrong' | 'wrongPasskey' | 'stale' | 'noName' | 'noPassword' | 'rules' | 'locked';

/** An error of a step. */
export interface StepError {
  /** One of the texts that every step has, or words of the factor's own. */
  text: ErrorText | ((locale: Locale) => string);
  /** The id of its field. */
  field?: string;
  /** The rules that a new password breaks. */
  rules?: readonly string[];
  /** The minutes that a lock lasts. */
  minutes?: number;
}

/** The parts that every page of a sign-in is made of. */
export interface StepForm {
  view: PageView;
  orgId: string;
  /** The sign-in. */
  id: string;
  csrf: string;
  /** The name that was typed or hinted at. */
  name: string | null;
  /** The names of the other factors that are offered. */
  others: readonly string[];
  error?: StepError;
}

/** The form of a step: `action` is the last part of its path. */
export function stepForm({ orgId, id, csrf }: StepForm, action: string, content: Markup): Markup {
  return html`<form method="post" action="/login/${orgId}/${action}">
${hiddenField('sign_in', id)}${hiddenField('csrf', csrf)}
${content}
</form>`;
}

/** Few users have an access pass, so its link is small. */
const seldom = 'access-pass';

/** Links to the other ways of the same step. */
export function otherWays({ view, orgId, id, others }: StepForm): Markup | null {
  if (others.length === 0) return null;
  const texts = say(signInTexts, view.locale);
  const names: Readonly<Record<string, string>> = say(factorTexts, view.locale);
  const path = `/login/${orgId}?sign_in=${id}&factor=`;
  const usual = others.filter((name) => name !== seldom);
  return html`${
    usual.length > 0 &&
    html`<p class="or">${texts.or}</p>
<ul class="choices">${usual.map((name) => html`<li><a class="button quiet" href="${path}${name}">${names[name] ?? name}</a></li>`)}</ul>`
  }${others.length > usual.length && html`<p class="after"><a href="${path}${seldom}">${names[seldom] ?? seldom}</a></p>`}`;
}

/**
 * Shows the user who is signing in, and the way back for another user. Password managers find the name beside the
 * password.
 */
export function whoIsIt({ view, orgId, id, name }: StepForm): Markup | null {
  if (name === null) return null;
  const texts = say(signInTexts, view.locale);
  return html`<p class="who"><span>${name}</span> <a href="/login/${orgId}?sign_in=${id}&factor=identifier">${texts.notYou}</a></p>
<input class="unseen" type="text" name="username" value="${name}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>`;
}

/** Tells a user who came by a link, and has typed no name, the name to sign in with. */
export const usernameLine = ({ view, name }: Pick<StepForm, 'view' | 'name'>): Markup | null =>
  name === null ? null : html`<p>${say(signInTexts, view.locale).yourUsername(name)}</p>`;

/** Returns the error of a step in words: several for a password that breaks several rules. */
export function stepErrors({
  view,
  error,
}: Pick<StepForm, 'view' | 'error'>): { text: string; field?: string }[] {
  if (!error) return [];
  const at = error.field === undefined ? {} : { field: error.field };
  if (error.rules) return ruleErrors(view, error.rules).map((text) => ({ text, ...at }));
  return [{ text: wordsOf(error, view.locale), ...at }];
}

/** Puts errors above the form. For pages that have no field to put them beside. */
export const withoutField = (errors: readonly { text: string }[]): { text: string }[] =>
  errors.map(({ text }) => ({ text }));

function wordsOf({ text, minutes = 0 }: StepError, locale: Locale): string {
  const texts = say(signInTexts, locale);
  if (typeof text === 'function') return text(locale);
  return text === 'locked' ? texts.locked(minutes) : texts[text];
}

/** Returns the advice for each rule that a password breaks. */
export function ruleErrors({ locale }: Pick<PageView, 'locale'>, rules: readonly string[]): string[] {
  const texts: Readonly<Record<string, string>> = say(passwordRuleTexts, locale);
  return rules.map((rule) => texts[rule] ?? say(signInTexts, locale).rules);
}

/** The errors of a step: those of the form above it, and that of a field to put beside it. */
export function told(form: StepForm): { summary: Markup | null; of: (field: string) => string | undefined } {
  const errors = stepErrors(form);
  return {
    summary: errorSummary(errors),
    of: (field) => errorsAt(errors, field),
  };
}

/** The parts around the question who wants to sign in. */
interface Beside {
  /** The application that sent them here. */
  application: PageApplication | undefined;
  /** The buttons of other providers, which have no link then. */
  social: Markup | null;
  /** The button of the identity provider that a hint of the application names. */
  hinted: Markup | null;
  /** Whether people may create an account. */
  offersAccount: boolean;
  /** A way in for the operator of the service; null for all other users. */
  operator: string | null;
}

/** Asks who wants to sign in. */
export function identifierPage(
  form: StepForm,
  { application, social, hinted, offersAccount, operator }: Beside,
): Markup {
  const { view, name, error, others } = form;
  const texts = say(signInTexts, view.locale);
  const { summary, of } = told(form);
  const passkeys = others.includes('passkey');
  const field = textField({
    name: 'username',
    label: texts.username,
    value: name ?? '',
    autocomplete: 'username webauthn',
    error: of('username'),
    autofocus: hinted === null || of('username') !== undefined,
    maxlength: 256,
  });
  return layout(
    view,
    texts.title,
    html`${leadTo(application, texts.lead(application?.name ?? view.branding.displayName))}
${summary}
${hinted && html`${hinted}<p class="or">${texts.or}</p>`}
${stepForm(form, 'identifier', html`${field}<button${hinted && html` class="quiet"`} type="submit">${texts.next}</button>`)}
${passkeys && passkeyOffer(form)}
${otherWays({ ...form, others: others.filter((other) => other !== 'passkey' && (other !== 'social' || social === null)) })}
${social && html`<p class="or">${texts.or}</p>`}
${social}
${offersAccount && accountOffer(form)}
${operator !== null && html`<p class="after">${operator}</p>`}`,
    { failed: error !== undefined, scripts: passkeys ? [passkeyScript] : [] },
  );
}

/** Says where the sign-in leads to, beside the logo of the application if it has one. */
const leadTo = (application: PageApplication | undefined, text: string): Markup =>
  application && application.logoUri !== null
    ? html`<div class="client">${applicationLogo(application)}<p class="lead">${text}</p></div>`
    : html`<p class="lead">${text}</p>`;

function accountOffer({ view, orgId, id }: StepForm): Markup {
  const texts = say(registrationTexts, view.locale);
  return html`<p class="after">${texts.offer} <a href="/login/${orgId}/create-account?sign_in=${id}">${texts.create}</a></p>`;
}

/** Asks for the password. */
export function passwordPage(form: StepForm): Markup {
  const { view, error } = form;
  const texts = say(signInTexts, view.locale);
  const { summary, of } = told(form);
  const field = passwordField(view, {
    name: 'password',
    label: texts.password,
    error: of('password'),
    autofocus: true,
  });
  return layout(
    view,
    texts.passwordTitle,
    html`${summary}
${stepForm(form, 'password', html`${whoIsIt(form)}${field}<button type="submit">${texts.signIn}</button>`)}
<p class="after"><a href="/login/${form.orgId}/forgot-password?sign_in=${form.id}">${say(linkTexts, view.locale).forgot}</a></p>
${otherWays(form)}`,
    { failed: error !== undefined, scripts: [passwordScript] },
  );
}

/** Asks for another password, because the old one is too old. @param isFirst whether the user has none yet */
export function newPasswordPage(form: StepForm, { isFirst = false }: { isFirst?: boolean } = {}): Markup {
  const { view, name, error } = form;
  const texts = say(signInTexts, view.locale);
  const { summary, of } = told(form);
  const field = passwordField(view, {
    name: 'new_password',
    label: texts.newPassword,
    hint: texts.newPasswordHint,
    error: of('new_password'),
    autofocus: true,
    isNew: true,
  });
  return layout(
    view,
    isFirst ? texts.firstPasswordTitle : texts.newPasswordTitle,
    html`<p class="lead">${isFirst ? texts.firstPasswordLead : texts.newPasswordLead}</p>
${isFirst && usernameLine(form)}
${summary}
${stepForm(
  form,
  'new-password',
  html`${name !== null && html`<input class="unseen" type="text" name="username" value="${name}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>`}${field}<button type="submit">${texts.newPasswordSave}</button>`,
)}
${otherWays(form)}`,
    { failed: error !== undefined, scripts: [passwordScript] },
  );
}

/** The application wants more proof than the person can give. */
export function noSecondFactorPage({ view }: StepForm): Markup {
  const texts = say(signInTexts, view.locale);
  return layout(view, texts.noSecondTitle, html`<p>${texts.noSecond}</p>`, { failed: true });
}

/** The sign-in is over, or was begun in another browser, or the browser keeps no cookies. */
export function overPage(view: PageView, orgId: string): Markup {
  const texts = say(signInTexts, view.locale);
  return layout(
    view,
    texts.overTitle,
    html`<p>${texts.over}</p>
<p><a class="button" href="/login/${orgId}">${texts.startAgain}</a></p>`,
    { failed: true },
  );
}

/** Asks whether to sign out. */
export function signOutPage(view: PageView, orgId: string, csrf: string): Markup {
  const texts = say(signInTexts, view.locale);
  return layout(
    view,
    texts.signOutTitle,
    html`<p>${texts.signOutLead(view.branding.displayName)}</p>
<form method="post" action="/logout/${orgId}">
${hiddenField('csrf', csrf)}
<button type="submit">${texts.signOut}</button>
</form>
<p class="after"><a class="button quiet" href="/account/${orgId}">${texts.stay}</a></p>`,
  );
}
