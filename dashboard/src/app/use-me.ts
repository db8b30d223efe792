import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { inTenant } from '../api/connect.ts';
import { getMeOptions } from '../generated/@tanstack/react-query.gen.ts';
import type { Me } from '../generated/types.gen.ts';

/**
 * Who is signed in, with the rights of now: they may change while the page is open. They are read again with each page
 * that is opened, after each change, and after each refusal for want of a right (`queries.ts`).
 * @param opened who opened the page. The rights of another user of the same browser do not count
 */
export function useMe(tenant: string, opened: Me): Me {
  const queries = useQueryClient();
  const options = getMeOptions({ headers: inTenant(tenant) });
  const { data } = useQuery(options);
  const me = data?.id === opened.id ? data : opened;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    void queries.refetchQueries({
      queryKey: getMeOptions({ headers: inTenant(tenant) }).queryKey,
      stale: true,
    });
  }, [queries, tenant, path]);
  const rights = me.scopes.join(' ');
  useEffect(
    () => () => {
      // Answers of before are not shown again while they are refused.
      queries.removeQueries({ type: 'inactive' });
    },
    [queries, rights],
  );
  return me;
}
