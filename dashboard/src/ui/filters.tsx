import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { texts } from '../texts/ui.ts';
import { spoken } from './state.tsx';
import { useSearch } from './use-search.ts';

/** A filter with a few values. */
export interface Filter {
  name: string;
  title: string;
  values: readonly (string | { value: string; label: string })[];
}

const choice = (one: Filter['values'][number]) =>
  typeof one === 'string' ? { value: one, label: spoken(one) } : one;

/** The filters of a list. They are kept in the address. */
export function Filters({
  filters = [],
  search: hasSearch = false,
}: {
  filters?: readonly Filter[];
  search?: boolean;
}) {
  const [search, change] = useSearch();
  const isFiltered = filters.some(({ name }) => search[name]) || Boolean(search['search']);
  return (
    <Group mb="md" gap="sm" role="search" aria-label={texts.filters}>
      {hasSearch ? (
        <SearchField value={search['search'] ?? ''} onChange={(text) => change({ search: text })} />
      ) : null}
      {filters.map(({ name, title, values }) => (
        <Select
          key={name}
          aria-label={title}
          placeholder={title}
          data={values.map(choice)}
          value={search[name] ?? null}
          onChange={(value) => change({ [name]: value ?? undefined })}
          clearable
          w={170}
        />
      ))}
      {isFiltered ? (
        <Button
          variant="subtle"
          color="gray"
          onClick={() =>
            change({ search: undefined, ...Object.fromEntries(filters.map(({ name }) => [name, undefined])) })
          }
        >
          {texts.clearFilters}
        </Button>
      ) : null}
    </Group>
  );
}

/** Asks when the user pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(value);
  const later = useDebouncedCallback(onChange, 300);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      aria-label={texts.search}
      placeholder={texts.search}
      leftSection={<Search size={15} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        later(currentTarget.value);
      }}
      w={260}
    />
  );
}
