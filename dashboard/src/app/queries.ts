import { MutationCache, QueryClient } from '@tanstack/react-query';
import { refusalOf } from '../api/refusal.ts';

/** A refusal stays a refusal; a network or a service that is away may come back. */
const mayTryAgain = (count: number, error: unknown): boolean => {
  const { status } = refusalOf(error);
  return count < 2 && (status === 0 || status >= 500);
};

export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: mayTryAgain, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
    // After each change, the page reads again all that it shows.
    mutationCache: new MutationCache({ onSuccess: () => void queries.invalidateQueries() }),
  });
  return queries;
}
