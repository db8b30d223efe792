import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../app/me.ts';
import { getUserOptions, listUsersOptions } from '../generated/@tanstack/react-query.gen.ts';

const nameOf = ({
  id,
  displayName,
  email,
}: {
  id: string;
  displayName: string | null;
  email: string | null;
}): string => displayName ?? email ?? id;

/** Chooses a user by a name or an address. The service searches. Shown only to those who may read users. */
export function PickUser(props: Omit<SelectProps, 'data'>) {
  const mayRead = useMay('directory.read');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const { data, isFetching } = useQuery({
    ...listUsersOptions({ query: { limit: 20, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
    enabled: mayRead,
  });
  const chosen = props.value ?? '';
  const known = data?.data ?? [];
  // One of a link, which may be none of the newest.
  const { data: other } = useQuery({
    ...getUserOptions({ path: { userId: chosen } }),
    retry: false,
    enabled: mayRead && chosen !== '' && data !== undefined && !known.some(({ id }) => id === chosen),
  });
  const users = [...known, ...(other && !known.some(({ id }) => id === other.id) ? [other] : [])];
  if (!mayRead) return null;
  return (
    <Select
      {...props}
      searchable
      clearable
      onSearchChange={setTyped}
      // The service has filtered.
      filter={({ options }) => options}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
      data={users.map((user) => ({ value: user.id, label: nameOf(user) }))}
    />
  );
}

/** The name of a user, for those who may read users; otherwise the id. */
export function UserName({ id }: { id: string }) {
  const { data } = useQuery({
    ...getUserOptions({ path: { userId: id } }),
    enabled: useMay('directory.read'),
    retry: false,
  });
  return <>{data ? nameOf(data) : id}</>;
}
