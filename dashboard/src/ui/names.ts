import { useQueries, useQueryClient } from '@tanstack/react-query';
import { holds, useSession } from '../app/me.ts';
import {
  getAccessPolicy,
  getConnection,
  getCredential,
  getGroup,
  getIdentity,
  getNamedLocation,
  getOidcClient,
  getServiceProvider,
  getUser,
} from '../generated/sdk.gen.ts';
import type { User } from '../generated/types.gen.ts';
import { texts } from '../texts/ui.ts';

/** Returns the name of a user for pickers and links. */
export const nameOfUser = ({ id, displayName, email }: Pick<User, 'id' | 'displayName' | 'email'>): string =>
  displayName ?? email ?? id;

interface Reader {
  needs: string;
  read: (id: string, signal: AbortSignal) => Promise<string>;
}

/** By the prefix of the id (docs/architecture.md). */
const readers: Readonly<Record<string, Reader>> = {
  cap: {
    needs: 'conditional_access.read',
    read: async (id, signal) => (await getAccessPolicy({ path: { id }, signal })).data.name,
  },
  cli: {
    needs: 'oidc.read',
    read: async (clientId, signal) => (await getOidcClient({ path: { clientId }, signal })).data.name,
  },
  cred: {
    needs: 'credentials.read',
    read: async (id, signal) => (await getCredential({ path: { id }, signal })).data.name,
  },
  fed: {
    needs: 'federation.read',
    read: async (id, signal) => (await getConnection({ path: { id }, signal })).data.name,
  },
  grp: {
    needs: 'groups.read',
    read: async (groupId, signal) => (await getGroup({ path: { groupId }, signal })).data.name,
  },
  idn: {
    needs: 'identities.read',
    read: async (id, signal) => (await getIdentity({ path: { id }, signal })).data.name,
  },
  loc: {
    needs: 'conditional_access.read',
    read: async (id, signal) => (await getNamedLocation({ path: { id }, signal })).data.name,
  },
  sp: {
    needs: 'saml.read',
    read: async (spId, signal) => (await getServiceProvider({ path: { spId }, signal })).data.name,
  },
  usr: {
    needs: 'directory.read',
    read: async (userId, signal) => nameOfUser((await getUser({ path: { userId }, signal })).data),
  },
};

const own: Readonly<Record<string, string>> = texts.applications;

/** A user may make 600 calls a minute, and a page may name hundreds of things. */
const atOnce = 6;
const most = 120;

const readerOf = (id: string): Reader | undefined =>
  readers[/^([a-z]{2,4})_[0-9a-z]{26}$/.exec(id)?.[1] ?? ''];

/** The names of things, by their ids. */
export type Names = ReadonlyMap<string, string>;

/**
 * Reads the names of things, by their ids: a few at once, and each name once for all pages.
 * @returns the names that are known so far. Things that were deleted, and those that the user may not read, have none
 */
export function useNames(ids: readonly string[]): Names {
  const { me } = useSession();
  const queries = useQueryClient();
  const read = [...new Set(ids)]
    .flatMap((id) => {
      const reader = readerOf(id);
      return reader && holds(me.scopes, reader.needs) ? [{ id, reader, queryKey: ['name', id] }] : [];
    })
    .slice(0, most);
  const isRead = (queryKey: string[]): boolean => {
    const state = queries.getQueryState(queryKey);
    return state !== undefined && state.status !== 'pending' && !state.isInvalidated;
  };
  const open = new Set(
    read
      .filter(({ queryKey }) => !isRead(queryKey))
      .slice(0, atOnce)
      .map(({ id }) => id),
  );
  const answers = useQueries({
    queries: read.map(({ id, reader, queryKey }) => ({
      queryKey,
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({ id, name: await reader.read(id, signal) }),
      enabled: open.has(id),
      retry: false,
    })),
  });
  return new Map<string, string>([
    ...ids.flatMap((id): [string, string][] => (own[id] ? [[id, own[id]]] : [])),
    // The status is read as well, so that the next names are asked for after one that failed.
    ...answers.flatMap(({ status, data }): [string, string][] =>
      status === 'error' || !data ? [] : [[data.id, data.name]],
    ),
  ]);
}
