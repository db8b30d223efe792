// The pages of operations and tags as Markdown.
import { contract, mediaOf, type Operation, operations, tags } from './document.ts';
import { fieldsOf, fieldOfParameter } from './fields.ts';
import { guidesOf, titleOf } from './guides/guides.ts';
import { codeLines, fieldLines, line, operationItem, part, written } from './markdown.ts';
import { guidePath, tagPath } from './paths.ts';
import { sentence } from './text.ts';

/** Returns an operation as Markdown: what it takes, what it gives, and a sample. */
export function operationMarkdown(operation: Operation): string {
  const { summary, description, method, path, parameters, body, answers, samples } = operation;
  const schema = mediaOf(body ?? {})?.[1].schema;
  const curl = samples.find(({ label }) => label === 'curl');
  const given = answers.flatMap(([status, answer]) => {
    const inAnswer = mediaOf(answer)?.[1].schema;
    return [
      `- ${status}: ${line(answer.description ?? '')}`,
      ...(inAnswer && status.startsWith('2') ? fieldLines(fieldsOf(inAnswer, 'answer'), '  ') : []),
    ];
  });
  const permission = operation['x-permission'];
  return written(
    summary,
    [],
    ['', `\`${method} ${path}\``],
    description === '' ? [] : ['', sentence(description.trim())],
    permission ? ['', `Permission: \`${permission}\``] : [],
    part('Parameters', fieldLines(parameters.map(fieldOfParameter))),
    part('Body', schema ? fieldLines(fieldsOf(schema, 'body')) : []),
    part('Responses', given),
    part('Sample', curl ? codeLines(curl.source, 'sh') : []),
    part(
      'Guides',
      guidesOf(operation).map((guide) => `- [${titleOf(guide)}](${guidePath(guide)}.md)`),
    ),
  );
}

const itemsOf = (tag: string): string[] => operations.filter((one) => one.tag === tag).map(operationItem);

/** Returns the list of all operations as Markdown. */
export const operationsMarkdown = (): string =>
  written(
    `${contract.info.title} API reference`,
    [],
    tags.flatMap(({ name }) => part(`[${name}](${tagPath(name)}.md)`, itemsOf(name))),
  );

/** Returns a tag as Markdown: its operations. */
export const tagMarkdown = ({ name, description = '' }: (typeof tags)[number]): string =>
  written(name, [description], ['', ...itemsOf(name)]);
