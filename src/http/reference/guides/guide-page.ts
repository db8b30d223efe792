// The page of a guide.
import { html, raw } from '../../../lib/markup.ts';
import { page } from '../layout.ts';
import { operationList } from '../operation-page.ts';
import { guidePath } from '../paths.ts';
import type { Release } from '../release.ts';
import { guides, isDecision, operationsNamedBy, titleOf } from './guides.ts';

/** Pages with fewer sections need no list of them. */
const few = 4;

/**
 * Returns the page of a guide. Its sections are listed twice. A wide screen shows the list beside the text, and a narrow one shows
 * the folded list.
 * @param content its HTML, as `make guides` wrote it. Links to files of the repository begin with `repository:`
 */
export function guidePage(guide: string, content: string, { sourceUrl, editUrl, changed }: Release): string {
  const { file = '', sections = [] } = guides[guide] ?? {};
  const linked = content.replace(/ href="repository:([^"#]*)([^"]*)"/g, (_, path: string, place: string) =>
    sourceUrl === undefined ? '' : html` href="${sourceUrl(path)}${place}"`.text,
  );
  const [heading = '', text = ''] = linked.split(/(?<=<\/h1>\n)/, 2);
  const named = operationsNamedBy(guide);
  const date = changed[file];
  const parts =
    sections.length >= few &&
    html`<ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`;
  return page(
    { title: titleOf(guide), path: guidePath(guide), guide },
    html`<article class="guide${parts && ' parted'}">
${parts && html`<aside class="beside" aria-label="On this page"><p>On this page</p>${parts}</aside>`}
<div class="text">
${isDecision(guide) && html`<p class="crumbs"><a href="${guidePath('decisions/README')}">Decisions</a></p>`}
${raw(heading)}
${parts && html`<details class="sections"><summary>On this page</summary>${parts}</details>`}
${raw(text)}
${
  named.length > 0 &&
  html`<section aria-labelledby="operations-of-this-page"><h2 id="operations-of-this-page"><a href="#operations-of-this-page">Operations of this page</a></h2>
${operationList(named)}</section>`
}
<p class="page-facts">${date && html`Changed on <time datetime="${date}">${date}</time> · `}${
      editUrl && html`<a href="${editUrl(file)}">Edit this page</a> · `
    }<a href="${guidePath(guide)}.md">This page as Markdown</a></p>
</div>
</article>`,
  );
}
