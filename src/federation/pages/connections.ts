import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layout } from '../../platform/pages/layout.ts';
import { errorTexts } from '../../platform/pages/messages/errors.ts';
import type { PageView } from '../../platform/pages/view.ts';
import { type StepForm, stepForm } from '../../sign-in/pages/sign-in.ts';
import { connectionTexts } from './messages/connections.ts';

interface Named {
  id: string;
  name: string;
}

/** Shows the button that leads to the identity provider of a company. It is a form, so that no link of an attacker leads there. */
export function connectionChoice(form: StepForm, { id, name }: Named): Markup {
  const texts = say(connectionTexts, form.view.locale);
  return stepForm(form, `federation/${id}`, html`<button type="submit">${texts.continueWith(name)}</button>`);
}

/** Shows that an identity provider failed, with a retry and another way. */
export function connectionFailedPage(
  form: Pick<StepForm, 'view' | 'orgId' | 'id' | 'csrf'>,
  { id, name }: Named,
  back: string,
): Markup {
  const texts = say(connectionTexts, form.view.locale);
  return endPage(
    form.view,
    { title: texts.failedTitle, text: texts.failed(name), code: 'FEDERATION_CONN_FAILED' },
    html`${stepForm({ ...form, name: null, others: [] }, `federation/${id}`, html`<button type="submit">${texts.retry}</button>`)}
<p class="after"><a href="${back}">${texts.otherWay}</a></p>`,
  );
}

/** Shows the same to a user who connects an account, who begins again on the account page. */
export function connectingFailedPage(view: PageView, name: string, back: string): Markup {
  const texts = say(connectionTexts, view.locale);
  return endPage(
    view,
    { title: texts.failedTitle, text: texts.failed(name), code: 'FEDERATION_CONN_FAILED' },
    html`<p class="after"><a class="button" href="${back}">${texts.startAgain}</a></p>`,
  );
}

type Refusal =
  | 'DOMAIN_NOT_VERIFIED'
  | 'NOT_CONNECTED'
  | 'EMAIL_TAKEN'
  | 'SIGN_IN_FIRST'
  | 'PROVE_FIRST'
  | 'CONNECTED_ELSEWHERE'
  | 'NOT_ALLOWED'
  | 'NOT_ACTIVE'
  | 'NO_ROOM'
  | 'INCOMPLETE'
  | 'NOT_FRESH';

/** Shows why an account of an identity provider cannot sign in, and the way back. */
export function connectionRefusedPage(
  view: PageView,
  refusal: Refusal,
  { name, back }: { name: string; back: string },
): Markup {
  const texts = say(connectionTexts, view.locale);
  return endPage(
    view,
    { title: texts.refusedTitle, text: texts[refusal](name), code: refusal },
    html`<p>${texts.contact}</p>
<p class="after"><a class="button" href="${back}">${texts.startAgain}</a></p>`,
  );
}

/** A page that support finds in the log by its request id. */
const endPage = (
  view: PageView,
  { title, text, code }: { title: string; text: string; code: string },
  after: Markup,
): Markup =>
  layout(
    view,
    title,
    html`<p>${text}</p>
<p class="code">${say(errorTexts, view.locale).code} <code>${code}</code></p>
${after}`,
    { isError: true },
  );
