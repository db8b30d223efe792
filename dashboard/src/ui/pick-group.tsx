import type { SelectProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { listGroups } from '../generated/sdk.gen.ts';
import { Pick, pickLimit, PickMany, type Source } from './pick.tsx';

const groups: Source = {
  kind: 'group',
  needs: ['groups.read'],
  find: async (search, _scopes, signal) => {
    const query = { limit: pickLimit, sort: 'name' as const, ...(search ? { search } : {}) };
    const { data } = await listGroups({ query, signal });
    return data.data.map(({ id, name, description }) => ({
      value: id,
      label: name,
      detail: description ?? undefined,
    }));
  },
};

/** Chooses a group by its name. */
export const PickGroup = (props: Omit<SelectProps, 'data'>) => <Pick source={groups} {...props} />;

/** Chooses several groups. */
export const PickGroups = (props: Omit<ComponentProps<typeof PickMany>, 'source'>) => (
  <PickMany source={groups} {...props} />
);
