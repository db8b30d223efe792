import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layout } from '../../platform/pages/layout.ts';
import type { PageView } from '../../platform/pages/view.ts';
import type { Refused } from '../client-document.ts';
import type { DocumentProblem } from '../document-problem.ts';
import { oidcTexts } from './messages/oidc.ts';
import { strangerTexts } from './messages/strangers.ts';

/** The problems that an administrator of the organization can end. */
const ofAdministrators: ReadonlySet<DocumentProblem> = new Set(['HOST_NOT_ALLOWED', 'LOOPBACK', 'NO_ROOM']);

/** Says why a client ID metadata document is not used. The page shows nothing that the document says. */
export function documentProblemPage(view: PageView, { problem, field }: Refused): Markup {
  const texts = say(strangerTexts, view.locale);
  return layout(
    view,
    texts.problemTitle,
    html`<p>${texts.problemIntro}</p>
<p><strong>${texts[problem]}</strong></p>
${field !== undefined && html`<p class="hint">${texts.problemField(field)}</p>`}
${!ofAdministrators.has(problem) && html`<p>${texts.problemHelp}</p>`}
<p class="code">${say(oidcTexts, view.locale).errorCode} <code>${problem}</code></p>`,
    { isError: true },
  );
}
