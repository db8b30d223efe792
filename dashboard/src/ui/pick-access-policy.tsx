import type { SelectProps } from '@mantine/core';
import { listAccessPolicies } from '../generated/sdk.gen.ts';
import { Pick, pickLimit, type Source } from './pick.tsx';

const policies: Source = {
  kind: 'access policy',
  needs: ['conditional_access.read'],
  find: async (search, _scopes, signal) => {
    const query = { limit: pickLimit, ...(search ? { search } : {}) };
    const { data } = await listAccessPolicies({ query, signal });
    return data.data.map(({ id, name }) => ({ value: id, label: name }));
  },
};

/** Chooses a policy of conditional access by its name. */
export const PickAccessPolicy = (props: Omit<SelectProps, 'data'>) => <Pick source={policies} {...props} />;
