// The files of the documentation: guides, pages made from the contract, and a search.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { StaticFile } from '../assets.ts';
import {
  errorMarkdown,
  errorsMarkdown,
  verificationCodeMarkdown,
  verificationCodesMarkdown,
} from './code-markdown.ts';
import { errors } from './code-pages.ts';
import { events, operations, tags } from './document.ts';
import { eventMarkdown, eventsMarkdown } from './event-markdown.ts';
import { guideFiles, type ReadRelease, releaseHere } from './guides/guide-files.ts';
import { missingPage } from './overview-pages.ts';
import { operationMarkdown, operationsMarkdown, tagMarkdown } from './operation-markdown.ts';
import { pagesOf } from './pages.ts';
import { errorPath, eventPath, operationPath, tagPath, verificationPath } from './paths.ts';
import { searchEntries } from './search-entries.ts';
import { verificationCodes } from './verification-codes.ts';

// import.meta.resolve is not there in every runtime that runs us (vitest on Deno).
const { resolve } = createRequire(import.meta.url);
const own = (name: string): URL => new URL(`browser/${name}`, import.meta.url);

const page = 'text/html; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** The pages of the reference that are there as Markdown, too. The guides have their own Markdown. */
const asMarkdown: readonly [path: string, make: () => string][] = [
  ['/docs/operations', operationsMarkdown],
  ['/docs/errors', errorsMarkdown],
  ['/docs/verification-codes', verificationCodesMarkdown],
  ['/docs/events', eventsMarkdown],
  ...tags.map((tag): [string, () => string] => [tagPath(tag.name), () => tagMarkdown(tag)]),
  ...operations.map((one): [string, () => string] => [operationPath(one.id), () => operationMarkdown(one)]),
  ...Object.keys(errors).map((code): [string, () => string] => [errorPath(code), () => errorMarkdown(code)]),
  ...Object.keys(verificationCodes).map((code): [string, () => string] => [
    verificationPath(code),
    () => verificationCodeMarkdown(code),
  ]),
  ...events.map((event): [string, () => string] => [eventPath(event.path), () => eventMarkdown(event)]),
];

/** Returns the files by path. @param release reads the facts that guides show */
export const filesOf = (release: ReadRelease): Map<string, StaticFile> =>
  new Map<string, StaticFile>([
    ...pagesOf(release).map(([path, make]): [string, StaticFile] => [path, { type: page, make }]),
    ...guideFiles(release),
    ...asMarkdown.map(([path, make]): [string, StaticFile] => [`${path}.md`, { type: markdown, make }]),
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

/** The files that this service serves. */
export const files = filesOf(releaseHere);

/** The page for a browser at an address that has no file. */
export const missing = { status: 404, type: page, body: missingPage() };
