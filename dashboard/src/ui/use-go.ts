import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Goes to a page of the tenant that is open, after a change. Forms of this page do not ask about their input. */
export function useGo(): (to: string) => void {
  const { tenant } = useParams({ strict: false }) as { tenant: string };
  const navigate = useNavigate();
  return useCallback(
    (to) => void navigate({ to: `/${tenant}${to ? `/${to}` : ''}` as never, ignoreBlocker: true }),
    [navigate, tenant],
  );
}
