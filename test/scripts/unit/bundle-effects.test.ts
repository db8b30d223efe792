import { describe, expect, test } from 'vitest';
import { addEffects } from '../../../scripts/bundle/effects.ts';
import { type Mapping, Placed, Source, type SourceOperation } from '../../../scripts/bundle/source.ts';

const change = { 'x-permission': 'webhooks.write', 'x-audit': 'webhook.create' } as const;

/** Returns the facts that the bundle step gives one operation with this table. */
function bundle(table: Mapping, said: Partial<SourceOperation> = {}, item: Mapping = {}) {
  const operation: SourceOperation = { operationId: 'createWebhook', responses: {}, ...change, ...said };
  const source = new Source([new Placed('/api/v1/webhooks', 'post', item, operation)], () => table);
  addEffects(source);
  const { 'x-effects': effects, 'x-recent': recent, 'x-ending-callers': ending } = operation;
  return { effects, recent, ending, problems: source.problems.map(({ message }) => message) };
}
const row = (said: Mapping) => ({ createWebhook: said });

describe('the table of effects', () => {
  test('asks users for a recent sign-in and refuses callers that end, if each call gives what lasts', () => {
    expect(bundle(row({ effects: ['lasts', 'moves'], when: 'always' }))).toEqual({
      effects: ['lasts', 'moves'],
      recent: 300,
      ending: 'refused',
      problems: [],
    });
  });

  test('leaves callers that end to a room that compares bounds, and those that only show a secret', () => {
    const compared = bundle(row({ effects: ['lasts'], when: 'always', bounds: 'compared' }));
    const shown = bundle(row({ effects: ['secret'], when: 'always' }), { 'x-secret': 'signingSecret' });
    expect([compared, shown]).toMatchObject([
      { recent: 300, ending: undefined, problems: [] },
      { recent: 300, ending: undefined, problems: [] },
    ]);
  });

  test.for<[name: string, said: Mapping]>([
    ['some changes have an effect', { effects: ['loosens'], when: 'change' }],
    ['it ends something', { effects: ['ends'] }],
    ['a reason says that it has no effect', { reason: 'It sends what was owed anyway' }],
  ])('asks for nothing where %s', ([, said]) => {
    expect(bundle(row(said))).toMatchObject({ recent: undefined, ending: undefined, problems: [] });
  });

  test.for<[name: string, said: Mapping, problem: RegExp, operation?: Partial<SourceOperation>]>([
    ['an unknown effect', { effects: ['lets'], when: 'always' }, /say effects of vouches/],
    ['no effect', { effects: [], when: 'always' }, /say effects of vouches/],
    ['an effect twice', { effects: ['lasts', 'lasts'], when: 'always' }, /each effect once/],
    ['an effect without a time', { effects: ['lasts'] }, /when: always or change/],
    ['an unknown time', { effects: ['lasts'], when: 'sometimes' }, /when: always or change/],
    ['a time for what ends', { effects: ['ends'], when: 'always' }, /drop when and bounds/],
    ['effects and a reason', { effects: ['ends'], reason: 'It ends a webhook' }, /not both/],
    ['neither effects nor a reason', {}, /not both/],
    ['a reason in a word', { reason: 'none' }, /in a sentence/],
    ['a time beside a reason', { reason: 'It sends what was owed', when: 'always' }, /drop when and bounds/],
    ['bounds of some changes', { effects: ['lasts'], when: 'change', bounds: 'compared' }, /say bounds/],
    ['an unknown field', { effects: ['lasts'], when: 'always', until: 300 }, /drop until/],
    [
      'no effect secret beside x-secret',
      { effects: ['lasts'], when: 'always' },
      /the effect secret/,
      { 'x-secret': 'signingSecret' },
    ],
    [
      'a reason beside x-secret',
      { reason: 'It shows no secret, or so it seems' },
      /the effect secret/,
      { 'x-secret': 'signingSecret' },
    ],
  ])('refuses %s', ([, said, problem, operation = {}]) => {
    const { problems, recent } = bundle(row(said), operation);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(recent).toBeUndefined();
  });

  test('refuses a change without a row, and a row without a change', () => {
    const unnamed = bundle({ createHook: { effects: ['ends'] } });
    expect(unnamed.problems).toEqual([
      expect.stringMatching(/^add createWebhook to openapi\/effects.yaml/),
      expect.stringMatching(/^drop createHook from openapi\/effects.yaml/),
    ]);
  });

  test.for<[name: string, said: Partial<SourceOperation>, item?: Mapping]>([
    ['changes nothing', { 'x-audit': 'none' }],
    ['a SCIM token calls', {}, { 'x-errors': 'scim' }],
    ['anybody calls', { security: [] }],
  ])('has no row for an operation that %s', ([, said, item]) => {
    expect(bundle({}, said, item).problems).toEqual([]);
    expect(bundle(row({ effects: ['ends'] }), said, item).problems).toEqual([
      expect.stringMatching(/^drop createWebhook/),
    ]);
  });

  test.for(['x-effects', 'x-recent', 'x-ending-callers'] as const)('refuses %s by hand', (fact) => {
    const { problems } = bundle(row({ effects: ['ends'] }), { [fact]: 300 });
    expect(problems).toEqual([`drop ${fact}: it follows from openapi/effects.yaml`]);
  });
});
