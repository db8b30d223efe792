// The page of an operation as Markdown.
import { contract, mediaOf, type Operation, operations, tags } from './document.ts';
import { type Field, fieldsOf, fieldOfParameter } from './fields.ts';
import { guidesOf, titleOf } from './guides/guides.ts';
import { guidePath, operationPath } from './paths.ts';
import { sentence } from './text.ts';

const fieldLines = (fields: readonly Field[], indent = ''): string[] =>
  fields.flatMap(({ name, kind, required, description, values, rules, fields: inner }) => [
    [
      `${indent}- \`${name}\` (${kind}${required ? ', required' : ''})`,
      ...(description === '' ? [] : [`: ${sentence(description.trim().replace(/\s+/g, ' '))}`]),
      ...(values.length === 0 ? [] : [` One of ${values.map((value) => `\`${value}\``).join(', ')}.`]),
      ...(rules.length === 0 ? [] : [` (${rules.join('; ')})`]),
    ].join(''),
    ...fieldLines(inner, `${indent}  `),
  ]);

const part = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `## ${heading}`, '', ...lines];

/** Returns an operation as Markdown: what it takes, what it gives, and a sample. */
export function operationMarkdown(operation: Operation): string {
  const { summary, description, method, path, parameters, body, answers, samples } = operation;
  const schema = mediaOf(body ?? {})?.[1].schema;
  const curl = samples.find(({ label }) => label === 'curl');
  const given = answers.flatMap(([status, answer]) => {
    const inAnswer = mediaOf(answer)?.[1].schema;
    return [
      `- ${status}: ${sentence((answer.description ?? '').trim().replace(/\s+/g, ' '))}`,
      ...(inAnswer && status.startsWith('2') ? fieldLines(fieldsOf(inAnswer, 'answer'), '  ') : []),
    ];
  });
  const permission = operation['x-permission'];
  return [
    `# ${summary}`,
    '',
    `\`${method} ${path}\``,
    '',
    sentence(description.trim()),
    ...(permission ? ['', `Permission: \`${permission}\``] : []),
    ...part('Parameters', fieldLines(parameters.map(fieldOfParameter))),
    ...part('Body', schema ? fieldLines(fieldsOf(schema, 'body')) : []),
    ...part('Responses', given),
    ...(curl ? part('Sample', ['```sh', curl.source.trimEnd(), '```']) : []),
    ...part(
      'Guides',
      guidesOf(operation).map((guide) => `- [${titleOf(guide)}](${guidePath(guide)}.md)`),
    ),
    '',
  ].join('\n');
}

/** Returns the list of all operations as Markdown. */
export const operationsMarkdown = (): string =>
  [
    `# ${contract.info.title} API reference`,
    ...tags.flatMap(({ name }) => [
      '',
      `## ${name}`,
      '',
      ...operations
        .filter(({ tag }) => tag === name)
        .map(
          ({ id, method, path, summary }) => `- [${summary}](${operationPath(id)}.md): \`${method} ${path}\``,
        ),
    ]),
    '',
  ].join('\n');
