import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { auditActions, auditTargetTypes } from '../../../../src/lib/audit-action.ts';
import { texts } from '../../texts/audit.ts';
import { type Filter, Filters } from '../../ui/filters.tsx';
import { fromLocalField, toLocalField } from '../../ui/local-time.ts';
import { spoken } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { lasting } from './audit-query.ts';

const { filters } = texts;

const rare: readonly Filter[] = [
  { name: 'actorId', title: filters.actorId },
  { name: 'targetId', title: filters.targetId },
  { name: 'ip', title: filters.ip },
];

/** The actions in groups by the kind of thing that they change. */
const actions = auditTargetTypes.map((group) => ({
  group: spoken(group),
  items: auditActions.filter((action) => action.startsWith(`${group}.`)),
}));

/** The filters of the audit log. Those that are rarely needed are hidden until one is set. */
export function AuditFilters() {
  const [search, change] = useSearch();
  const [isOpen, setIsOpen] = useState(false);
  const isMore = isOpen || [...rare.map(({ name }) => name), 'targetType'].some((name) => search[name]);
  return (
    <Filters
      filters={[
        { name: 'result', title: filters.result, values: ['SUCCESS', 'FAILURE', 'DENIED'] },
        { name: 'requestId', title: filters.requestId },
        ...(isMore ? rare : []),
      ]}
    >
      <Select
        aria-label={filters.action}
        placeholder={filters.action}
        data={actions}
        value={search['action'] ?? null}
        onChange={(action) => change({ action: action ?? undefined })}
        searchable
        clearable
        w={210}
      />
      <TimeRange />
      {isMore ? (
        <Select
          aria-label={filters.targetType}
          placeholder={filters.targetType}
          data={auditTargetTypes.map((value) => ({ value, label: spoken(value) }))}
          value={search['targetType'] ?? null}
          onChange={(targetType) => change({ targetType: targetType ?? undefined })}
          searchable
          clearable
          w={170}
        />
      ) : null}
      {isMore ? null : (
        <Button variant="subtle" color="gray" onClick={() => setIsOpen(true)}>
          {filters.more}
        </Button>
      )}
    </Filters>
  );
}

const names = [filters.hour, filters.day, filters.week, filters.month];

/** A range that ends now, or two times. */
function TimeRange() {
  const [search, change] = useSearch();
  const isCustom = Boolean(search['from'] || search['to']);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Select
        aria-label={filters.time}
        placeholder={filters.time}
        data={[
          ...Object.keys(lasting).map((value, at) => ({ value, label: names[at] ?? value })),
          { value: 'custom', label: filters.custom },
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
              aria-label={name === 'from' ? filters.after : filters.before}
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
