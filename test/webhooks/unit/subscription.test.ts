import { expect, test } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { scopeCatalogue } from '../../../src/lib/scope.ts';
import { scopesToRead } from '../../../src/webhooks/subscription.ts';

const readers = scopeCatalogue.filter((scope) => scope.endsWith('.read'));

test('every type that can be subscribed to asks for one scope, and * for all that read', () => {
  const types = document.components.schemas.EventSubscription.enum;
  expect(types.length).toBeGreaterThan(20);
  const wide = types.filter((type) => scopesToRead([type]).length !== 1);
  expect(wide).toEqual(['*']);
  expect(scopesToRead(['*'])).toEqual(readers);
});

test('several types ask for each of their scopes once', () => {
  expect(scopesToRead(['user.created', 'user.updated', 'credential.used'])).toEqual([
    'directory.read',
    'credentials.read',
  ]);
});

test('a type of no known family asks for all', () => {
  for (const type of ['visits.created', 'users.created', 'constructor', '__proto__.x', ''])
    expect(scopesToRead([type])).toEqual(readers);
});
