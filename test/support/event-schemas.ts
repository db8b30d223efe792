import addFormatsModule from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import document from '../../generated/openapi.json' with { type: 'json' };

// The module's own types describe a CommonJS default that Node does not give.
const addFormats = addFormatsModule as unknown as (typeof addFormatsModule)['default'];

/** Every type of event the contract knows, `webhook.test` included. */
export const eventTypes = Object.keys(document.webhooks);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: 'contract:', components: { schemas: document.components.schemas } });
const validators = new Map<string, ValidateFunction>();

/** Compiled at first use: most tests write events of few types. */
function validatorOf(type: string): ValidateFunction | undefined {
  const known = validators.get(type);
  if (known || !Object.hasOwn(document.webhooks, type)) return known;
  const { schema } =
    document.webhooks[type as keyof typeof document.webhooks].post.requestBody.content['application/json'];
  const made = ajv.compile({ $ref: schema.$ref.replace('#/', 'contract:#/') });
  validators.set(type, made);
  return made;
}

/** Why what a webhook was sent breaks the contract; undefined when it keeps it. */
export function eventFault(body: unknown): string | undefined {
  const type = (body as { type?: unknown } | null)?.type;
  const validate = typeof type === 'string' ? validatorOf(type) : undefined;
  if (!validate) return `the contract has no event of the type ${String(type)}`;
  if (Buffer.byteLength(JSON.stringify(body)) > 20_000) return 'the event has more than 20 KB';
  return validate(body) ? undefined : ajv.errorsText(validate.errors, { dataVar: String(type) });
}

/** As {@link eventFault} of an event before it is put into the envelope of a webhook. */
export function eventDataFault({ type, data }: { type: string; data: unknown }): string | undefined {
  return eventFault({ ...envelope, type, data });
}

const envelope = {
  id: 'evt_01kahz5v3be4nr7q2m8x9c0d1e',
  timestamp: '2026-01-15T10:30:00.000Z',
  webhookId: 'wh_01kahz5v3be4nr7q2m8x9c0d1e',
};

/** Holds events that a test has written against the contract. @throws when one breaks it */
export function assertEvents(events: readonly { type: string; data: unknown }[]): void {
  const faults = events.flatMap((event) => {
    const fault = eventDataFault(event);
    return fault === undefined ? [] : [`${fault}: ${JSON.stringify(event.data)}`];
  });
  if (faults.length > 0)
    throw new Error(`Events that break the contract:\n${[...new Set(faults)].slice(0, 20).join('\n')}`);
}
