import type { SelectProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { listIdentities } from '../generated/sdk.gen.ts';
import { Pick, pickLimit, PickMany, type Source } from './pick.tsx';

const identities: Source = {
  kind: 'identity',
  needs: ['identities.read'],
  find: async (search, _scopes, signal) => {
    const query = { limit: pickLimit, ...(search ? { search } : {}) };
    const { data } = await listIdentities({ query, signal });
    return data.data.map(({ id, name }) => ({ value: id, label: name }));
  },
};

/** Chooses an identity by its name. */
export const PickIdentity = (props: Omit<SelectProps, 'data'>) => <Pick source={identities} {...props} />;

/** Chooses several identities. */
export const PickIdentities = (props: Omit<ComponentProps<typeof PickMany>, 'source'>) => (
  <PickMany source={identities} {...props} />
);
