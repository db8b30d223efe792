import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout } from '../../platform/pages/layout.ts';
import type { PageView } from '../../platform/pages/view.ts';
import type { Carried } from '../../saml-messages/build/carried.ts';
import { logoutTexts } from './messages/logout.ts';

/** Asks the user, because the application did not sign its request. */
export function logoutQuestionPage(
  view: PageView,
  { action, csrf, client }: { action: string; csrf: string; client: string },
): Markup {
  const texts = say(logoutTexts, view.locale);
  return layout(
    view,
    texts.askTitle,
    html`<p>${texts.askIntro(client)}</p>
<form method="post" action="${action}">
${hiddenField('csrf', csrf)}
<button type="submit" name="logout" value="yes">${texts.askYes}</button>
<button type="submit" class="quiet">${texts.askNo}</button>
</form>`,
  );
}

/** A LogoutRequest in a frame. */
export interface LogoutFrame {
  client: string;
  carried: Carried;
}

interface Waiting {
  /** The names of the applications. */
  names: readonly string[];
  frames: readonly LogoutFrame[];
  /** Where the page goes on. */
  here: string;
}

/** Shows frames that sign the user out of other applications. Without scripts, the header `Refresh` goes on. */
export function logoutWaitingPage(view: PageView, { names, frames, here }: Waiting): Markup {
  const texts = say(logoutTexts, view.locale);
  return layout(
    view,
    texts.waitTitle,
    html`<p>${texts.waitIntro}</p>
${listed(names)}
${frames.map((frame, at) => frameOf(frame, `logout-${at}`, texts))}
<p class="after" data-wait-for="${here}"><a class="button quiet" href="${here}">${texts.waitGoOn}</a></p>`,
    { scripts: ['/ui/logout.js'] },
  );
}

/** The frame may not take the page itself elsewhere. A form needs a script or the user's press of its button. */
function frameOf(
  { client, carried }: LogoutFrame,
  name: string,
  texts: { frame: (client: string) => string; send: (client: string) => string },
): Markup {
  const frame = (address: Markup | null): Markup =>
    html`<iframe hidden name="${name}" title="${texts.frame(client)}" sandbox="allow-forms allow-scripts allow-same-origin"${address}></iframe>`;
  if ('url' in carried) return frame(html` src="${carried.url}"`);
  return html`${frame(null)}
<form method="post" action="${carried.action}" target="${name}" data-logout>
${carried.fields.map(([field, value]) => hiddenField(field, value))}
<button type="submit" class="quiet">${texts.send(client)}</button>
</form>`;
}

interface End {
  orgId: string;
  /** Names of applications. */
  told: readonly string[];
  missed: readonly string[];
  /** Whether the user decided to stay signed in. */
  isRefused: boolean;
  /** Where the user goes on. The form or the address takes a response there. */
  next?: { client: string | undefined; carried: Carried } | undefined;
}

/** Tells which applications were signed out and which were not reached. */
export function logoutEndPage(view: PageView, { orgId, told, missed, isRefused, next }: End): Markup {
  const texts = say(logoutTexts, view.locale);
  const title = isRefused ? texts.stayTitle : missed.length > 0 ? texts.missedTitle : texts.endTitle;
  return layout(
    view,
    title,
    html`${isRefused && html`<p>${texts.stay}</p>`}
${told.length > 0 && html`<p>${texts.told}</p>${listed(told)}`}
${missed.length > 0 && html`<p>${texts.missed}</p>${listed(missed)}`}
${next ? goOn(next, texts) : html`<p><a class="button" href="/login/${encodeURIComponent(orgId)}">${isRefused ? texts.goOn : texts.again}</a></p>`}`,
  );
}

function goOn(
  { client, carried }: NonNullable<End['next']>,
  texts: { goOn: string; backTo: (client: string) => string },
): Markup {
  const label = client === undefined ? texts.goOn : texts.backTo(client);
  if ('url' in carried) return html`<p><a class="button" href="${carried.url}">${label}</a></p>`;
  return html`<form method="post" action="${carried.action}">
${carried.fields.map(([field, value]) => hiddenField(field, value))}
<button type="submit">${label}</button>
</form>`;
}

const listed = (names: readonly string[]): Markup | null =>
  names.length === 0 ? null : html`<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`;
