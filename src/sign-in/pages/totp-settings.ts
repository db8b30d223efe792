import { html, type Markup } from '../../lib/markup.ts';
import { accountPath } from './account.ts';
import { qrCodeUri } from '../qr-code.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout, textField } from '../../platform/pages/layout.ts';
import { recoveryCodeTexts } from './messages/recovery-codes.ts';
import { secondFactorTexts } from './messages/second-factors.ts';
import { type CodeError, otpField } from './second-factors.ts';
import { otherWays, type StepForm, stepForm, told } from './sign-in.ts';
import type { PageView } from '../../platform/pages/view.ts';

/** The app that is being set up. */
interface Enrolment {
  secret: string;
  uri: string;
  algorithm: string;
  digits: number;
  periodSeconds: number;
}

/** A form of the account page about the app, and what was wrong with it. */
export interface TotpForm {
  view: PageView;
  orgId: string;
  csrf: string;
  error?: CodeError | undefined;
}

const grouped = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

/** Where everybody must, shows who signs in how to set an app up. */
export function enrolTotpPage(form: StepForm, enrolment: Enrolment): Markup {
  const texts = say(secondFactorTexts, form.view.locale);
  const { summary, of } = told(form);
  return layout(
    form.view,
    texts.setUpTitle,
    html`<p class="lead">${texts.required}</p>
${summary}
${howTo(form.view, enrolment)}
${stepForm(form, 'totp/enrolment', html`${otpField(texts.code, of('otp'), form.error !== undefined)}<button type="submit">${texts.confirm}</button>`)}
${otherWays(form)}`,
    { failed: form.error !== undefined },
  );
}

/** Shows the same to a signed-in user. */
export function newTotpPage({ view, orgId, csrf, error }: TotpForm, enrolment: Enrolment): Markup {
  const texts = say(secondFactorTexts, view.locale);
  const text = error && texts[error];
  return layout(
    view,
    texts.setUpTitle,
    html`${howTo(view, enrolment)}
<form method="post" action="/account/${orgId}/totp">
${hiddenField('csrf', csrf)}${hiddenField('action', 'confirm')}
${otpField(texts.code, text, error !== undefined)}
<button type="submit">${texts.confirm}</button>
</form>
<p class="after"><a class="button quiet" href="${accountPath(orgId, 'security')}">${texts.back}</a></p>`,
    { failed: error !== undefined },
  );
}

/**
 * Shows the secret as a QR code, as a link for a user who reads this on the phone, and as a text for a user who must
 * type it.
 */
function howTo({ locale }: PageView, { secret, uri, algorithm, digits, periodSeconds }: Enrolment): Markup {
  const texts = say(secondFactorTexts, locale);
  return html`<p>${texts.setUpLead}</p>
<p>${texts.scan}</p>
<p><img class="qr" src="${qrCodeUri(uri)}" alt="${texts.qrCode}" width="208" height="208"></p>
<p><a class="button quiet" href="${uri}">${texts.openApp}</a></p>
<p>${texts.cannotScan}</p>
<code class="secret" translate="no">${grouped(secret)}</code>
<p class="hint">${texts.details(texts.form(algorithm, digits, periodSeconds))}</p>
<p>${texts.enter}</p>`;
}

/** Shows recovery codes, once. @param next a path of ours that leads on */
export function recoveryCodesPage(view: PageView, codes: readonly string[], next: string): Markup {
  const texts = say(secondFactorTexts, view.locale);
  return layout(
    view,
    codes.length > 0 ? texts.codesTitle : texts.settingsTitle,
    html`<p>${codes.length > 0 ? texts.codesLead : texts.codesNone}</p>
${
  codes.length > 0 &&
  html`<ul class="codes" translate="no">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
${keepCodes(view)}`
}
<p><a class="button" href="${next}">${codes.length > 0 ? texts.saved : texts.next}</a></p>`,
    { scripts: codes.length > 0 ? ['/ui/codes.js'] : [] },
  );
}

/**
 * Buttons that copy the codes, and save them as a file. Only a script can do either: without it, the codes would have to go over
 * the network once more. The codes stand on the page as text, and the page can be printed.
 */
function keepCodes({ locale, branding }: PageView): Markup {
  const texts = say(recoveryCodeTexts, locale);
  const name = texts.file(branding.displayName);
  return html`<div class="keep" data-codes data-copied="${texts.copied}" data-failed="${texts.failed}" data-name="${name}" hidden>
<button class="quiet" type="button" data-copy>${texts.copy}</button>
<button class="quiet" type="button" data-download>${texts.download}</button>
<p class="hint" role="status"></p>
</div>`;
}

/** The app that a user has set up, and the number of recovery codes. */
export interface TotpSetUp {
  createdAt: Date;
  recoveryCodes: number;
}

const dayOf = (date: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** Shows the app there is; a code renews the recovery codes, or removes it. */
export function totpSettingsPage(
  { view, orgId, csrf, error }: TotpForm,
  { createdAt, recoveryCodes }: TotpSetUp,
): Markup {
  const texts = say(secondFactorTexts, view.locale);
  const text = error && texts[error];
  return layout(
    view,
    texts.settingsTitle,
    html`<p>${texts.since(dayOf(createdAt, view.locale))} ${texts.left(recoveryCodes)}</p>
<p>${texts.manageLead}</p>
<form method="post" action="/account/${orgId}/totp">
${hiddenField('csrf', csrf)}
${textField({ name: 'otp', label: texts.anyCode, autocomplete: 'one-time-code', error: text, maxlength: 100 })}
<div class="choices">
<button type="submit" name="action" value="renew" aria-describedby="renew-hint">${texts.renew}</button>
<p class="hint" id="renew-hint">${texts.renewHint}</p>
<button class="danger" type="submit" name="action" value="remove">${texts.remove}</button>
</div>
</form>
<p class="after"><a class="button quiet" href="${accountPath(orgId, 'security')}">${texts.back}</a></p>`,
    { failed: error !== undefined },
  );
}

/** Tells that users cannot set up an app here. */
export function totpOffPage(view: PageView, orgId: string): Markup {
  const texts = say(secondFactorTexts, view.locale);
  return layout(
    view,
    texts.settingsTitle,
    html`<p>${texts.off}</p><p><a class="button" href="${accountPath(orgId, 'security')}">${texts.back}</a></p>`,
  );
}

/** The part of the account page that is about this; absent where codes are switched off and none are set up. */
export function totpSection(
  { locale }: PageView,
  orgId: string,
  { enabled, setUp }: { enabled: boolean; setUp: TotpSetUp | undefined },
): Markup | null {
  if (!enabled && !setUp) return null;
  const texts = say(secondFactorTexts, locale);
  const told = setUp
    ? html`${texts.since(dayOf(setUp.createdAt, locale))} ${texts.left(setUp.recoveryCodes)}`
    : texts.notSetUp;
  return html`<section aria-labelledby="totp-heading"><h2 id="totp-heading">${texts.settingsTitle}</h2>
<p>${told}</p>
<p><a class="button quiet" href="/account/${orgId}/totp">${setUp ? texts.manage : texts.setUp}</a></p></section>`;
}
