import { Button, Group, Select, type SelectProps, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { texts } from '../texts/ui.ts';
import type { Value } from '../texts/values.ts';
import { useKeyGuard } from './pasted-key.ts';
import { spoken } from './state.tsx';
import styles from './strip.module.css';
import { filtersIn, useSearch } from './use-search.ts';

type Choice = Value | { value: string; label: string };

/** A filter with a few values, with things that a picker chooses from, or with any text. The address keeps it under its name. */
export interface Filter<Name extends string = string> {
  name: Name;
  /** Without a title, only links set the filter. */
  title?: string;
  values?: readonly Choice[];
  picker?: ComponentType<Omit<SelectProps, 'data'>>;
  /** Of the picker, in pixels. */
  width?: number;
}

/** The filter by a text that the user types. */
export const searched = { name: 'search', title: texts.search } as const satisfies Filter;

const choice = (one: Choice) => (typeof one === 'string' ? { value: one, label: spoken(one) } : one);

/** The filters of a list. They are kept in the address. `children` are more filters that use `useSearch`. */
export function Filters({ filters = [], children }: { filters?: readonly Filter[]; children?: ReactNode }) {
  const [search, change] = useSearch();
  const set = filtersIn(search);
  // Fields are made again when the filters are cleared, so that no key from before sets one.
  const [cleared, setCleared] = useState(0);
  return (
    <Group
      mb={{ base: 'xs', sm: 'md' }}
      gap="sm"
      className={styles['strip'] ?? ''}
      role="search"
      aria-label={texts.filters}
    >
      {filters.map(({ name, title, values, picker: Picker, width }) =>
        title === undefined ? null : Picker ? (
          <Picker
            key={name}
            aria-label={title}
            placeholder={title}
            value={search[name] ?? null}
            onChange={(value) => change({ [name]: value ?? undefined })}
            w={width}
          />
        ) : values ? (
          <Select
            key={name}
            aria-label={title}
            placeholder={title}
            data={values.map(choice)}
            value={search[name] ?? null}
            onChange={(value) => change({ [name]: value ?? undefined })}
            clearable
            searchable={values.length > 12}
            nothingFoundMessage={texts.filteredEmpty.title}
            w={values.length > 12 ? 230 : 170}
          />
        ) : (
          <TextFilter
            key={`${name} ${cleared}`}
            title={title}
            {...(name === searched.name
              ? { icon: <Search size={15} aria-hidden />, width: 260 }
              : { width: 150 })}
            value={search[name] ?? ''}
            onChange={(text) => change({ [name]: text })}
          />
        ),
      )}
      {children}
      {set.length > 0 ? (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            setCleared((count) => count + 1);
            change(Object.fromEntries(set.map((name) => [name, undefined])));
          }}
        >
          {texts.clearFilters}
        </Button>
      ) : null}
    </Group>
  );
}

/** Asks when the user pauses. */
function TextFilter({
  title,
  icon,
  width,
  value,
  onChange,
}: {
  title: string;
  icon?: ReactNode;
  width: number;
  value: string;
  onChange: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const isKey = useKeyGuard();
  const later = useDebouncedCallback((text: string) => {
    sent.current = text;
    onChange(text);
  }, 300);
  useEffect(() => {
    // The address may come after the next key.
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextInput
      aria-label={title}
      placeholder={title}
      leftSection={icon}
      value={typed}
      onChange={({ currentTarget }) => {
        if (isKey(currentTarget.value)) return setTyped(sent.current);
        setTyped(currentTarget.value);
        later(currentTarget.value);
      }}
      w={width}
    />
  );
}
