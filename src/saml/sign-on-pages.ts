import { answerPage, type AnswerWay } from '../sign-in/pages/answer.ts';
import { type Hosted, page } from '../platform/pages/answers.ts';
import type { PageView } from '../platform/pages/view.ts';
import { postFields } from '../saml-messages/build/bindings.ts';
import { buildAnswer, type SignOnAnswer } from './sign-on-answers.ts';

/** Signs a response, and shows the page that takes the browser to the service provider (SAML bindings section 3.5.4). */
export function answerWithForm(answer: SignOnAnswer, view: PageView, way: AnswerWay): Hosted {
  const { acsUrl: action, relayState, provider } = answer;
  const fields = postFields({
    parameter: 'SAMLResponse',
    xml: buildAnswer(answer),
    ...(relayState === null ? {} : { relayState }),
  });
  const form = { action, fields: Object.entries(fields), client: { name: provider.name }, way };
  return page(answerPage(view, form), { headers: { 'Cache-Control': 'no-store' } });
}
