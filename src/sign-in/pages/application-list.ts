import { html, type Markup } from '../../lib/markup.ts';
import { applicationLogo } from '../../platform/pages/application.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField } from '../../platform/pages/layout.ts';
import type { ListedApplication } from '../listed-application.ts';
import { type AccountForm, accountForm } from './account.ts';
import { applicationListTexts } from './messages/application-list.ts';

interface Shown {
  applications: readonly ListedApplication[];
  /** The text that the user searches for. */
  search: string | undefined;
  /** Whether there are more. */
  isCut: boolean;
}

/** A list that is longer has a search. */
const mostWithoutSearch = 12;

/** The applications that a user may open, each as one link or button. */
export function applicationListSection(form: AccountForm, { applications, search, isCut }: Shown): Markup {
  const texts = say(applicationListTexts, form.view.locale);
  const hasSearch = search !== undefined || applications.length > mostWithoutSearch;
  return html`<section aria-labelledby="application-list-title">
<h2 id="application-list-title">${texts.title}</h2>
${hasSearch && searchForm(form, search)}
${
  applications.length > 0
    ? html`<ul class="apps">${applications.map((one) => html`<li>${opener(form, one)}</li>`)}</ul>`
    : html`<p role="status">${texts.none}</p>`
}
${isCut && html`<p class="hint">${texts.more}</p>`}
</section>`;
}

function searchForm({ view, orgId }: AccountForm, search: string | undefined): Markup {
  const texts = say(applicationListTexts, view.locale);
  return html`<form class="search" method="get" action="/account/${orgId}" role="search">
${hiddenField('section', 'applications')}
<label for="search">${texts.search}</label>
<div class="with-button"><input id="search" name="search" type="search" value="${search ?? ''}" maxlength="200" autocomplete="off"><button class="quiet" type="submit">${texts.find}</button></div>
${search !== undefined && html`<p class="after"><a href="/account/${orgId}?section=applications">${texts.all}</a></p>`}
</form>`;
}

function opener(form: AccountForm, application: ListedApplication): Markup {
  const { opens } = application;
  const label = html`${applicationLogo(application)}<span class="name">${application.name}</span>`;
  if ('url' in opens) return html`<a class="app" href="${opens.url}" rel="noreferrer">${label}</a>`;
  const [name, value] = opens.field;
  const content = html`${hiddenField(name, value)}<button class="app" type="submit">${label}</button>`;
  return accountForm(form, opens.action, content);
}
