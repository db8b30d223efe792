import { html, type Markup } from '../../../lib/markup.ts';
import { say } from '../../../platform/pages/catalogue.ts';
import { hiddenField } from '../../../platform/pages/layout.ts';
import { passkeyTexts } from './messages/passkeys.ts';
import type { PageView } from '../../../platform/pages/view.ts';

/** The script of pages with a form for passkeys. */
export const passkeyScript = '/ui/passkeys.js';

/** A form of a sign-in. */
interface Step {
  view: PageView;
  orgId: string;
  id: string;
  csrf: string;
}

/**
 * Signs in with a passkey from the page that asks for a name. It is shown to everybody whose browser can do it, or it would
 * tell who has one, and browsers offer passkeys by themselves in a field with `autocomplete="username webauthn"`.
 */
export function passkeyOffer(step: Step): Markup {
  const texts = say(passkeyTexts, step.view.locale);
  return passkeyForm(step, texts.use, html`<p class="or">${texts.or}</p>`);
}

/** @param beside what stands between it and the form that it is an offer beside of */
export function passkeyForm(
  { view, orgId, id, csrf }: Step,
  label: string,
  beside: Markup | null = null,
): Markup {
  const { failed } = say(passkeyTexts, view.locale);
  const action = `/login/${orgId}/passkey`;
  return html`<form method="post" action="${action}" data-passkey="get" data-options="${action}/options" data-failed="${failed}"${beside && html` data-conditional`} hidden>
${beside}
<p class="errors" role="alert" data-passkey-error hidden></p>
${hiddenField('sign_in', id)}${hiddenField('csrf', csrf)}${hiddenField('credential', '')}
<button type="submit"${beside && html` class="quiet"`}>${label}</button>
</form>`;
}
