import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Goes to a page of the tenant that is open. */
export function useGo(): (to: string) => void {
  const { tenant } = useParams({ strict: false }) as { tenant: string };
  const navigate = useNavigate();
  return useCallback(
    (to) => void navigate({ to: `/${tenant}${to ? `/${to}` : ''}` as never }),
    [navigate, tenant],
  );
}
