import { type Concurrency, type OperationFacts, operations } from '../../../generated/operations.ts';
import { Failure, RateLimited } from '../../failure.ts';
import type { OperationId } from '../../operation.ts';
import { type Places, type Room, waitingPlaces } from './waiting-places.ts';

/**
 * Makes the places of the operations that have an `x-concurrency` in the contract. A request has its place until its response
 * was sent. Operations with the same `shared` name lend the same places.
 */
export function placesOfOperations(): Readonly<Partial<Record<OperationId, Places>>> {
  const shared = new Map<string, Places>();
  const found: Partial<Record<OperationId, Places>> = {};
  for (const [id, { concurrency }] of Object.entries(operations) as [OperationId, OperationFacts][]) {
    if (!concurrency) continue;
    const name = concurrency.shared ?? id;
    const places = shared.get(name) ?? waitingPlaces(roomOf(concurrency));
    shared.set(name, places);
    found[id] = places;
  }
  return found;
}

const roomOf = ({
  tenant,
  node,
  waiting = 0,
  waitSeconds = 0,
  rest,
  onlyResting,
  ...refusal
}: Concurrency): Room => ({
  ofATenant: tenant,
  ...(node === undefined ? {} : { ofANode: node }),
  waiting,
  milliseconds: waitSeconds * 1_000,
  ...(rest === undefined ? {} : { rest }),
  ...(onlyResting === undefined ? {} : { onlyResting }),
  refusal: refusalOf(refusal),
});

/** Makes refusals that name the seconds after which the client may try again, where the contract has them. */
const refusalOf =
  ({ retryAfter, detail }: Pick<Concurrency, 'retryAfter' | 'detail'>) =>
  (limit: number, now: Date): Failure => {
    const words = detail?.replace('{limit}', String(limit));
    if (retryAfter === undefined)
      return new Failure('RATE_LIMITED', words === undefined ? {} : { detail: words });
    const resetAt = Math.ceil(now.getTime() / 1_000) + retryAfter;
    return new RateLimited({ limit, remaining: 0, resetAt }, retryAfter, words);
  };
