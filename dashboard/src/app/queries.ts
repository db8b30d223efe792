import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { refusalOf } from '../api/refusal.ts';
import { noteRefusal } from './session-watch.ts';

/** A refusal stays a refusal. A network or a service that is away may come back, and a busy report becomes free. */
const mayTryAgain = (count: number, error: unknown): boolean => {
  const { status } = refusalOf(error);
  if (status === 429) return count < 4;
  return count < 2 && (status === 0 || status >= 500);
};

const operationOf = ({ queryKey }: { queryKey: readonly unknown[] }): string | undefined => {
  const { _id: operation } = (queryKey[0] ?? {}) as { _id?: string };
  return operation;
};

/** @param watch hears of queries that need a proof of the user */
export function createQueries(watch: EventTarget): QueryClient {
  const queries: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', staleTime: 10_000, retry: mayTryAgain, refetchOnWindowFocus: true },
      // A change is not kept for later: the user sees at once that the network is gone. Its answer may have a secret,
      // which is not kept at all.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Without a session there is no page yet: the router leads to the sign-in.
        if (operationOf(query) !== 'getMe' || query.state.data !== undefined) noteRefusal(watch, error);
        readRights(error);
      },
    }),
    // After each change, the page reads again all that it shows.
    mutationCache: new MutationCache({
      onSuccess: () => void queries.invalidateQueries(),
      onError: (error) => readRights(error),
    }),
  });
  // A refusal tells that the rights of the user changed while the page was open.
  const readRights = (error: unknown) => {
    if (refusalOf(error).code === 'INSUFFICIENT_SCOPE')
      void queries.invalidateQueries({ predicate: (query) => operationOf(query) === 'getMe' });
  };
  return queries;
}
