import { html, type Markup } from '../../../lib/markup.ts';
import { say } from '../../../platform/pages/catalogue.ts';
import { layout } from '../../../platform/pages/layout.ts';
import { errorTexts } from '../../../platform/pages/messages/errors.ts';
import type { PageView } from '../../../platform/pages/view.ts';
import { companyTexts } from '../../../sign-in/pages/messages/company.ts';
import { type StepForm, stepForm } from '../../../sign-in/pages/sign-in.ts';
import type { FederatedRefusal } from '../../linking/account-decision.ts';
import type { Untimely } from '../../linking/freshness.ts';
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

/**
 * Shows the same without a retry: to a user who connects an account and begins again on the account page, and to a browser that
 * brought no cookie, so that the page does not know the sign-in.
 */
export function failedWithoutRetryPage(view: PageView, name: string, back: string): Markup {
  return endPage(
    view,
    {
      title: failedTitle(view, back),
      text: say(connectionTexts, view.locale).failed(name),
      code: 'FEDERATION_CONN_FAILED',
    },
    backLink(view, back),
  );
}

/** Shows that users cannot sign in by a connection, or connect an account of it. The connection is disabled or deleted. */
export function connectionClosedPage(view: PageView, back: string): Markup {
  const text = isAccountPage(back)
    ? say(connectionTexts, view.locale).closed
    : say(companyTexts, view.locale).closed;
  return endPage(
    view,
    { title: failedTitle(view, back), text, code: 'CONNECTION_NOT_FOUND' },
    backLink(view, back),
  );
}

/** Users who connect an account come from the account page, and others from the sign-in. */
function failedTitle(view: PageView, back: string): string {
  const texts = say(connectionTexts, view.locale);
  return isAccountPage(back) ? texts.notConnectedTitle : texts.failedTitle;
}

const isAccountPage = (path: string): boolean => path.startsWith('/account/');

function backLink(view: PageView, back: string): Markup {
  const { backToAccount, startAgain } = say(connectionTexts, view.locale);
  return html`<p class="after"><a class="button" href="${back}">${isAccountPage(back) ? backToAccount : startAgain}</a></p>`;
}

export type ShownRefusal = FederatedRefusal | Untimely;

/**
 * Shows why an account of an identity provider cannot sign in, and the way back.
 * @param of.canConnect whether a user could sign in in another way, and connect the account on the account page
 */
export function connectionRefusedPage(
  view: PageView,
  refusal: ShownRefusal,
  { name, back, canConnect }: { name: string; back: string; canConnect: boolean },
): Markup {
  const texts = say(connectionTexts, view.locale);
  const isUnlinked = refusal === 'NOT_CONNECTED' || refusal === 'EMAIL_TAKEN';
  return endPage(
    view,
    { title: texts.refusedTitle, text: texts[refusal](name), code: refusal },
    html`<p>${isUnlinked ? (canConnect ? texts.connect(name) : texts.ask) : texts.contact}</p>
${backLink(view, back)}`,
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
