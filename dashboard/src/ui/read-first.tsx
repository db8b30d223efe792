import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Versioned } from '../api/versioned.ts';
import { Dialog } from './dialog.tsx';
import type { Opened } from './edit-dialog.tsx';
import { Problem } from './problem.tsx';

/** Reads one thing again before it is changed: the row of a list has no version, and may be old. */
export function ReadFirst<Data>({
  query,
  title,
  onClose,
  children,
}: {
  query: { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Versioned<Data>> };
  /** Of the dialog that says why the thing cannot be read. */
  title: string;
  onClose: () => void;
  /** The form, such as `EditDialog`. */
  children: (parts: Opened<Data>) => ReactNode;
}) {
  // A dialog before this one may have left an older version, whose values the form must not begin with.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...query, staleTime: 0 });
  if (data && isFetchedAfterMount)
    return children({ opened: data, read: async () => (await refetch()).data, onClose });
  return error ? (
    <Dialog title={title} onClose={onClose}>
      <Problem error={error} onRetry={() => void refetch()} />
    </Dialog>
  ) : null;
}
