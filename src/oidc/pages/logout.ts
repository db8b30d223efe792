import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout } from '../../platform/pages/layout.ts';
import { oidcTexts } from './messages/oidc.ts';
import type { PageView } from '../../platform/pages/view.ts';

interface Logout {
  action: string;
  xsrf: string;
  client: { name: string } | undefined;
}

/** Asks before a user is signed out, because any site can send users here. */
export function logoutPage(view: PageView, { action, xsrf, client }: Logout): Markup {
  const texts = say(oidcTexts, view.locale);
  return layout(
    view,
    texts.logoutTitle,
    html`${client && html`<p>${texts.logoutClient(client.name)}</p>`}
<p>${texts.logoutIntro}</p>
<form method="post" action="${action}">
${hiddenField('xsrf', xsrf)}
<button type="submit" name="logout" value="yes">${texts.logoutYes}</button>
<button type="submit" class="quiet">${texts.logoutNo}</button>
</form>`,
  );
}

export function loggedOutPage(view: PageView): Markup {
  const texts = say(oidcTexts, view.locale);
  return layout(view, texts.loggedOutTitle, html`<p>${texts.loggedOut}</p>`);
}
