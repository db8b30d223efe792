// The page of the events: what each one says, with its example.
import {
  type Contract,
  type Operation,
  operationsOf,
  type Parameter,
  type Schema,
} from '../src/lib/contract.ts';
import { Reader } from './contract-reader.ts';
import { row, rule } from './docs-table.ts';

const arrayOf = 'array of ';

/** Returns the values or the types of a field, in a few words. */
function kindOf(reader: Reader, node: Schema): string {
  const schema = reader.follow(node);
  const { type, format, enum: values, items } = schema;
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  const kinds = [type ?? 'any'].flat().map((one) => {
    if (one === 'null') return 'null';
    if (one === 'array' && items) return `${arrayOf}${kindOf(reader, items)}`;
    return one === 'string' && format === 'date-time' ? 'timestamp' : one;
  });
  return kinds.join(' or ');
}

/** The fields of the data of an event, those of its subject first. */
function fields(reader: Reader, node: Schema): [name: string, schema: Schema][] {
  const { allOf = [], properties = {} } = reader.follow(node);
  return [...allOf.flatMap((part) => fields(reader, part)), ...Object.entries(properties)];
}

/** Longer texts do not stand in a cell of a table, but in a list below it. In characters. */
const longest = { kind: 120, meaning: 200 };

/** Returns the lines below a table about a field whose texts are too long for it: its values, and a list of what they mean. */
function below(name: string, kind: string, meaning: string): string[] {
  const isLong = { kind: kind.length > longest.kind, meaning: meaning.length > longest.meaning };
  if (!isLong.kind && !isLong.meaning) return [];
  const sentences = isLong.meaning
    ? `${meaning.trim()}.`.replace(/\.+$/, '.').split(/(?<=\.)\s+(?=[`\p{Lu}])/u)
    : [];
  const isItem = (text: string): boolean => /^`\w+`(?:, `\w+`)*:/.test(text);
  const values = kind.startsWith(arrayOf) ? `Each is one of ${kind.slice(arrayOf.length)}` : `One of ${kind}`;
  const lines = ['', `**\`${name}\`.**${isLong.kind ? ` ${values}.` : ''}`];
  let before = false;
  for (const [at, sentence] of sentences.entries()) {
    const item = isItem(sentence);
    if (at === 0 && !item) lines[1] += ` ${sentence}`;
    else {
      if (item !== before) lines.push('');
      lines.push(item ? `- ${sentence}` : sentence);
    }
    before = item;
  }
  return lines;
}

function section(reader: Reader, { path, body }: Operation): string[] {
  const { schema = {} } = body?.content?.['application/json'] ?? {};
  const event = reader.follow(schema);
  const data = fields(reader, event).find(([name]) => name === 'data')?.[1] ?? {};
  const facts = [
    ...new Map(
      fields(reader, data).map(([name, one]) => [
        name,
        { kind: kindOf(reader, one), meaning: one.description ?? reader.follow(one).description ?? '' },
      ]),
    ),
  ];
  const example = reader.written(event)[0] as { data: unknown };
  return [
    '',
    `## ${path}`,
    '',
    `${event.description ?? ''}.`,
    '',
    row('Field of `data`', 'Kind', 'Meaning'),
    rule(3),
    ...facts.map(([name, { kind, meaning }]) =>
      row(
        `\`${name}\``,
        kind.length <= longest.kind ? kind : `${kind.startsWith(arrayOf) ? arrayOf : ''}values below`,
        meaning.length > longest.meaning ? 'see below' : meaning,
      ),
    ),
    ...facts.flatMap(([name, { kind, meaning }]) => below(name, kind, meaning)),
    '',
    '```json',
    JSON.stringify(example.data, null, 2),
    '```',
  ];
}

/** docs/events.md; `mark` says that it is generated. */
export function eventsPage(contract: Contract, mark: string): string {
  const reader = new Reader(contract);
  const events = operationsOf({ ...contract, paths: contract.webhooks ?? {} });
  const headers: Parameter[] = events[0]?.parameters ?? [];
  const { EventEnvelope: envelope = {} } = contract.components?.schemas ?? {};
  return [
    mark,
    '',
    '# Events',
    '',
    'A webhook gets a `POST` of JSON (`webhooks` in `/api/v1/openapi.json`) with the fields of the envelope and',
    '`data`, which depends on the type. `data` never has a secret, has at most 20 KB, and may get more fields.',
    '',
    row('Field of the envelope', 'Kind', 'Meaning'),
    rule(3),
    ...fields(reader, envelope).map(([name, one]) =>
      row(`\`${name}\``, kindOf(reader, one), one.description ?? ''),
    ),
    '',
    row('Header', 'Meaning'),
    rule(2),
    ...headers.map(({ name = '', required, description = '' }) =>
      row(`\`${name}\``, `${description}${required ? '' : ' (not always there)'}`),
    ),
    ...events.flatMap((event) => section(reader, event)),
    '',
  ].join('\n');
}
