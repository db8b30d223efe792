// The first page of the documentation, the list of all operations, and the page of each tag.
import { html, type Markup } from '../../lib/markup.ts';
import { contract, operations, tags } from './document.ts';
import { beginningOf, goals, tasks, titleOf } from './guides/guides.ts';
import { chapters, page } from './layout.ts';
import { operationList } from './operation-page.ts';
import { guidePath, tagPath } from './paths.ts';
import { paragraphs } from './text.ts';

const list = (tag: string): Markup => operationList(operations.filter((one) => one.tag === tag));

/** Returns the first sentence of a guide for a list, where "This page says" would stand at each entry. */
const describedBy = (sentence: string): string =>
  sentence.replace(/^This page says (\w)/, (_, first: string) => first.toUpperCase());

/** The first page: the goals of a new reader, then the guides of each task. */
export const overviewPage = (): string =>
  page(
    { title: 'Overview', path: '/docs' },
    html`<h1>${contract.info.title} documentation</h1>
<ul class="goals">${goals.map(
      ({ name, purpose, pages }) =>
        html`<li><h2>${name}</h2><p>${purpose}</p><ul>${pages.map(
          (guide) => html`<li><a href="${guidePath(guide)}">${titleOf(guide)}</a></li>`,
        )}</ul></li>`,
    )}</ul>
${tasks.map(
  ({
    name,
    purpose,
    pages,
  }) => html`<section aria-labelledby="${name}"><h2 id="${name}"><a href="#${name}">${name}</a></h2>
<p>${purpose}</p>
<dl class="codes">${pages.map(
    (guide) =>
      html`<dt><a href="${guidePath(guide)}">${titleOf(guide)}</a></dt><dd>${describedBy(beginningOf(guide))}</dd>`,
  )}</dl></section>`,
)}
<section aria-labelledby="reference"><h2 id="reference"><a href="#reference">Reference</a></h2>
${paragraphs(contract.info.description ?? '')}
<dl class="codes">${chapters.map(
      ([path, name, about]) => html`<dt><a href="${path}">${name}</a></dt><dd>${about}</dd>`,
    )}</dl></section>`,
  );

/** The page for an address of the documentation that has no page. */
export const missingPage = (): string =>
  page(
    { title: 'Page not found', path: '' },
    html`<h1>Page not found</h1>
<p>The documentation has no page at this address. Search for it above, or go to the <a href="/docs">overview</a>.</p>`,
  );

/** The list of all operations. */
export const operationsPage = (): string =>
  page(
    { title: 'Operations', path: '/docs/operations' },
    html`<h1>${contract.info.title} API reference</h1>
<p>The same as one document: <a href="/api/v1/openapi.yaml">openapi.yaml</a>, <a href="/api/v1/openapi.json">openapi.json</a>.</p>
${tags.map(
  ({
    name,
    description = '',
  }) => html`<section aria-labelledby="${name}"><h2 id="${name}"><a href="${tagPath(name)}">${name}</a></h2>
${paragraphs(description)}
${list(name)}</section>`,
)}`,
  );

/** The page of a tag: its operations. */
export const tagPage = ({ name, description = '' }: (typeof tags)[number]): string =>
  page(
    { title: name, path: tagPath(name), tag: name },
    html`<h1>${name}</h1>
${paragraphs(description)}
${list(name)}`,
  );
