import { ActionIcon, Button, Checkbox, Group, Input, Stack, Switch, Text, TextInput } from '@mantine/core';
import { ChevronDown, ChevronRight, Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { holds, useSession } from '../../app/me.ts';
import { events, scopesOfAll } from '../../generated/events.ts';
import type { EventSubscription } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import styles from './event-picker.module.css';
import { EventRow } from './event-row.tsx';
import { familyOf, familyTitle } from './families.ts';

const { picker } = texts;

interface Parts {
  value: readonly EventSubscription[];
  onChange: (value: EventSubscription[]) => void;
  error?: ReactNode;
}

const families = [...Map.groupBy(events, ({ type }) => familyOf(type))];

/** Chooses events by family or one by one. An event that the user may not read cannot be chosen. */
export function EventPicker({ value, onChange, error }: Parts) {
  const { me } = useSession();
  const [search, setSearch] = useState('');
  const id = useId();
  const lacking = scopesOfAll.filter((scope) => !holds(me.scopes, scope));
  const isAll = value.includes('*');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = families
    .map(([family, all]) => {
      const found = all.filter(({ type, summary }) =>
        words.every((word) => `${type} ${summary}`.toLowerCase().includes(word)),
      );
      return [family, found] as const;
    })
    .filter(([, found]) => found.length > 0);
  return (
    <Input.Wrapper label={texts.form.events} labelElement="div" error={error} required>
      <Stack gap="xs" mt={4} role="group" aria-label={texts.form.events}>
        <Switch
          label={picker.all}
          description={lacking.length > 0 ? picker.lacks(lacking.join(', ')) : picker.allText}
          checked={isAll}
          disabled={lacking.length > 0 && !isAll}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? ['*'] : [])}
        />
        {isAll ? null : (
          <>
            <Group gap="sm">
              <TextInput
                flex={1}
                aria-label={picker.search}
                placeholder={picker.search}
                leftSection={<Search size={15} aria-hidden />}
                value={search}
                onChange={({ currentTarget }) => setSearch(currentTarget.value)}
                aria-controls={id}
              />
              <Text size="sm" c="dimmed" role="status">
                {picker.count(value.length, events.length)}
              </Text>
              {value.length > 0 ? (
                <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange([])}>
                  {picker.clear}
                </Button>
              ) : null}
            </Group>
            <div id={id} className={styles.list}>
              {shown.length === 0 ? (
                <Text p="md" c="dimmed">
                  {picker.nothing}
                </Text>
              ) : null}
              {shown.map(([family, found]) => (
                <Family
                  key={family}
                  family={family}
                  found={found}
                  isSearched={words.length > 0}
                  value={value}
                  onChange={onChange}
                />
              ))}
            </div>
          </>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function Family({
  family,
  found,
  isSearched,
  value,
  onChange,
}: Pick<Parts, 'value' | 'onChange'> & {
  family: string;
  found: typeof events;
  isSearched: boolean;
}) {
  const { me } = useSession();
  const chosen = new Set<string>(value);
  const count = found.filter(({ type }) => chosen.has(type)).length;
  const [opened, setOpened] = useState(count > 0);
  const open = opened || isSearched;
  const lacking = (found[0]?.scopes ?? []).filter((scope) => !holds(me.scopes, scope));
  const change = (types: readonly string[], isOn: boolean) => {
    for (const type of types)
      if (isOn) chosen.add(type);
      else chosen.delete(type);
    // In the order of the list, so that the same choice is the same text.
    onChange(events.map(({ type }) => type as EventSubscription).filter((type) => chosen.has(type)));
  };
  const title = familyTitle(family);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <div className={styles.family}>
      <Group gap="sm" wrap="nowrap" px="sm" py={8}>
        <Checkbox
          aria-label={title}
          checked={count > 0 && count === found.length}
          indeterminate={count > 0 && count < found.length}
          disabled={lacking.length > 0 && count === 0}
          onChange={({ currentTarget }) =>
            change(
              found.map(({ type }) => type),
              currentTarget.checked,
            )
          }
        />
        <button type="button" className={styles.title} aria-expanded={open} onClick={() => setOpened(!open)}>
          <span>{title}</span>
          <Text span size="xs" c="dimmed">
            {lacking.length > 0 ? picker.lacks(lacking.join(', ')) : picker.count(count, found.length)}
          </Text>
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          tabIndex={-1}
          aria-hidden
          onClick={() => setOpened(!open)}
        >
          <Chevron size={16} />
        </ActionIcon>
      </Group>
      {open
        ? found.map((event) => (
            <EventRow
              key={event.type}
              event={event}
              isChosen={chosen.has(event.type)}
              isClosed={lacking.length > 0}
              onChange={(isOn) => change([event.type], isOn)}
            />
          ))
        : null}
    </div>
  );
}
