import { html, type Markup } from '../lib/markup.ts';
import { say } from './catalogue.ts';
import { errorSummary, hiddenField, layout, textField } from './layout.ts';
import { secondFactorTexts } from './messages/second-factors.ts';
import type { PageView } from './view.ts';

/** What was wrong with a code that was typed. */
export type CodeError = 'missing' | 'wrong' | 'wrongRecovery' | 'used' | 'locked' | 'lockedRecovery';

/** The sign-in that a page is of. */
export interface StepForm {
  orgId: string;
  signIn: string;
  csrf: string;
  error?: CodeError | undefined;
}

export const hiddenFields = ({ signIn, csrf }: Pick<StepForm, 'signIn' | 'csrf'>): Markup =>
  html`${hiddenField('sign_in', signIn)}${hiddenField('csrf', csrf)}`;

const other = ({ orgId, signIn }: StepForm, factor: string, text: string): Markup =>
  html`<p><a href="/login/${encodeURIComponent(orgId)}?sign_in=${encodeURIComponent(signIn)}&factor=${factor}">${text}</a></p>`;

/** Asks for the code of the authenticator app; stable field name `otp`. */
export function totpPage(view: PageView, form: StepForm & { canRecover: boolean }): Markup {
  const texts = say(secondFactorTexts, view.locale);
  const { orgId, error, canRecover } = form;
  return layout(
    view,
    texts.codeTitle,
    html`${errorSummary(view, error ? [{ field: 'otp', text: texts[error] }] : [])}
<p class="lead">${texts.codeLead}</p>
<form method="post" action="/login/${encodeURIComponent(orgId)}/totp">
${hiddenFields(form)}
${otpField(texts.code, error && texts[error])}
<button>${texts.next}</button>
</form>
${canRecover && other(form, 'recovery-code', texts.useRecovery)}`,
    { failed: error !== undefined },
  );
}

export const otpField = (label: string, error: string | undefined): Markup =>
  textField({
    ...{ name: 'otp', label, autocomplete: 'one-time-code', inputmode: 'numeric' },
    ...{ error, autofocus: true, maxlength: 20 },
  });

/** Asks for a recovery code; stable field name `recovery_code`. */
export function recoveryCodePage(view: PageView, form: StepForm): Markup {
  const texts = say(secondFactorTexts, view.locale);
  const { orgId, error } = form;
  return layout(
    view,
    texts.recoveryTitle,
    html`${errorSummary(view, error ? [{ field: 'recovery_code', text: texts[error] }] : [])}
<p class="lead">${texts.recoveryLead}</p>
<form method="post" action="/login/${encodeURIComponent(orgId)}/recovery-code">
${hiddenFields(form)}
${textField({ name: 'recovery_code', label: texts.recoveryCode, autocomplete: 'off', error: error && texts[error], autofocus: true, maxlength: 100 })}
<button>${texts.next}</button>
</form>
${other(form, 'totp', texts.useApp)}`,
    { failed: error !== undefined },
  );
}
