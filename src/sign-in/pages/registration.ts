import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { errorsAt, hiddenField, textField } from '../../platform/pages/layout.ts';
import { passwordField, passwordScript } from './password-field.ts';
import type { PageView } from '../../platform/pages/view.ts';
import { around, ending, errorsOf, type LinkForm, type LinkProblem } from './link-form.ts';
import { linkTexts } from './messages/mailed-links.ts';
import { profileTexts } from './messages/profile.ts';
import { registrationTexts } from './messages/registration.ts';
import { signInTexts } from './messages/sign-in.ts';

export const noEmail: LinkProblem = {
  text: (locale) => say(registrationTexts, locale).noEmail,
  field: 'email',
};

/** @param domains those whose addresses may create an account */
export const otherDomain = (domains: readonly string[]): LinkProblem => ({
  text: (locale) => say(registrationTexts, locale).domain(listed(domains)),
  field: 'email',
});

export const refusedName: LinkProblem = {
  text: (locale) => say(profileTexts, locale).refused,
  field: 'display_name',
};

/** A longer list would name every customer of a service. */
const mostListed = 3;

const listed = (domains: readonly string[]): string =>
  `${domains.slice(0, mostListed).join(', ')}${domains.length > mostListed ? ' …' : ''}`;

interface Asked {
  email: string;
  /** The sign-in that the user comes from. */
  signIn: string | undefined;
  /** Those whose addresses may create an account; empty for all. */
  domains: readonly string[];
}

/** Asks for the address of a new account. */
export function registrationPage(form: LinkForm, { email, signIn, domains }: Asked): Markup {
  const texts = say(registrationTexts, form.view.locale);
  const field = textField({
    name: 'email',
    label: say(profileTexts, form.view.locale).email,
    type: 'email',
    value: email,
    autocomplete: 'email',
    error: errorsAt(errorsOf(form), 'email'),
    autofocus: true,
    maxlength: 254,
  });
  const lead = domains.length === 0 ? texts.lead : `${texts.lead} ${texts.leadDomains(listed(domains))}`;
  return around(
    form,
    texts.title,
    lead,
    html`${signIn !== undefined && hiddenField('sign_in', signIn)}${field}<button type="submit">${say(signInTexts, form.view.locale).next}</button>`,
  );
}

/** Says the same whether a user has the address or not. */
export const registrationSentPage = (view: PageView, orgId: string, email: string): Markup => {
  const texts = say(registrationTexts, view.locale);
  const { sentTitle } = say(linkTexts, view.locale);
  return ending(view, sentTitle, texts.sent(email), toSignIn(view, orgId));
};

/** The settings do not let people create an account. */
export const registrationClosedPage = (view: PageView, orgId: string): Markup => {
  const texts = say(registrationTexts, view.locale);
  return ending(view, texts.closedTitle, texts.closed, toSignIn(view, orgId), true);
};

/** Asks for the name and the password of a new account. */
export function newAccountPage(form: LinkForm, email: string, displayName: string): Markup {
  const texts = say(registrationTexts, form.view.locale);
  const { invitationTitle, invitationLead } = say(linkTexts, form.view.locale);
  const { password: label, newPasswordHint: hint } = say(signInTexts, form.view.locale);
  const errors = errorsOf(form);
  const name = textField({
    name: 'display_name',
    label: texts.name,
    value: displayName,
    autocomplete: 'name',
    error: errorsAt(errors, 'display_name'),
    autofocus: errors.every(({ field }) => field !== 'new_password'),
    required: false,
    maxlength: 256,
  });
  const password = passwordField(form.view, {
    name: 'new_password',
    label,
    hint,
    error: errorsAt(errors, 'new_password'),
    isNew: true,
  });
  return around(
    form,
    invitationTitle(form.view.branding.displayName),
    invitationLead(email),
    html`<input class="unseen" type="text" name="username" value="${email}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>${name}${password}<button type="submit">${texts.create}</button>`,
    [passwordScript],
  );
}

export const takenPage = (view: PageView, orgId: string, email: string): Markup => {
  const texts = say(registrationTexts, view.locale);
  return ending(view, texts.takenTitle, texts.taken(email), toSignIn(view, orgId), true);
};

/** The users of the tenant, or the accounts of a day, are at their limit. */
export const fullPage = (view: PageView, orgId: string, limit: 'FULL' | 'FULL_TODAY'): Markup => {
  const texts = say(registrationTexts, view.locale);
  const text = limit === 'FULL' ? texts.full : texts.fullToday;
  return ending(view, texts.fullTitle, text, toSignIn(view, orgId), true);
};

const toSignIn = ({ locale }: PageView, orgId: string): { path: string; text: string } => ({
  path: `/login/${orgId}`,
  text: say(linkTexts, locale).toSignIn,
});
