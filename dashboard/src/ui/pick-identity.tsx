import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listIdentitiesOptions } from '../generated/@tanstack/react-query.gen.ts';

/** Chooses an identity by its name. The service searches. */
export function PickIdentity(props: Omit<SelectProps, 'data'>) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const { data, isFetching } = useQuery({
    ...listIdentitiesOptions({ query: { limit: 20, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Select
      {...props}
      searchable
      onSearchChange={setTyped}
      // The service has filtered.
      filter={({ options }) => options}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
