import { describe, expect, test } from 'vitest';
import { readContract } from '../../../scripts/contract.ts';
import { dealt, drawnFor, fuzzed, partOf, reachable } from '../../../scripts/fuzz/choice.ts';
import { withNeeded } from '../../../scripts/fuzz/needs.ts';
import { operationsOf } from '../../../src/lib/contract.ts';

const contract = readContract();
const all = fuzzed(contract);
const sorted = (lists: readonly (readonly string[])[]): string[] => lists.flat().sort();

test('fuzzed has operations of the API and no pages', () => {
  expect(all.length).toBeGreaterThan(200);
  expect(all).toContain('receiveLeakedSecrets');
  expect(all).not.toContain('getOpenapiYaml');
  expect(all).not.toContain('showSignedOut');
});

test('reachable leaves out what no run can make succeed', () => {
  expect(reachable(contract, ['getMe', 'verifyFederatedDomain', 'receiveLeakedSecrets'])).toEqual(['getMe']);
  expect(reachable(contract, all).length).toBeGreaterThan(200);
});

describe('withNeeded', () => {
  test.for<[id: string, needed: string[], by: string]>([
    ['suspendUser', ['createUser'], 'by a link'],
    ['createCredential', ['createIdentity'], 'by an id in the body'],
    ['rightSizeIdentity', ['createIdentity', 'createCredential'], 'by a list of ids in the body'],
    ['getAuditLog', ['listAuditLogs'], 'by the list above its path'],
    ['retryDelivery', ['createWebhook', 'listDeliveries'], 'by two lists above its path'],
    ['getAccessDevice', ['putAccessDevice'], 'by a PUT at an id of the caller'],
    ['resumeWebhook', ['pauseWebhook', 'createWebhook'], 'by the state that it ends'],
    ['reactivateUser', ['suspendUser', 'createUser'], 'by the state that it ends'],
    ['getAccessBacktest', ['startAccessBacktest'], 'by the table'],
  ])('adds to %s %j %s', ([id, needed]) => {
    const [first, ...others] = withNeeded(contract, [id]);
    expect(first).toBe(id);
    expect(others).toEqual(expect.arrayContaining(needed));
  });

  test('adds what the added operations need', () => {
    expect(withNeeded(contract, ['suspendCredential'])).toContain('createIdentity');
  });

  test('adds no operations that only share a family', () => {
    expect(withNeeded(contract, ['getOverview'])).toEqual(['getOverview']);
    expect(withNeeded(contract, ['getWebhook'])).not.toContain('updateWebhook');
    expect(withNeeded(contract, ['suspendUser'])).not.toContain('createGroup');
  });

  test('names only operations of the contract', () => {
    const known = new Set(operationsOf(contract).map(({ id }) => id));
    expect(withNeeded(contract, all).filter((id) => !known.has(id))).toEqual([]);
    expect(withNeeded(contract, all).sort()).toEqual(sorted([all]));
  });
});

describe('dealt', () => {
  test.each([1, 3, 8, 20])('gives each operation to one of %i parts of like size', (parts) => {
    const hands = dealt(contract, parts);
    expect(sorted(hands)).toEqual(sorted([all]));
    const sizes = hands.map((hand) => hand.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(all.length / parts / 2);
  });

  test('keeps small families together', () => {
    const hands = dealt(contract, 8);
    const families = Map.groupBy(operationsOf(contract), ({ tag }) => tag);
    for (const [tag, family] of families) {
      const ids = family.flatMap(({ id }) => (all.includes(id) ? [id] : []));
      const holders = hands.filter((hand) => ids.some((id) => hand.includes(id)));
      expect(holders.length, tag).toBeLessThanOrEqual(Math.ceil(ids.length / Math.ceil(all.length / 8)));
    }
  });
});

describe('partOf', () => {
  test('gives all operations over eight parts', () => {
    const parts = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => partOf(contract, `${number}/8`));
    expect(sorted(parts)).toEqual(sorted([all]));
  });

  test.each(['0/8', '9/8', '3', '1/0', 'x/8', '-1/8'])('refuses %s', (part) => {
    expect(() => partOf(contract, part)).toThrow(`PART must be such as 3/8, and is ${part}`);
  });
});

describe('drawnFor', () => {
  const draw = (changed: readonly string[], seed: number, room = 30) =>
    drawnFor(contract, { changed, room, seed });

  test('takes the changed operations first, then others', () => {
    const changed = ['updateAlert', 'getMe', 'showSignedOut'];
    const chosen = draw(changed, 4);
    expect(sorted([chosen.slice(0, 2)])).toEqual(['getMe', 'updateAlert']);
    expect(chosen.length).toBeGreaterThan(15);
  });

  test.each([0, 1, 2, 1_234_567])('never takes more than there is room for, with seed %i', (seed) => {
    for (const changed of [[], ['getMe'], all]) {
      const chosen = draw(changed, seed);
      expect(withNeeded(contract, chosen).length).toBeLessThanOrEqual(30);
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen.length).toBeGreaterThan(15);
    }
  });

  test('has all operations over consecutive seeds', () => {
    const drawn = Array.from({ length: 20 }, (_, seed) => draw([], seed));
    expect([...new Set(sorted(drawn))]).toEqual(sorted([all]));
  });

  test('has all changed operations over seeds, where they have no room together', () => {
    const changed = all.slice(0, 40);
    const drawn = changed.map((_, seed) => draw(changed, seed, 20)[0] ?? '');
    expect(sorted([drawn])).toEqual(sorted([changed]));
  });

  test('refuses a room without space', () => {
    expect(() => draw([], 1, 2)).toThrow('A run has time for 2 operations');
  });
});
