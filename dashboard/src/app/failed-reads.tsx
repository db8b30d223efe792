import { Box } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { Problem } from '../ui/problem.tsx';

/** What the page shows and could not read again. A read that never had an answer is the page's own to show. */
const hasFailed = ({ state }: Query): boolean => state.status === 'error' && state.data !== undefined;

/** Says above the page that a part of it is old. The page stays, with what was typed and secrets that are shown once. */
export function FailedReads() {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const subscribe = useCallback((heard: () => void) => cache.subscribe(heard), [cache]);
  const error = useSyncExternalStore(
    subscribe,
    () => cache.findAll({ type: 'active', predicate: hasFailed })[0]?.state.error,
  );
  if (!error) return null;
  return (
    <Box mb="lg">
      <Problem
        error={error}
        onRetry={() => void queries.refetchQueries({ type: 'active', predicate: hasFailed })}
      />
    </Box>
  );
}
