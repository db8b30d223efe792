// Texts of the contract as HTML: paragraphs, and code in backticks.
import { failures } from '../../failure.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { events, operations } from './document.ts';
import { errorPath, eventPath, operationPath } from './paths.ts';

/** The names that code in a text may stand for, and the page about each. */
const pages = new Map([
  ...Object.keys(failures).map((code): [string, string] => [code, errorPath(code)]),
  ...events.map(({ path }): [string, string] => [path, eventPath(path)]),
  ...operations.map(({ id }): [string, string] => [id, operationPath(id)]),
]);

const code = (text: string): Markup => {
  const page = pages.get(text);
  return page === undefined ? html`<code>${text}</code>` : html`<a href="${page}"><code>${text}</code></a>`;
};

/** A text in one line, with code in backticks. Code that names an error, an event or an operation is a link. */
export const inline = (text: string): Markup =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? code(part) : html`${part}`))}`;

/** The contract and the failures end few of their sentences with a full stop. */
export const sentence = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);

/** A text with its paragraphs. */
export const paragraphs = (text: string): Markup =>
  html`${text
    .trim()
    .split(/\n\n+/)
    .filter((one) => one !== '')
    .map((one) => html`<p>${inline(sentence(one))}</p>`)}`;
