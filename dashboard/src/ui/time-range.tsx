import { Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../texts/ui.ts';
import { fromLocalField, toLocalField } from './local-time.ts';
import { lasting } from './time-range.ts';
import { useSearch } from './use-search.ts';

const { timeRange: words } = texts;

const names = [words.hour, words.day, words.week, words.month];

/** A filter by time: a range that ends now, or two times. The address keeps these in UTC, so that a link means the same in every zone. */
export function TimeRange() {
  const [search, change] = useSearch();
  const isCustom = Boolean(search['from'] || search['to']);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Select
        aria-label={words.time}
        placeholder={words.time}
        data={[
          ...Object.keys(lasting).map((value, at) => ({ value, label: names[at] ?? value })),
          { value: 'custom', label: words.custom },
        ]}
        value={isCustom || isAsked ? 'custom' : (search['last'] ?? null)}
        onChange={(last) => {
          setIsAsked(last === 'custom');
          change({
            last: last === 'custom' ? undefined : (last ?? undefined),
            from: undefined,
            to: undefined,
          });
        }}
        clearable
        w={190}
      />
      {isCustom || isAsked ? (
        <Group gap="sm">
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="datetime-local"
              aria-label={name === 'from' ? words.after : words.before}
              defaultValue={toLocalField(search[name] ?? null)}
              onChange={({ currentTarget: { value } }) =>
                change({ [name]: fromLocalField(value) ?? undefined })
              }
              w={210}
            />
          ))}
        </Group>
      ) : null}
    </>
  );
}
