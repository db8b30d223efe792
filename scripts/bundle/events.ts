// Completes the events that webhooks are sent: what is the same for all of them, and the envelope around their data.
import type { Mapping, Ref, SourcePath } from './source.ts';

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

interface EventSchema {
  'x-event'?: string;
  'x-about'?: string[];
  description: string;
  required?: string[];
  additionalProperties?: boolean;
  properties?: Mapping;
  example: Mapping;
}

/** Puts the schema of an event, which is that of its data, into the envelope that `x-event` asks for. */
export function wrapEvent(schema: Mapping): void {
  const {
    'x-event': type,
    'x-about': about,
    description,
    example,
    ...own
  } = schema as unknown as EventSchema;
  if (type === undefined) return;
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
      { type: 'object', required: ['type', 'data'], properties: { type: { const: type }, data } },
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
