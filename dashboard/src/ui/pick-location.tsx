import type { ComponentProps } from 'react';
import { listNamedLocations } from '../generated/sdk.gen.ts';
import { pickLimit, PickMany, type Source } from './pick.tsx';

const locations: Source = {
  kind: 'location',
  needs: ['conditional_access.read'],
  find: async (search, _scopes, signal) => {
    const query = { limit: pickLimit, ...(search ? { search } : {}) };
    const { data } = await listNamedLocations({ query, signal });
    return data.data.map(({ id, name, ipRanges, countries }) => ({
      value: id,
      label: name,
      detail: [...ipRanges, ...countries].slice(0, 4).join(', '),
    }));
  },
};

/** Chooses several named locations. */
export const PickLocations = (props: Omit<ComponentProps<typeof PickMany>, 'source'>) => (
  <PickMany source={locations} {...props} />
);
