import { Text, TextInput } from '@mantine/core';
import { useSearch } from '../../ui/use-search.ts';
import { fromLocalField, toLocalField } from '../../ui/local-time.ts';
import { timeIn } from './time-in.ts';

/** A filter by time. The address keeps it in UTC, so that a link means the same in every zone. */
export function TimeFilter({ name, title }: { name: string; title: string }) {
  const [search, change] = useSearch();
  const at = timeIn(search[name]);
  return (
    <TextInput
      // A field of the browser keeps what is half entered; it is made again when the filters are cleared.
      key={at === undefined ? 'empty' : 'set'}
      type="datetime-local"
      aria-label={title}
      leftSection={<Text size="xs">{title}</Text>}
      leftSectionWidth={52}
      defaultValue={toLocalField(at ?? null)}
      onBlur={({ currentTarget }) => change({ [name]: fromLocalField(currentTarget.value) ?? undefined })}
      w={250}
    />
  );
}
