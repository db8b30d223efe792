import { describe, expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { told } from './visitors/events.ts';
import { eventDataFault, eventFault, eventTypes } from '../support/event-schemas.ts';

const schemas = document.components.schemas as unknown as Record<
  string,
  { example?: unknown; enum?: string[] }
>;

/** The example of an event in the contract. */
function exampleOf(type: string): { type: string; data: Record<string, unknown> } {
  const operation = document.webhooks[type as keyof typeof document.webhooks].post;
  const name = operation.requestBody.content['application/json'].schema.$ref.split('/').at(-1) ?? '';
  return structuredClone(schemas[name]?.example) as ReturnType<typeof exampleOf>;
}

describe('the events of the contract', () => {
  test.each(eventTypes)('%s has an example that fits, and names its environment', (type) => {
    const example = exampleOf(type);

    expect(eventFault(example)).toBeUndefined();
    expect(example.type).toBe(type);
    expect(example.data).toHaveProperty('environment');
  });

  test.each(eventTypes)('%s refuses a field more, a field less and the name of another', (type) => {
    const example = exampleOf(type);
    const [first = ''] = Object.keys(example.data);

    expect(eventDataFault({ ...example, data: { ...example.data, secret: 'x' } })).toMatch(
      /secret|properties/,
    );
    expect(eventDataFault({ ...example, data: { ...example.data, [first]: undefined } })).toBeDefined();
    expect(eventFault({ ...example, type: 'identity.forgotten' })).toMatch('no event');
  });

  test('refuses an event of more than 20 KB', () => {
    const example = exampleOf('group.updated');
    const changes = [{ field: 'description', from: null, to: 'x'.repeat(20_000) }];

    expect(eventDataFault({ ...example, data: { ...example.data, changes } })).toMatch('20 KB');
  });

  test('may be subscribed to, all but the test call', () => {
    const subscribable = schemas['EventSubscription']?.enum ?? [];
    const sent = eventTypes.filter((type) => type !== 'webhook.test');

    expect(subscribable.toSorted()).toEqual(['*', ...sent].toSorted());
  });

  test('are the only ones that the list of an operation names', () => {
    expect(
      Object.values(told)
        .flat()
        .filter((type) => !eventTypes.includes(type)),
    ).toEqual([]);
  });
});
