import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { replacing } from '../../src/handlers/replacing.ts';

/** Operations that show a secret which ends no other, with the reason. */
const endsNothing: Record<string, string> = {
  createCredential: 'a new credential',
  createJitCredential: 'a new credential',
  exchangeToken: 'a new credential',
  createOidcClient: 'a new client',
  createScimToken: 'a new token beside the others',
  createInitialAccessToken: 'a new token beside the others',
  createSetupLink: 'a new link beside the others',
  createWebhook: 'a new webhook',
  createWebhookListener: 'a new listener',
};

test('each operation that shows a secret says what the secret replaces, or is listed with a reason', () => {
  const showing = Object.entries(operations).filter(([, { secret }]) => secret !== null);
  const unsaid = showing
    .map(([id]) => id)
    .filter((id) => !Object.hasOwn(replacing, id) && !Object.hasOwn(endsNothing, id));
  expect(unsaid).toEqual([]);
  expect(Object.keys(endsNothing).filter((id) => Object.hasOwn(replacing, id))).toEqual([]);
});

test('each operation that rotates something says what it replaces', () => {
  const rotating = Object.keys(operations).filter((id) => /^(rotate|renew|replace.*Secret)/.test(id));
  expect(rotating.length).toBeGreaterThan(3);
  expect(rotating.filter((id) => !Object.hasOwn(replacing, id))).toEqual([]);
});

test('each operation that replaces something has a known caller', () => {
  const ids = Object.keys(replacing) as (keyof typeof replacing)[];
  expect(ids.filter((id) => !operations[id].secured || operations[id].transaction !== 'around')).toEqual([]);
});
