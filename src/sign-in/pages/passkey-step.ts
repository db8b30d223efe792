import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { errorSummary, layout } from '../../platform/pages/layout.ts';
import { passkeyTexts } from '../../users/passkeys/pages/messages/passkeys.ts';
import { passkeyForm, passkeyScript } from '../../users/passkeys/pages/passkey-offer.ts';
import { otherWays, type StepForm, stepErrors, withoutField } from './sign-in.ts';

/** Asks for a passkey: of any user, or of a user who has given a password. */
export function passkeyPage(form: StepForm): Markup {
  const { view, error } = form;
  const texts = say(passkeyTexts, view.locale);
  return layout(
    view,
    texts.title,
    html`${errorSummary(withoutField(stepErrors(form)))}
<p>${texts.confirm}</p>
<noscript><p>${texts.needsScript}</p></noscript>
<p data-passkey-missing hidden>${texts.notAble}</p>
${passkeyForm(form, texts.continue)}
${otherWays(form)}`,
    { scripts: [passkeyScript], failed: error !== undefined },
  );
}
