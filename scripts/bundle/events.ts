// Completes the events that webhooks are sent: what is the same for all of them, and the envelope around their data.
import type { Mapping, Ref, SchemaPlace, SourcePath } from './source.ts';

const headers = [
  'EventSignature',
  'EventSignaturePrevious',
  'EventTimestamp',
  'EventId',
  'EventTypeName',
  'EventVersion',
  'EventDelivery',
  'EventAttempt',
  'EventStandardId',
  'EventStandardTimestamp',
  'EventStandardSignature',
];

/** `userLoginFailed` of `user.login_failed`. */
const operationIdOf = (type: string) =>
  type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());

/** Completes the entry of an event in openapi/events.yaml. Returns what is wrong with it. */
export function completeEvent(type: string, entry: SourcePath): string[] {
  const { summary, requestBody, ...rest } = entry['post'] as { summary: string; requestBody: Mapping };
  entry['post'] = {
    operationId: operationIdOf(type),
    tags: ['events'],
    summary,
    parameters: headers.map((name): Ref => ({ $ref: `components/event-headers.yaml#/${name}` })),
    requestBody: { required: true, ...requestBody },
    security: [],
    responses: { '2XX': { description: 'It has arrived; anything else, a redirect too, is tried again' } },
  };
  return Object.keys(rest).map((key) => `drop ${key} of ${type}: it is the same for all events`);
}

/** Completes an `enum` of types of events: `x-event-types: { omit: [webhook.test] }` adds all but these. */
export function listEventTypes(schema: Mapping, { eventTypes: types, report }: SchemaPlace): void {
  const { enum: also, 'x-event-types': said } = schema as {
    enum?: string[];
    'x-event-types'?: { omit: string[] };
  };
  if (said === undefined) return;
  for (const type of said.omit)
    if (!types.includes(type)) report(`x-event-types omits ${type}, which openapi/events.yaml does not have`);
  for (const type of also ?? [])
    if (types.includes(type)) report(`drop ${type} from the enum: x-event-types adds it`);
  delete schema['x-event-types'];
  schema['enum'] = [...(also ?? []), ...types.filter((type) => !said.omit.includes(type))];
}

/** The reference to the schema of an event, by its entry in openapi/events.yaml. */
export function eventSchemaOf(entry: SourcePath): string {
  const { requestBody } = entry['post'] as { requestBody: { content: Record<string, { schema: Ref }> } };
  return requestBody.content['application/json']?.schema.$ref ?? '';
}

interface EventSchema {
  'x-about'?: string[];
  description: string;
  required?: string[];
  additionalProperties?: boolean;
  properties?: Mapping;
  example: Mapping;
}

/** Puts the schema of an event, which is that of its data, into the envelope. */
export function wrapEvent(schema: Mapping, { eventType: type }: SchemaPlace): void {
  if (type === undefined) return;
  const { 'x-about': about, description, example, ...own } = schema as unknown as EventSchema;
  for (const key of Object.keys(schema)) delete schema[key];
  const object = { type: 'object', ...own };
  const subjects = (about ?? []).map(
    (name): Ref => ({ $ref: name.includes('#') ? name : `./envelope.yaml#/${name}` }),
  );
  const fields = own.properties ? [object] : [];
  const data = about ? { allOf: [...subjects, ...fields], unevaluatedProperties: false } : object;
  Object.assign(schema, {
    description,
    allOf: [
      { $ref: './envelope.yaml#/EventEnvelope' },
      { type: 'object', 'x-required': 'all', properties: { type: { const: type }, data } },
    ],
    unevaluatedProperties: false,
    example: {
      id: 'evt_01kahz5v3be4nr7q2m8x9c0d1e',
      type,
      timestamp: '2026-01-15T10:30:00.000Z',
      webhookId: 'wh_01kahz5v3be4nr7q2m8x9c0d1e',
      data: example,
    },
  });
}
