import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layout, textField } from '../../platform/pages/layout.ts';
import type { PageView } from '../../platform/pages/view.ts';
import { passkeyTexts } from '../../users/passkeys/pages/messages/passkeys.ts';
import { previewTexts } from './messages/preview.ts';
import { signInTexts } from './messages/sign-in.ts';

/** Shows what a branding looks like: the page that asks for the name, without its forms and scripts. */
export function signInPreviewPage(view: PageView): Markup {
  const texts = say(signInTexts, view.locale);
  const passkeys = say(passkeyTexts, view.locale);
  const field = textField({ name: 'username', label: texts.username, autocomplete: 'off', required: false });
  return layout(
    view,
    texts.title,
    html`<p class="lead">${texts.lead(view.branding.displayName)}</p>
<div inert>${field}<button type="button">${texts.next}</button>
<p class="or">${passkeys.or}</p>
<button class="quiet" type="button">${passkeys.use}</button></div>`,
    { isInert: true },
  );
}

/** Says why a branding cannot be saved. @param mistakes the broken rules, by their fields */
export function brandingMistakesPage(view: PageView, mistakes: Readonly<Record<string, string>>): Markup {
  const texts = say(previewTexts, view.locale);
  return layout(
    view,
    texts.title,
    html`<ul lang="en">${Object.entries(mistakes).map(([field, rule]) => html`<li><code>${field}</code> ${rule}</li>`)}</ul>`,
    { failed: true },
  );
}
