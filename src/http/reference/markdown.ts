// Pieces of the Markdown of pages that are made from the contract.
import type { Operation } from './document.ts';
import type { Field } from './fields.ts';
import { operationPath } from './paths.ts';
import { sentence } from './text.ts';

/** Returns a text on one line, with a full stop. */
export const line = (text: string): string => sentence(text.trim().replace(/\s+/g, ' '));

/** Returns a list of fields. Fields of fields are lists within it. */
export const fieldLines = (fields: readonly Field[], indent = ''): string[] =>
  fields.flatMap(({ name, kind, required, description, values, rules, fields: inner }) => [
    [
      `${indent}- \`${name}\` (${kind}${required ? ', required' : ''})`,
      ...(description === '' ? [] : [`: ${line(description)}`]),
      ...(values.length === 0 ? [] : [` One of ${values.map((value) => `\`${value}\``).join(', ')}.`]),
      ...(rules.length === 0 ? [] : [` (${rules.join('; ')})`]),
    ].join(''),
    ...fieldLines(inner, `${indent}  `),
  ]);

/** Returns the lines of a block of code. */
export const codeLines = (source: string, language: string): string[] => [
  `\`\`\`${language}`,
  source.trimEnd(),
  '```',
];

/** Returns the item of an operation in a list of links. */
export const operationItem = ({ id, method, path, summary }: Operation): string =>
  `- [${summary}](${operationPath(id)}.md): \`${method} ${path}\``;

/** Returns a section, or nothing if it has no lines. */
export const part = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `## ${heading}`, '', ...lines];

/** Returns a page: its title, its paragraphs, and the lines of its lists and sections. */
export const written = (
  title: string,
  paragraphs: readonly string[],
  ...lists: readonly (readonly string[])[]
): string =>
  [
    `# ${title}`,
    ...paragraphs.filter((text) => text.trim() !== '').flatMap((text) => ['', sentence(text.trim())]),
    ...lists.flat(),
    '',
  ].join('\n');
