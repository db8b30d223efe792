// The files of the documentation: guides, pages made from the contract, and a search.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { StaticFile } from '../assets.ts';
import { operations } from './document.ts';
import { guideFiles } from './guides/guide-files.ts';
import { operationMarkdown, operationsMarkdown } from './operation-markdown.ts';
import { pages } from './pages.ts';
import { operationPath } from './paths.ts';
import { searchEntries } from './search-entries.ts';

// import.meta.resolve is not there in every runtime that runs us (vitest on Deno).
const { resolve } = createRequire(import.meta.url);
const own = (name: string): URL => new URL(`browser/${name}`, import.meta.url);

const page = 'text/html; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** The files by path. */
export const files = new Map<string, StaticFile>([
  ...pages.map(([path, make]): [string, StaticFile] => [path, { type: page, make }]),
  ...guideFiles,
  ['/docs/operations.md', { type: markdown, make: operationsMarkdown }],
  ...operations.map((operation): [string, StaticFile] => [
    `${operationPath(operation.id)}.md`,
    { type: markdown, make: () => operationMarkdown(operation) },
  ]),
  ['/docs/search.json', { type: 'application/json; charset=utf-8', make: searchEntries }],
  ['/docs/start.js', { type: script, file: own('start.js') }],
  ['/docs/ranking.js', { type: script, file: own('ranking.js') }],
  ['/docs/search.js', { type: script, file: own('search.js') }],
  ['/docs/samples.js', { type: script, file: own('samples.js') }],
  ['/docs/try.js', { type: script, file: own('try.js') }],
  ['/docs/content.css', { type: 'text/css; charset=utf-8', file: own('content.css') }],
  ['/docs/style.css', { type: 'text/css; charset=utf-8', file: own('style.css') }],
  // The package exports its module for bundlers only. Its file is found by the one that `require` takes.
  [
    '/docs/minisearch.js',
    { type: script, file: new URL('../es/index.js', pathToFileURL(resolve('minisearch'))) },
  ],
]);
