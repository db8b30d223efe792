import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layout } from '../../platform/pages/layout.ts';
import { signedOutTexts } from './messages/signed-out.ts';
import type { PageView } from '../../platform/pages/view.ts';

/** Tells that one is signed out. */
export function signedOutPage(view: PageView, orgId: string): Markup {
  const texts = say(signedOutTexts, view.locale);
  return layout(
    view,
    texts.title,
    html`<p>${texts.advice}</p>
<p><a class="button" href="/login/${encodeURIComponent(orgId)}">${texts.again}</a></p>`,
  );
}
