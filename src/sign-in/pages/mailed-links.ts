import { html, type Markup } from '../../lib/markup.ts';
import { type AccountForm, accountForm } from './account.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { errorsAt, errorSummary, hiddenField, layout, textField } from '../../platform/pages/layout.ts';
import { passwordField, passwordScript } from './password-field.ts';
import { linkTexts } from './messages/mailed-links.ts';
import { signInTexts } from './messages/sign-in.ts';
import { around, ending, errorsOf, type LinkForm } from './link-form.ts';
import { otherWays, stepErrors, type StepForm, stepForm, whoIsIt, withoutField } from './sign-in.ts';
import type { PageView } from '../../platform/pages/view.ts';

/** Offers to send a link, or tells that one was sent, if there is anybody to send it to. */
export function magicLinkPage(form: StepForm, { sent, bound }: { sent: boolean; bound: boolean }): Markup {
  const { view, name, error } = form;
  const texts = say(linkTexts, view.locale);
  const told = sent
    ? html`<div class="notice" role="status"><p>${texts.sent(name ?? '')}${bound && html` ${texts.sentHere}`}</p></div>`
    : html`<p class="lead">${texts.askLead}</p>`;
  const button = sent
    ? html`<button class="quiet" type="submit">${texts.askAgain}</button>`
    : html`<button type="submit">${texts.ask}</button>`;
  return layout(
    view,
    sent ? texts.sentTitle : texts.askTitle,
    html`${errorSummary(withoutField(stepErrors(form)))}
${told}
${stepForm(form, 'magic-link', html`${whoIsIt(form)}${button}`)}
${otherWays(form)}`,
    { failed: error !== undefined },
  );
}

/** Asks whether to sign in: what only opens links must not use them up. */
export function confirmSignInPage(form: LinkForm, name: string): Markup {
  const texts = say(linkTexts, form.view.locale);
  const lead = texts.confirmLead(name, form.view.branding.displayName);
  return around(form, texts.confirmTitle, lead, html`<button type="submit">${texts.confirm}</button>`);
}

/** The link was asked for in another browser. */
export function elsewherePage(view: PageView, orgId: string): Markup {
  const texts = say(linkTexts, view.locale);
  return ending(
    view,
    texts.elsewhereTitle,
    texts.elsewhere,
    { path: `/login/${orgId}`, text: texts.toSignIn },
    true,
  );
}

/** The texts of a page for a link that does not work, by the purpose of the link. */
export type OverText = 'over' | 'overInvitation' | 'overRegistration';

/** The link does not work (any more). */
export function linkOverPage(view: PageView, orgId: string, of: OverText): Markup {
  const texts = say(linkTexts, view.locale);
  return ending(view, texts.overTitle, texts[of], { path: `/login/${orgId}`, text: texts.toSignIn }, true);
}

/** Asks whose password was forgotten. @param name what they said at the sign-in */
export function forgottenPage(
  form: LinkForm,
  { name, signIn }: { name: string; signIn: string | undefined },
): Markup {
  const { locale } = form.view;
  const texts = say(linkTexts, locale);
  const field = textField({
    name: 'username',
    label: say(signInTexts, locale).username,
    value: name,
    autocomplete: 'username',
    error: errorsAt(errorsOf(form), 'username'),
    autofocus: true,
    maxlength: 256,
  });
  return around(
    form,
    texts.forgotTitle,
    texts.forgotLead,
    html`${signIn !== undefined && hiddenField('sign_in', signIn)}${field}<button type="submit">${texts.forgotSend}</button>`,
  );
}

/** Tells that a mail was sent, if there is anybody to send it to. */
export function forgottenSentPage(view: PageView, orgId: string, name: string): Markup {
  const texts = say(linkTexts, view.locale);
  return ending(view, texts.sentTitle, texts.sent(name), { path: `/login/${orgId}`, text: texts.toSignIn });
}

/** This service cannot send mail. */
export function noMailPage(view: PageView, orgId: string): Markup {
  const texts = say(linkTexts, view.locale);
  return ending(
    view,
    texts.noMailTitle,
    texts.noMail,
    { path: `/login/${orgId}`, text: texts.toSignIn },
    true,
  );
}

/** Asks a user who forgot their password for another one. */
export function resetPage(form: LinkForm, username: string): Markup {
  const texts = say(linkTexts, form.view.locale);
  return around(form, texts.resetTitle, texts.resetLead, newPassword(form, username, texts.resetSave), [
    passwordScript,
  ]);
}

/** @param next where they sign in */
export function resetDonePage(view: PageView, next: string): Markup {
  const texts = say(linkTexts, view.locale);
  return ending(view, texts.resetDoneTitle, texts.resetDone, { path: next, text: texts.toSignIn });
}

/** Asks an invited user for a password. */
export function invitationPage(form: LinkForm, username: string): Markup {
  const texts = say(linkTexts, form.view.locale);
  const title = texts.invitationTitle(form.view.branding.displayName);
  return around(
    form,
    title,
    texts.invitationLead(username),
    newPassword(form, username, texts.invitationSave),
    [passwordScript],
  );
}

/** Asks whether an address is one's own. */
export function verificationPage(form: LinkForm, address: string): Markup {
  const texts = say(linkTexts, form.view.locale);
  const button = html`<button type="submit">${texts.verify}</button>`;
  return around(form, texts.verifyTitle, texts.verifyLead(address), button);
}

export function verifiedPage(view: PageView, orgId: string): Markup {
  const texts = say(linkTexts, view.locale);
  const next = { path: `/account/${orgId}`, text: texts.toAccount };
  return ending(view, texts.verifiedTitle, texts.verified, next);
}

/** Shows a section of the account page to users whose address is not verified. */
export function addressSection(form: AccountForm, address: string): Markup {
  const texts = say(linkTexts, form.view.locale);
  return html`<section aria-labelledby="address-title">
<h2 id="address-title">${texts.accountTitle}</h2>
<p>${texts.accountLead(address)}</p>
${accountForm(form, 'verify-email', html`<button class="quiet" type="submit">${texts.accountSend}</button>`)}
</section>`;
}

function newPassword(form: LinkForm, username: string, save: string): Markup {
  const texts = say(signInTexts, form.view.locale);
  const field = passwordField(form.view, {
    name: 'new_password',
    label: texts.newPassword,
    hint: texts.newPasswordHint,
    error: errorsAt(errorsOf(form), 'new_password'),
    autofocus: true,
    isNew: true,
  });
  return html`<input class="unseen" type="text" name="username" value="${username}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>${field}<button type="submit">${save}</button>`;
}
