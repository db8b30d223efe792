import type { SelectProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { listUsers } from '../generated/sdk.gen.ts';
import type { User } from '../generated/types.gen.ts';
import { nameOfUser, useNames } from './names.ts';
import { Pick, pickLimit, PickMany, type Source } from './pick.tsx';

const source = (kind: string, isOffered: (user: User) => boolean): Source => ({
  kind,
  needs: ['directory.read'],
  find: async (search, _scopes, signal) => {
    const query = { limit: pickLimit, ...(search ? { search } : {}) };
    const { data } = await listUsers({ query, signal });
    return data.data.filter(isOffered).map((user) => ({
      value: user.id,
      label: nameOfUser(user),
      detail: user.displayName ? (user.email ?? user.username) : undefined,
    }));
  },
});

const users = source('user', () => true);
const present = source('present user', ({ status }) => status !== 'DEPROVISIONED');

/** Chooses a user by a name or an address. */
export const PickUser = (props: Omit<SelectProps, 'data'>) => <Pick source={users} {...props} />;

/** Chooses several users. */
export const PickUsers = (props: Omit<ComponentProps<typeof PickMany>, 'source'>) => (
  <PickMany source={users} {...props} />
);

/** Chooses several users that have not left. */
export const PickPresentUsers = (props: Omit<ComponentProps<typeof PickMany>, 'source'>) => (
  <PickMany source={present} {...props} />
);

/** The name of a user, for those who may read users; otherwise the id. */
export function UserName({ id }: { id: string }) {
  return <>{useNames([id]).get(id) ?? id}</>;
}
