import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getIdentityOptions, listIdentitiesOptions } from '../generated/@tanstack/react-query.gen.ts';

/** Chooses an identity by its name. The service searches. */
export function PickIdentity(props: Omit<SelectProps, 'data'>) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const { data, isFetching } = useQuery({
    ...listIdentitiesOptions({ query: { limit: 20, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  });
  const known = data?.data ?? [];
  const chosen = props.value ?? '';
  // One of a link, which may be none of the newest.
  const { data: other } = useQuery({
    ...getIdentityOptions({ path: { id: chosen } }),
    enabled: chosen !== '' && data !== undefined && !known.some(({ id }) => id === chosen),
    retry: false,
  });
  const identities = [...known, ...(other && !known.some(({ id }) => id === other.id) ? [other] : [])];
  return (
    <Select
      {...props}
      searchable
      onSearchChange={setTyped}
      // The service has filtered.
      filter={({ options }) => options}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
      data={identities.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
