import { html, type Markup } from '../lib/markup.ts';
import { qrCodeUri } from '../lib/qr-code.ts';
import { say } from './catalogue.ts';
import { errorSummary, hiddenField, layout, textField } from './layout.ts';
import { secondFactorTexts } from './messages/second-factors.ts';
import { type CodeError, hiddenFields, otpField } from './second-factors.ts';
import type { PageView } from './view.ts';

/** What is being set up. */
interface Enrolment {
  secret: string;
  uri: string;
  algorithm: string;
  digits: number;
  periodSeconds: number;
}

interface EnrolmentForm {
  orgId: string;
  csrf: string;
  /** The sign-in in which everybody must; undefined on the account page. */
  signIn?: string | undefined;
  error?: CodeError | undefined;
}

const grouped = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');
const accountPath = (orgId: string): string => `/account/${encodeURIComponent(orgId)}`;

/** Shows the secret as a QR code and as a text, and asks for the first code. */
export function totpEnrolmentPage(
  view: PageView,
  { secret, uri, algorithm, digits, periodSeconds }: Enrolment,
  { orgId, csrf, signIn, error }: EnrolmentForm,
): Markup {
  const texts = say(secondFactorTexts, view.locale);
  const action =
    signIn === undefined
      ? `${accountPath(orgId)}/totp`
      : `/login/${encodeURIComponent(orgId)}/totp/enrolment`;
  return layout(
    view,
    texts.setUpTitle,
    html`${errorSummary(view, error ? [{ field: 'otp', text: texts[error] }] : [])}
${signIn !== undefined && html`<p class="lead">${texts.required}</p>`}
<p class="lead">${texts.setUpLead}</p>
<p>${texts.scan}</p>
<p><img class="qr" src="${qrCodeUri(uri)}" alt="${texts.qrCode}" width="208" height="208"></p>
<p><a href="${uri}">${texts.openApp}</a></p>
<p>${texts.cannotScan}</p>
<code class="secret" translate="no">${grouped(secret)}</code>
<p class="hint">${texts.details(texts.form(algorithm, digits, periodSeconds))}</p>
<p>${texts.enter}</p>
<form method="post" action="${action}">
${signIn === undefined ? html`${hiddenField('csrf', csrf)}${hiddenField('action', 'confirm')}` : hiddenFields({ signIn, csrf })}
${otpField(texts.code, error && texts[error])}
<button>${texts.confirm}</button>
</form>
${signIn === undefined && html`<p><a href="${accountPath(orgId)}">${texts.back}</a></p>`}`,
    { failed: error !== undefined },
  );
}

/** Shows recovery codes, once. @param next a path of ours that leads on */
export function recoveryCodesPage(view: PageView, codes: readonly string[], next: string): Markup {
  const texts = say(secondFactorTexts, view.locale);
  return layout(
    view,
    codes.length > 0 ? texts.codesTitle : texts.settingsTitle,
    html`<p>${codes.length > 0 ? texts.codesLead : texts.codesNone}</p>
${codes.length > 0 && html`<ul class="codes" translate="no">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>`}
<p><a class="button" href="${next}">${codes.length > 0 ? texts.saved : texts.next}</a></p>`,
  );
}

/** What a person has set up. */
export interface TotpSetUp {
  createdAt: Date;
  recoveryCodes: number;
}

const dayOf = (date: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** Shows the app there is; a code renews the recovery codes, or removes it. */
export function totpSettingsPage(
  view: PageView,
  { createdAt, recoveryCodes }: TotpSetUp,
  { orgId, csrf, error }: Pick<EnrolmentForm, 'orgId' | 'csrf' | 'error'>,
): Markup {
  const texts = say(secondFactorTexts, view.locale);
  const text = error && texts[error];
  return layout(
    view,
    texts.settingsTitle,
    html`${errorSummary(view, text ? [{ field: 'otp', text }] : [])}
<p>${texts.since(dayOf(createdAt, view.locale))} ${texts.left(recoveryCodes)}</p>
<p>${texts.manageLead}</p>
<form method="post" action="${accountPath(orgId)}/totp">
${hiddenField('csrf', csrf)}
${textField({ name: 'otp', label: texts.anyCode, autocomplete: 'one-time-code', error: text, maxlength: 100 })}
<div class="choices">
<button name="action" value="renew" aria-describedby="renew-hint">${texts.renew}</button>
<p class="hint" id="renew-hint">${texts.renewHint}</p>
<button class="danger" name="action" value="remove">${texts.remove}</button>
</div>
</form>
<p><a href="${accountPath(orgId)}">${texts.back}</a></p>`,
    { failed: error !== undefined },
  );
}

/** Tells that nobody sets up an app here. */
export function totpOffPage(view: PageView, orgId: string): Markup {
  const texts = say(secondFactorTexts, view.locale);
  return layout(
    view,
    texts.settingsTitle,
    html`<p>${texts.off}</p><p><a class="button" href="${accountPath(orgId)}">${texts.back}</a></p>`,
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
<p><a class="button quiet" href="${accountPath(orgId)}/totp">${setUp ? texts.manage : texts.setUp}</a></p></section>`;
}
