import { useSearch as useSearchOfPage } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSearch } from './use-search.ts';

/**
 * Opens a dialog when the address asks for it, such as `?open=create` of the command palette. The address forgets it at
 * once, so that a reload does not open the dialog again.
 * @param may false if the user lacks the rights of the dialog
 */
export function useAsked(name: string, begin: () => void, may = true): void {
  const [, change] = useSearch();
  // That of this page: `useSearch` has that of the next page already while it is loaded.
  const { open } = useSearchOfPage({ strict: false }) as { open?: string };
  const isAsked = open === name;
  useEffect(() => {
    if (!isAsked) return;
    change({ open: undefined });
    if (may) begin();
  }, [isAsked]);
}
