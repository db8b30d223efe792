import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layout, textField } from '../../platform/pages/layout.ts';
import { secondFactorTexts } from './messages/second-factors.ts';
import { otherWays, type StepError, type StepForm, stepForm, told } from './sign-in.ts';

/** The errors of a code that was typed. */
export type CodeError =
  | 'noCode'
  | 'wrongCode'
  | 'usedCode'
  | 'lockedCode'
  | 'wrongRecovery'
  | 'lockedRecovery';

export const codeError = (text: CodeError, field: string): StepError => ({
  text: (locale) => say(secondFactorTexts, locale)[text],
  field,
});

/** Asks for the code of the authenticator app. */
export function totpPage(form: StepForm): Markup {
  const texts = say(secondFactorTexts, form.view.locale);
  const { summary, of } = told(form);
  return layout(
    form.view,
    texts.codeTitle,
    html`<p class="lead">${texts.codeLead}</p>
${summary}
${stepForm(form, 'totp', html`${otpField(texts.code, of('otp'), true)}<button type="submit">${texts.next}</button>`)}
${otherWays(form)}`,
    { failed: form.error !== undefined },
  );
}

/** Phones offer the code for a field like this. @param autofocus not where something is to be read first */
export const otpField = (label: string, error: string | undefined, autofocus: boolean): Markup =>
  textField({
    name: 'otp',
    label,
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    error,
    autofocus,
    maxlength: 20,
  });

/** Asks for a recovery code. */
export function recoveryCodePage(form: StepForm): Markup {
  const texts = say(secondFactorTexts, form.view.locale);
  const { summary, of } = told(form);
  const field = textField({
    name: 'recovery_code',
    label: texts.recoveryCode,
    autocomplete: 'off',
    error: of('recovery_code'),
    autofocus: true,
    maxlength: 100,
  });
  return layout(
    form.view,
    texts.recoveryTitle,
    html`<p class="lead">${texts.recoveryLead}</p>
${summary}
${stepForm(form, 'recovery-code', html`${field}<button type="submit">${texts.next}</button>`)}
${otherWays(form)}`,
    { failed: form.error !== undefined },
  );
}
