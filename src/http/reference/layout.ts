// The frame of every page of the documentation: search, keys, the list of pages, and the content.
import { html, type Content, type Markup } from '../../lib/markup.ts';
import { contract, operations, tags } from './document.ts';
import { tasks, titleOf } from './guides/guides.ts';
import { guidePath, operationPath, tagPath } from './paths.ts';

interface Frame {
  title: string;
  /** The path of this page; empty for a page that is at no path of its own. */
  path: string;
  /** The tag whose operations the list shows. */
  tag?: string;
  /** The guide that the page shows. */
  guide?: string;
}

/** The lists of the reference. */
export const chapters: readonly (readonly [path: string, name: string, about: string])[] = [
  ['/docs/operations', 'Operations', 'Every operation of the API, with its fields, errors and samples.'],
  ['/docs/errors', 'Error codes', 'What each error means, and what to do.'],
  ['/docs/verification-codes', 'Verification codes', 'What each result of a verification means.'],
  ['/docs/events', 'Event types', 'The fields of each event that webhooks get.'],
];

const link = (path: string, name: string, here: string): Markup =>
  html`<a href="${path}"${path === here && html` aria-current="page"`}>${name}</a>`;

/** A part of the list, which is open on its own pages. */
const group = (name: string, isOpen: boolean, content: Content): Markup =>
  html`<details${isOpen && html` open`}><summary>${name}</summary><ul>${content}</ul></details>`;

const navigation = ({ path: here, tag, guide }: Frame): Markup =>
  html`<nav id="contents" aria-label="Documentation" tabindex="-1">
<ul><li>${link('/docs', 'Overview', here)}</li></ul>
${tasks.map(({ name, pages, isInternal = false }) =>
  group(
    name,
    guide === undefined
      ? here === '/docs' && !isInternal
      : pages.includes(guide) || (isInternal && guide.startsWith('decisions/')),
    pages.map((one) => html`<li>${link(guidePath(one), titleOf(one), here)}</li>`),
  ),
)}
${group(
  'Reference',
  guide === undefined,
  html`${chapters.map(([path, name]) => html`<li>${link(path, name, here)}</li>`)}
${tags.map(({ name }) => html`<li>${link(tagPath(name), name, here)}${name === tag && operationsOf(name, here)}</li>`)}`,
)}
</nav>`;

const operationsOf = (tag: string, here: string): Content =>
  html`<ul>${operations
    .filter((one) => one.tag === tag)
    .map(({ id, summary }) => html`<li>${link(operationPath(id), summary, here)}</li>`)}</ul>`;

const key = (id: string, name: string, variable: string): Markup =>
  html`<p><label for="${id}">${name}</label><input id="${id}" type="password" autocomplete="off" spellcheck="false" data-variable="${variable}"></p>`;

/** A whole page around its content. */
export const page = (frame: Frame, content: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${frame.title} · ${contract.info.title} documentation</title>
<link rel="icon" href="data:,">
${frame.path !== '' && frame.path !== '/docs' && html`<link rel="alternate" type="text/markdown" href="${`${frame.path}.md`}">`}
<link rel="stylesheet" href="/docs/content.css">
<link rel="stylesheet" href="/docs/style.css">
<script type="module" src="/docs/start.js"></script>
<link rel="modulepreload" href="/docs/search.js">
<link rel="modulepreload" href="/docs/ranking.js">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="home" href="/docs">${contract.info.title} <span>documentation</span></a>
<a class="to-contents" href="#contents">Contents</a>
<div class="search" role="search" hidden>
<label for="search">Search guides, operations, fields, errors and events</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search guides and reference (Ctrl K or /)">
<p class="unseen" role="status"></p>
<ul class="results" hidden></ul>
</div>
<details class="keys" hidden><summary>Your key</summary><div>
<p>The samples show your key. Only the button “Send request” sends it. This tab forgets the key when you close or reload the page.</p>
${key('api-key', 'API key', 'KEYWARD_API_KEY')}
${key('scim-token', 'SCIM token', 'KEYWARD_SCIM_TOKEN')}
</div></details>
</header>
<div class="columns">
<main id="main" tabindex="-1">
${content}
</main>
${navigation(frame)}
</div>
</body>
</html>
`.text;
