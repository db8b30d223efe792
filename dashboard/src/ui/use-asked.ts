import { useSearch as useSearchOfPage } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSearch } from './use-search.ts';

/** A dialog that the address may ask for. */
interface Askable {
  name: string;
  begin: () => void;
  /** False if the user lacks the rights of the dialog. */
  may?: boolean;
}

/**
 * Opens a dialog when the address asks for it, such as `?open=create` of the command palette. The address forgets it at
 * once, so that a reload does not open the dialog again.
 */
export function useAsked(dialogs: readonly Askable[]): void {
  const [, change] = useSearch();
  // The search of this page. While the next page is loaded, `useSearch` has the search of that page already.
  const { open } = useSearchOfPage({ strict: false }) as { open?: string };
  const asked = dialogs.find(({ name }) => name === open);
  useEffect(() => {
    if (!asked) return;
    change({ open: undefined });
    if (asked.may ?? true) asked.begin();
  }, [asked?.name]);
}
