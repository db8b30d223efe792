import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout } from '../../platform/pages/layout.ts';
import type { PageApplication } from '../../platform/pages/application.ts';
import type { PageView } from '../../platform/pages/view.ts';
import { clientHeader } from './client.ts';
import { oidcTexts } from './messages/oidc.ts';

interface AccountChoice {
  action: string;
  csrf: string;
  client: PageApplication;
  /** Where the user is sent with the answer. */
  redirectUri: string | undefined;
  /** The user who is signed in. */
  person: { displayName: string | null; username: string };
}

/** Asks which account the user wants to go on with, because the client said `prompt=select_account`. */
export function chooseAccountPage(view: PageView, choice: AccountChoice): Markup {
  const { action, csrf, client, redirectUri, person } = choice;
  const texts = say(oidcTexts, view.locale);
  const name = person.displayName === null ? person.username : `${person.displayName} (${person.username})`;
  return layout(
    view,
    texts.accountTitle(client.name),
    html`${clientHeader(client, redirectUri)}
<p class="lead">${texts.consentWho(name)}</p>
<form method="post" action="${action}">
${hiddenField('csrf', csrf)}
<button type="submit" name="answer" value="continue">${texts.answerNext}</button>
<button type="submit" name="answer" value="other" class="quiet">${texts.accountOther}</button>
</form>`,
  );
}
