import {
  type ComboboxItem,
  Loader,
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { holds, useSession } from '../app/me.ts';
import { holdsSecret } from '../../../src/lib/secret-text.ts';
import { texts } from '../texts/ui.ts';
import { useNames } from './names.ts';

/** Something that can be chosen, by its name. */
export interface Choice {
  value: string;
  label: string;
  /** What tells it from others with the same name, such as an address. */
  detail?: string | undefined;
  disabled?: boolean;
}

/** What a picker chooses from. The service searches. */
export interface Source {
  /** The kind of things in the key of the query. */
  kind: string;
  /** The permissions to read them. One of them is enough. */
  needs: readonly string[];
  /** The first things that fit, as far as these scopes read them. */
  find: (search: string, scopes: readonly string[], signal: AbortSignal) => Promise<Choice[]>;
  /** Those that the service has by itself. */
  fixed?: readonly Choice[];
  /** Whether a typed text is something to choose. */
  takes?: (text: string) => boolean;
}

/** How many things a search shows. */
export const pickLimit = 20;

const fits = ({ value, label }: Choice, search: string): boolean =>
  `${value} ${label}`.toLowerCase().includes(search.toLowerCase());

function useChoices({ kind, needs, find, fixed = [], takes }: Source, chosen: readonly string[]) {
  const { me } = useSession();
  const mayRead = needs.some((one) => holds(me.scopes, one));
  const [typed, setTyped] = useState('');
  const [later] = useDebouncedValue(typed.trim(), 200);
  // Another page would lose the input of the form, so the field only says what was typed.
  const isKey = holdsSecret(later);
  const names = useNames(chosen);
  // A field with one value has its name as the text. Then all others are offered, not only those with the same name.
  const search = chosen.some((id) => names.get(id) === later) ? '' : later;
  const { data, isFetching } = useQuery({
    queryKey: ['pick', kind, search],
    queryFn: ({ signal }) => find(search, me.scopes, signal),
    placeholderData: isKey ? undefined : keepPreviousData,
    enabled: mayRead && !isKey,
  });
  const found = [...fixed.filter((one) => fits(one, search)), ...(data ?? [])];
  const own: Choice[] = !isKey && takes?.(search) ? [{ value: search, label: search }] : [];
  const offered = new Set([...found, ...own].map(({ value }) => value));
  const others = chosen
    .filter((id) => id !== '' && !offered.has(id))
    .map((id): Choice => ({ value: id, label: names.get(id) ?? id }));
  const nothing = isKey ? texts.pastedKey : texts.pick.nothing;
  return { mayRead, setTyped, isFetching, nothing, choices: [...others, ...own, ...found] };
}

const option = (choices: readonly Choice[]) =>
  function Option({ option: { value, label } }: { option: ComboboxItem }) {
    const detail = choices.find((one) => one.value === value)?.detail;
    return (
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{label}</bdi>
        {detail ? (
          <Text size="xs" c="dimmed">
            <bdi>{detail}</bdi>
          </Text>
        ) : null}
      </Stack>
    );
  };

const waiting = (isFetching: boolean) => (isFetching ? { rightSection: <Loader size={14} /> } : {});

/** Chooses one thing by its name. Not shown to users who may not read such things. */
export function Pick({ source, ...props }: Omit<SelectProps, 'data'> & { source: Source }) {
  const { mayRead, setTyped, isFetching, nothing, choices } = useChoices(
    source,
    props.value ? [props.value] : [],
  );
  if (!mayRead) return null;
  return (
    <Select
      searchable
      clearable
      nothingFoundMessage={nothing}
      {...props}
      {...waiting(isFetching)}
      onSearchChange={setTyped}
      // The service has filtered.
      filter={({ options }) => options}
      data={choices.map(({ detail: _detail, ...one }) => one)}
      renderOption={option(choices)}
    />
  );
}

type ManyProps = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  source: Source;
  value?: string[];
  onChange?: (value: string[]) => void;
};

/** Chooses several things by their names. Users who may not read such things enter ids, and read why. */
export function PickMany({ source, ...props }: ManyProps) {
  const { mayRead, setTyped, isFetching, nothing, choices } = useChoices(source, props.value ?? []);
  if (!mayRead)
    return (
      <TagsInput
        label={props.label}
        description={texts.pick.noRight(source.needs.join(', '))}
        error={props.error}
        data={(source.fixed ?? []).map(({ value }) => value)}
        value={props.value ?? []}
        onChange={(value) => props.onChange?.(value)}
      />
    );
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      nothingFoundMessage={nothing}
      {...props}
      {...(props.value?.length ? { placeholder: '' } : {})}
      {...waiting(isFetching)}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={choices.map(({ detail: _detail, ...one }) => one)}
      renderOption={option(choices)}
    />
  );
}
