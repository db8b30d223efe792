import { html, type Markup } from '../lib/markup.ts';
import { say } from './catalogue.ts';
import { hiddenField } from './layout.ts';
import { passkeyTexts } from './messages/passkeys.ts';
import type { PageView } from './view.ts';

/** What the page needs for the forms below: `layout(…, { scripts: [passkeyScript] })`. */
export const passkeyScript = '/ui/passkeys.js';

interface Step {
  orgId: string;
  signInId: string;
  csrf: string;
}

/**
 * The button that signs in with a passkey. Whoever has none sees it, or it would tell who has one; without scripts, and in
 * browsers that cannot do it, nobody does. The page has a field with `autocomplete="username webauthn"`, where browsers
 * offer passkeys by themselves.
 */
export function passkeyOffer({ locale }: Pick<PageView, 'locale'>, step: Step): Markup {
  const texts = say(passkeyTexts, locale);
  return passkeyForm(step, texts.failed, { label: texts.use, conditional: true });
}

/** The step of a sign-in that waits for the passkey of a person who is known: what stands below its heading. */
export function passkeyStep({ locale }: Pick<PageView, 'locale'>, step: Step): Markup {
  const texts = say(passkeyTexts, locale);
  return html`<p>${texts.confirm}</p>
<noscript><p>${texts.needsScript}</p></noscript>
<p data-passkey-missing hidden>${texts.notAble}</p>
${passkeyForm(step, texts.failed, { label: texts.continue, conditional: false })}`;
}

function passkeyForm(
  { orgId, signInId, csrf }: Step,
  failed: string,
  { label, conditional }: { label: string; conditional: boolean },
): Markup {
  const action = `/login/${encodeURIComponent(orgId)}/passkey`;
  return html`<form method="post" action="${action}" data-passkey="get" data-options="${action}/options" data-failed="${failed}"${conditional && html` data-conditional`} hidden>
<p class="errors" role="alert" data-passkey-error hidden></p>
${hiddenField('sign_in', signInId)}${hiddenField('csrf', csrf)}${hiddenField('credential', '')}
<button type="submit"${conditional && html` class="secondary"`}>${label}</button>
</form>`;
}
