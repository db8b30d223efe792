import { createContext, useContext } from 'react';
import type { Me } from '../generated/types.gen.ts';

/** Who is signed in, and which tenant is worked in. */
export interface Session {
  me: Me;
  tenant: string;
}

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

/** @throws outside of the pages of a tenant */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('there is no session outside of the pages of a tenant');
  return session;
}

/** Whether scopes contain a permission: itself, `*`, or the family with `.*` (docs/rights.md). */
export const holds = (scopes: readonly string[], permission: string): boolean =>
  scopes.some(
    (scope) =>
      scope === '*' ||
      scope === permission ||
      (scope.endsWith('.*') && permission.startsWith(scope.slice(0, -1))),
  );

/** Whether the user may do this. The service decides; this only hides what it would refuse. */
export function useMay(permission: string): boolean {
  return holds(useSession().me.scopes, permission);
}
