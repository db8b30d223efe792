import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout } from '../../platform/pages/layout.ts';
import { answerTexts } from './messages/answer.ts';
import type { PageView } from '../../platform/pages/view.ts';

/** Whether the user goes back to a client that sent them, or opens one. */
export type AnswerWay = 'back' | 'open';

interface Answer {
  /** An address that the client has registered. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
  client: { name: string };
  way?: AnswerWay;
}

/** Takes the user to a client that wants its answer as a form. The form sends itself where scripts run. */
export function answerPage(view: PageView, { action, fields, client, way = 'back' }: Answer): Markup {
  const texts = say(answerTexts, view.locale);
  return layout(
    view,
    way === 'back' ? texts.answerTitle(client.name) : texts.answerOpens(client.name),
    html`<p>${texts.answerIntro}</p>
<form method="post" action="${action}" data-submit>
${fields.map(([name, value]) => hiddenField(name, value))}
<button type="submit">${texts.answerNext}</button>
</form>`,
    { scripts: ['/ui/submit.js'] },
  );
}
