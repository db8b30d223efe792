import { createContext, useContext } from 'react';
import { holds } from '../../../src/lib/scope.ts';
import type { Me } from '../generated/types.gen.ts';

export { holds };

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

/** The form of a key of this tenant, for samples: `kd_test_…` in a test tenant. */
export const useKeyForm = (): string => `kd_${useSession().me.environment}_…`;

/** Whether the user may do this. The service decides; this only hides what it would refuse. */
export function useMay(permission: string): boolean {
  return holds(useSession().me.scopes, permission);
}
