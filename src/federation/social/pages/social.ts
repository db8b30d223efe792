import { html, type Markup } from '../../../lib/markup.ts';
import { type AccountForm, accountForm } from '../../../sign-in/pages/account.ts';
import { say } from '../../../platform/pages/catalogue.ts';
import { layout } from '../../../platform/pages/layout.ts';
import { errorTexts } from '../../../platform/pages/messages/errors.ts';
import { accountTexts } from '../../../sign-in/pages/messages/account.ts';
import { socialTexts } from './messages/social.ts';
import { otherWays, type StepForm, stepForm } from '../../../sign-in/pages/sign-in.ts';
import type { PageView } from '../../../platform/pages/view.ts';

interface Choice {
  id: string;
  name: string;
}

/** Shows a button for each provider. The buttons are forms, so that no attacker's link sends a user to a provider. */
export function socialChoices(form: StepForm, providers: readonly Choice[]): Markup {
  const texts = say(socialTexts, form.view.locale);
  return html`<ul class="choices">${providers.map(
    ({ id, name }) =>
      html`<li>${stepForm(form, `social/${id}`, html`<button class="quiet" type="submit">${texts.continueWith(name)}</button>`)}</li>`,
  )}</ul>`;
}

export function socialPage(form: StepForm, choices: Markup | null): Markup {
  const texts = say(socialTexts, form.view.locale);
  return layout(form.view, texts.title, html`${choices}${otherWays(form)}`);
}

/** Shows on the account page which accounts are connected and which could be. */
export function socialSection(
  form: AccountForm,
  providers: readonly (Choice & { kind: 'social' | 'federation'; isConnected: boolean })[],
): Markup {
  const texts = say(accountTexts, form.view.locale);
  return html`<section aria-labelledby="social-title">
<h2 id="social-title">${texts.socialTitle}</h2>
<ul class="rows">${providers.map(
    ({ kind, id, name, isConnected }) => html`<li>
<div><strong>${name}</strong>${isConnected && html` <span class="tag">${texts.isConnected}</span>`}</div>
${
  isConnected
    ? accountForm(
        form,
        `${kind}/${id}/disconnect`,
        html`<button class="quiet" type="submit" aria-label="${texts.disconnectName(name)}">${texts.disconnect}</button>`,
      )
    : accountForm(
        form,
        `${kind}/${id}/connect`,
        html`<button class="quiet" type="submit" aria-label="${texts.connectName(name)}">${texts.connect}</button>`,
      )
}
</li>`,
  )}</ul>
</section>`;
}

type Refusal = 'DOMAIN_NOT_ALLOWED' | 'NOT_CONNECTED' | 'EMAIL_TAKEN' | 'CONNECTED_ELSEWHERE' | 'NOT_FRESH';

/**
 * Shows why the sign-in failed, and the way back. @param why `failed` is the provider's fault, `used` an old answer
 */
export function socialEndPage(
  view: PageView,
  why: 'failed' | 'used' | Refusal,
  { name, back }: { name: string; back: string },
): Markup {
  const texts = say(socialTexts, view.locale);
  const title = why === 'failed' ? texts.failedTitle : why === 'used' ? texts.usedTitle : texts.refusedTitle;
  return layout(
    view,
    title,
    html`<p>${why === 'used' ? texts.used : texts[why](name)}</p>
${why === 'failed' && html`<p class="code">${say(errorTexts, view.locale).code} <code>FEDERATION_CONN_FAILED</code></p>`}
<p class="after"><a class="button" href="${back}">${texts.goBack}</a></p>`,
    why === 'failed' ? { isError: true } : { failed: true },
  );
}
