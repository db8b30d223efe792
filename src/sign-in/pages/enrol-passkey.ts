import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout } from '../../platform/pages/layout.ts';
import type { PasskeyOutcome } from '../../users/passkeys/pages/passkeys.ts';
import { newPasskeyForm } from '../../users/passkeys/pages/passkeys.ts';
import { passkeyTexts } from '../../users/passkeys/pages/messages/passkeys.ts';
import { passkeyScript } from '../../users/passkeys/pages/passkey-offer.ts';
import { newPassword } from '../steps/new-password.ts';
import type { StepContext } from '../hosted.ts';
import { otherWays, type StepError, type StepForm, told, usernameLine } from './sign-in.ts';

/** Why a passkey was not set up. */
export const enrolmentError = (text: PasskeyOutcome): StepError => ({
  text: (locale) => say(passkeyTexts, locale)[text],
  ...(text === 'nameNeeded' ? { field: 'name' } : {}),
});

/** Shows a user who must set a factor up how to make a passkey. */
export function enrolPasskeyPage(form: StepForm, { call }: Pick<StepContext, 'call'>): Markup {
  const { view, orgId, id, csrf, error } = form;
  const texts = say(passkeyTexts, view.locale);
  const { summary, of } = told(form);
  const hidden = html`${hiddenField('sign_in', id)}${hiddenField('csrf', csrf)}`;
  // A user who has no way to sign in yet chooses one. Otherwise the passkey is a second step.
  const isFirst = form.others.includes(newPassword);
  const lead = isFirst ? texts.chooseLead : texts.setUpLead;
  const action = `/login/${orgId}/passkey/enrolment`;
  return layout(
    view,
    texts.setUpTitle,
    html`<p class="lead">${lead}</p>
${isFirst && usernameLine(form)}
${summary}
<p>${texts.about}</p>
${newPasskeyForm(view, { action, hidden, error: of('name'), device: call.origin.userAgent })}
${otherWays(form)}`,
    { scripts: [passkeyScript], failed: error !== undefined },
  );
}
