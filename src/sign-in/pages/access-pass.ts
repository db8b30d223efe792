import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layout, textField } from '../../platform/pages/layout.ts';
import { accessPassTexts } from './messages/access-pass.ts';
import { otherWays, type StepError, type StepForm, stepForm, told, whoIsIt } from './sign-in.ts';

/** The errors of an access pass that was typed. */
export type PassError = 'noPass' | 'wrongPass' | 'lockedPass';

export const passError = (text: PassError): StepError => ({
  text: (locale) => say(accessPassTexts, locale)[text],
  field: 'access_pass',
});

/** Asks for the access pass. */
export function accessPassPage(form: StepForm): Markup {
  const texts = say(accessPassTexts, form.view.locale);
  const { summary, of } = told(form);
  const field = textField({
    name: 'access_pass',
    label: texts.pass,
    autocomplete: 'off',
    error: of('access_pass'),
    autofocus: true,
    maxlength: 100,
  });
  return layout(
    form.view,
    texts.title,
    html`<p class="lead">${texts.lead}</p>
${summary}
${stepForm(form, 'access-pass', html`${whoIsIt(form)}${field}<button type="submit">${texts.next}</button>`)}
${otherWays(form)}`,
    { failed: form.error !== undefined },
  );
}
