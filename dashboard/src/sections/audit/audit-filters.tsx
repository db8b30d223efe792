import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { auditTargetTypes } from '../../../../src/audit/audit-action.ts';
import { auditActions } from '../../../../src/platform/audit-actions.ts';
import { texts } from '../../texts/audit.ts';
import { type Filter, Filters } from '../../ui/filters.tsx';
import { spokenOpen } from '../../ui/state.tsx';
import { TimeRange } from '../../ui/time-range.tsx';
import { useSearch } from '../../ui/use-search.ts';

const { filters } = texts;

const rare: readonly Filter[] = [
  { name: 'actorId', title: filters.actorId },
  { name: 'targetId', title: filters.targetId },
  { name: 'ip', title: filters.ip },
];

/** The actions in groups by the kind of thing that they change. */
const actions = auditTargetTypes.map((group) => ({
  group: spokenOpen(group),
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
          data={auditTargetTypes.map((value) => ({ value, label: spokenOpen(value) }))}
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
