import { html, type Markup } from '../lib/markup.ts';
import { say } from './catalogue.ts';
import { hiddenField, layout } from './layout.ts';
import { oidcTexts } from './messages/oidc.ts';
import type { PageView } from './view.ts';

/** A form that sends itself to an application; whose browser runs no scripts presses the button. */
export function formPostPage(
  view: PageView,
  { action, fields }: { action: string; fields: readonly (readonly [name: string, value: string])[] },
): Markup {
  const texts = say(oidcTexts, view.locale);
  return layout(
    view,
    texts.formPostTitle,
    html`<p>${texts.formPost}</p>
<form method="post" action="${action}" data-send>
${fields.map(([name, value]) => hiddenField(name, value))}
<button type="submit" autofocus>${texts.formPostSend}</button>
</form>`,
    { scripts: ['/ui/send.js'] },
  );
}
