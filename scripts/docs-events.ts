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

/** Returns the values or the types of a field, in a few words. */
function kindOf(reader: Reader, node: Schema): string {
  const schema = reader.follow(node);
  const { type, format, enum: values, items } = schema;
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  const kinds = [type ?? 'any'].flat().map((one) => {
    if (one === 'null') return 'null';
    if (one === 'array' && items) return `array of ${kindOf(reader, items)}`;
    return one === 'string' && format === 'date-time' ? 'timestamp' : one;
  });
  return kinds.join(' or ');
}

/** The fields of the data of an event, those of its subject first. */
function fields(reader: Reader, node: Schema): [name: string, schema: Schema][] {
  const { allOf = [], properties = {} } = reader.follow(node);
  return [...allOf.flatMap((part) => fields(reader, part)), ...Object.entries(properties)];
}

function section(reader: Reader, { path, body }: Operation): string[] {
  const { schema = {} } = body?.content?.['application/json'] ?? {};
  const event = reader.follow(schema);
  const data = fields(reader, event).find(([name]) => name === 'data')?.[1] ?? {};
  const rows = new Map(
    fields(reader, data).map(([name, one]) => {
      const described = one.description ?? reader.follow(one).description ?? '';
      return [name, row(`\`${name}\``, kindOf(reader, one), described)];
    }),
  );
  const example = reader.written(event)[0] as { data: unknown };
  return [
    '',
    `## ${path}`,
    '',
    `${event.description ?? ''}.`,
    '',
    row('Field of `data`', 'Kind', 'Meaning'),
    rule(3),
    ...rows.values(),
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
