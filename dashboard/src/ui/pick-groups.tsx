import { MultiSelect, type MultiSelectProps, TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../app/me.ts';
import { getGroupOptions, listGroupsOptions } from '../generated/@tanstack/react-query.gen.ts';

type Props = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  value?: readonly string[];
  onChange?: (ids: string[]) => void;
};

/** Chooses groups by their names. The service searches. Users who may not read groups enter ids. */
export function PickGroups({ value = [], onChange, ...props }: Props) {
  const mayRead = useMay('groups.read');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const list = useQuery({
    ...listGroupsOptions({ query: { limit: 20, sort: 'name', ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
    enabled: mayRead,
  });
  const chosen = useQueries({
    queries: value.map((groupId) => ({
      ...getGroupOptions({ path: { groupId } }),
      retry: false,
      enabled: mayRead,
    })),
  });
  const own = onChange ? { onChange } : {};
  if (!mayRead) {
    const { label, description, error, disabled } = props;
    return (
      <TagsInput {...{ label, description, error, value: [...value], ...own }} disabled={disabled ?? false} />
    );
  }
  const known = new Map(value.map((id, at) => [id, chosen[at]?.data?.name ?? id]));
  for (const { id, name } of list.data?.data ?? []) known.set(id, name);
  return (
    <MultiSelect
      {...props}
      {...own}
      value={[...value]}
      searchable
      onSearchChange={setTyped}
      // The service has filtered.
      filter={({ options }) => options}
      data={[...known].map(([id, name]) => ({ value: id, label: name }))}
    />
  );
}
