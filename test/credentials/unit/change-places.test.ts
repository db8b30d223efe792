import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { changePlaces } from '../../../src/credentials/change-places.ts';
import { createVault } from '../../../src/platform/vault.ts';

const places = changePlaces(createVault([randomBytes(32)]), 'org_1');
const at = (minutes: number) => ({ read: '100:104:101,102', at: minutes * 60_000, server: 'one' });

test('the id of an event is its place for five minutes', () => {
  const text = places.textOf(at(0)) ?? '';
  expect(text).toMatch(/^[\w-]+$/);
  expect(places.placeOf(text, at(5))).toEqual(at(0));
  expect(places.placeOf(text, at(5.01))).toBeUndefined();
});

test('an event has no id if the id would be longer than the contract takes', () => {
  const read = `1:9999:${Array.from({ length: 2_000 }, (_, n) => n + 1).join(',')}`;
  expect(places.textOf({ read, at: 0, server: 'one' })).toBeUndefined();
});
