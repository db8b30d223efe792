// The frame of every page of the reference: search, keys, the list of pages, and the content.
import { html, type Content, type Markup } from '../../lib/markup.ts';
import { contract, operations, tags } from './document.ts';
import { operationPath, tagPath } from './paths.ts';

interface Frame {
  title: string;
  /** The path of this page. */
  path: string;
  /** The tag whose operations the list shows. */
  tag?: string;
}

/** The pages beside those of the operations. */
const chapters: readonly (readonly [path: string, name: string])[] = [
  ['/docs', 'Overview'],
  ['/docs/errors', 'Errors'],
  ['/docs/verification-codes', 'Verification codes'],
  ['/docs/events', 'Events'],
];

const link = (path: string, name: string, here: string): Markup =>
  html`<a href="${path}"${path === here && html` aria-current="page"`}>${name}</a>`;

const navigation = ({ path: here, tag }: Frame): Markup =>
  html`<nav id="contents" aria-label="Reference" tabindex="-1">
<ul>${chapters.map(([path, name]) => html`<li>${link(path, name, here)}</li>`)}</ul>
<h2>Operations</h2>
<ul>${tags.map(({ name }) => html`<li>${link(tagPath(name), name, here)}${name === tag && operationsOf(name, here)}</li>`)}</ul>
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
<title>${frame.title} · ${contract.info.title} API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/content.css">
<link rel="stylesheet" href="/docs/style.css">
<script type="module" src="/docs/start.js"></script>
<link rel="modulepreload" href="/docs/search.js">
<link rel="modulepreload" href="/docs/minisearch.js">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="home" href="/docs">${contract.info.title} <span>API reference</span></a>
<a class="to-contents" href="#contents">Contents</a>
<div class="search" role="search" hidden>
<label for="search">Search operations, fields, errors and events</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search operations, fields, errors and events ( / )">
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
