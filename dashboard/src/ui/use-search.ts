import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useKeyGuard } from './pasted-key.ts';

type Search = Record<string, string | undefined>;

/** Says where in a list the user is. All other names in the address are filters. */
const places: readonly string[] = ['cursor', 'row', 'sort', 'tab', 'days', 'open'];

/** Returns the names of the filters that are set in the address. */
export const filtersIn = (search: Search): string[] =>
  Object.keys(search).filter((name) => search[name] && !places.includes(name));

/** The query of the address: filters, sort and the cursor of a list, so that a link shows the same rows. */
export function useSearch(): [Search, (changed: Search, keepsCursor?: boolean) => void] {
  const search = useRouterState({ select: ({ location }) => location.search as Search });
  const navigate = useNavigate();
  const isKey = useKeyGuard();
  const change = useCallback(
    (changed: Search, keepsCursor = false) => {
      if (Object.values(changed).some(isKey)) return;
      const next = { ...search, ...(keepsCursor ? {} : { cursor: undefined }), ...changed };
      const known = Object.fromEntries(
        Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
      );
      void navigate({ to: '.', search: known, replace: !keepsCursor });
    },
    [search, navigate, isKey],
  );
  return [search, change];
}
