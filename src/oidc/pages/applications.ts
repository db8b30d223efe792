import type { Granted } from '../granted.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { type AccountForm, accountForm } from '../../sign-in/pages/account.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { type GrantWords, inWords } from './consent.ts';
import { hiddenField } from '../../platform/pages/layout.ts';
import { accountTexts } from '../../sign-in/pages/messages/account.ts';

/** An application that was let in, as the list shows it. */
export interface ShownApplication {
  clientId: string;
  clientName: string;
  granted: Granted;
  grantedAt: string;
  lastUsedAt: string | null;
}

/** Which applications were let in, and for what; each can be shut out again. */
export function applicationsSection(
  form: AccountForm,
  applications: readonly ShownApplication[],
  words: GrantWords,
): Markup {
  const texts = say(accountTexts, form.view.locale);
  return html`<section aria-labelledby="applications-title">
<h2 id="applications-title">${texts.applicationsTitle}</h2>
<ul class="rows">${applications.map((one) => applicationRow(form, one, words))}</ul>
</section>`;
}

/**
 * One application of a list, with its rights in words, its last use, and the button that shuts it out.
 * @param facts what else users should know of it
 */
export function applicationRow(
  form: AccountForm,
  { clientId, clientName, granted, grantedAt, lastUsedAt }: ShownApplication,
  words: GrantWords,
  facts: readonly string[] = [],
): Markup {
  const { locale } = form.view;
  const texts = say(accountTexts, locale);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const dayOf = (time: string): string => day.format(new Date(time));
  return html`<li>
<div><strong>${clientName}</strong>
${facts.map((fact) => html`<br><span class="hint">${fact}</span>`)}
<ul>${inWords(locale, { ...granted, clientId }, words).map((one) => html`<li>${one}</li>`)}</ul>
<span class="hint">${texts.applicationSince(dayOf(grantedAt))}${lastUsedAt !== null && html` · ${texts.applicationUsed(dayOf(lastUsedAt))}`}</span></div>
${accountForm(
  form,
  'applications/end',
  html`${hiddenField('client', clientId)}<button class="quiet" type="submit" aria-label="${texts.applicationEndOf(clientName)}">${texts.applicationEnd}</button>`,
)}
</li>`;
}
