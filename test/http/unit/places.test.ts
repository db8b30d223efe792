import { expect, test } from 'vitest';
import { operations, type OperationFacts } from '../../../generated/operations.ts';
import { RateLimited } from '../../../src/failure.ts';
import { placesOfOperations } from '../../../src/http/admission/places.ts';

const now = new Date(500);

test('operations have places where the contract limits how many run at once', () => {
  const limited = Object.entries<OperationFacts>(operations).filter(([, { concurrency }]) => concurrency);
  expect(Object.keys(placesOfOperations()).sort()).toEqual(limited.map(([id]) => id).sort());
});

test('operations that share places are limited together', () => {
  const { listScimUsers: users, searchScim: both, exportAuditLogs: exports } = placesOfOperations();
  expect(users).toBe(both);
  expect(users).not.toBe(exports);
});

test('a refusal names the limit and the seconds after which the client may try again', () => {
  const { exportAuditLogs: exports } = placesOfOperations();
  void exports?.('a', now);
  try {
    void exports?.('a', now);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ retryAfterSeconds: 10, standing: { limit: 1, remaining: 0, resetAt: 11 } });
  }
});

test('a refusal without a known end has the limit in words only', () => {
  const { runScimBulk: bulk } = placesOfOperations();
  for (let taken = 0; taken < 4; taken++) void bulk?.('a', now);
  try {
    void bulk?.('a', now);
    expect.unreachable();
  } catch (error) {
    expect(error).not.toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({
      code: 'RATE_LIMITED',
      details: { detail: '4 bulk requests are under way; wait for one to end' },
    });
  }
});
