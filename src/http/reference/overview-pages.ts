// The first page of the reference, and the page of each tag.
import { html, type Markup } from '../../lib/markup.ts';
import { contract, operations, tags } from './document.ts';
import { page } from './layout.ts';
import { method } from './operation-page.ts';
import { operationPath, tagPath } from './paths.ts';
import { paragraphs } from './text.ts';

const list = (tag: string): Markup =>
  html`<ul class="operations">${operations
    .filter((one) => one.tag === tag)
    .map(
      ({ id, method: name, path, summary }) =>
        html`<li>${method(name)} <a href="${operationPath(id)}">${summary}</a> <code>${path}</code></li>`,
    )}</ul>`;

/** The first page: what the API is, and every operation. */
export const overviewPage = (): string =>
  page(
    { title: 'Overview', path: '/docs' },
    html`<h1>${contract.info.title} API reference</h1>
${paragraphs(contract.info.description ?? '')}
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
